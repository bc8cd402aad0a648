/** The kind of caches of lookup tables. */
import { CacheConfig } from '@logyard/contract/lookup/cache-configs'
import { type LookupCache, type LookupCacheDraft, lookupCaches } from '@logyard/contract/lookup/lookup-caches'
import type { Decoded } from '../entities/codecs/codec.ts'
import { permissionsOf } from '../entities/pack-part.ts'
import { storedCacheConfig } from './caches/cache-types.ts'
import { cacheInUse } from './lookup-errors.ts'
import { type LookupKind, type LookupKindDeps, lookupKind } from './lookup-kind.ts'
import { checkConfig, partCodec } from './lookup-packs.ts'
import { cacheCollection, type LookupStores } from './lookup-stores.ts'

export type CacheKind = LookupKind<LookupCache, LookupCacheDraft>

export const cacheKind = (deps: LookupKindDeps, stores: Pick<LookupStores, 'caches' | 'tables'>): CacheKind =>
  lookupKind<LookupCache, LookupCacheDraft, Decoded<typeof partCodec>>(deps, stores.caches, {
    collection: cacheCollection,
    one: 'cache',
    read: (draft, { id }) => ({
      ...draft,
      id,
      content_pack: draft.content_pack ?? null,
      config: storedCacheConfig(draft.config),
    }),
    async requireUnused({ id }) {
      if ((await stores.tables.countBy('cache', id)) > 0) throw cacheInUse()
    },
    pack: {
      type: { name: 'lookup_cache', version: '1' },
      permissions: permissionsOf(lookupCaches),
      codec: partCodec,
      fieldsElsewhere: { config: 'configuration', content_pack: 'nowhere' },
      dataOf: ({ name, title, description, config }) => ({ name, title, description, configuration: { ...config } }),
      standsFor: (cache, { name }) => cache.name === name,
      draftOf: ({ configuration, ...facts }) => ({
        ...facts,
        config: checkConfig<CacheConfig>(CacheConfig, configuration),
      }),
      by: ({ caller }) => caller,
      staysWhileUsed: true,
    },
  })
