/** The kind of data adapters of lookup tables. */
import { AdapterConfig } from '@logyard/contract/lookup/adapter-configs'
import { type DataAdapter, type DataAdapterDraft, dataAdapters } from '@logyard/contract/lookup/data-adapters'
import type { Decoded } from '../entities/codecs/codec.ts'
import { permissionsOf } from '../entities/pack-part.ts'
import { maskSecrets, retainMasked } from './adapter-secrets.ts'
import { findAdapterType } from './adapters/adapter-types.ts'
import { adapterInUse } from './lookup-errors.ts'
import { type LookupKind, type LookupKindDeps, lookupKind } from './lookup-kind.ts'
import { checkConfig, partCodec } from './lookup-packs.ts'
import { adapterCollection, adapterOf, type LookupStores, type StoredAdapter, storedAdapter } from './lookup-stores.ts'

export type AdapterKind = LookupKind<StoredAdapter, DataAdapterDraft>
type PackData = Decoded<typeof partCodec>

export const adapterKind = (deps: LookupKindDeps, stores: Pick<LookupStores, 'adapters' | 'tables'>): AdapterKind =>
  lookupKind<StoredAdapter, DataAdapterDraft, PackData>(deps, stores.adapters, {
    collection: adapterCollection,
    one: 'data adapter',
    read: (draft, { id, before }) => storedAdapter(adapterOfDraft(id, draft, before)),
    async requireUnused({ id }) {
      if ((await stores.tables.countBy('adapter', id)) > 0) throw adapterInUse()
    },
    pack: {
      type: { name: 'lookup_adapter', version: '1' },
      permissions: permissionsOf(dataAdapters),
      codec: partCodec,
      fieldsElsewhere: {
        config: 'configuration',
        content_pack: 'nowhere',
        custom_error_ttl_enabled: 'nowhere',
        custom_error_ttl: 'nowhere',
        custom_error_ttl_unit: 'nowhere',
      },
      dataOf: (stored) => packData(stored, (config) => config),
      shownOf: (stored) => packData(stored, maskSecrets),
      standsFor: (adapter, { name }) => adapter.name === name,
      draftOf: ({ configuration, ...facts }, before) => ({
        ...facts,
        custom_error_ttl_enabled: before?.custom_error_ttl_enabled ?? null,
        custom_error_ttl: before?.custom_error_ttl ?? null,
        custom_error_ttl_unit: before?.custom_error_ttl_unit ?? null,
        config: checkConfig<AdapterConfig>(AdapterConfig, configuration),
      }),
      by: ({ caller }) => caller,
      staysWhileUsed: true,
    },
  })

function packData(stored: StoredAdapter, shown: (config: AdapterConfig) => AdapterConfig): PackData {
  const { name, title, description, config } = adapterOf(stored)
  return { name, title, description, configuration: { ...shown(config) } }
}

function adapterOfDraft(id: string, draft: DataAdapterDraft, before: StoredAdapter | undefined): DataAdapter {
  const config = retainMasked(draft.config, before && adapterOf(before).config)
  return {
    ...draft,
    id,
    content_pack: draft.content_pack ?? null,
    custom_error_ttl_enabled: draft.custom_error_ttl_enabled ?? false,
    custom_error_ttl: draft.custom_error_ttl ?? null,
    custom_error_ttl_unit: draft.custom_error_ttl_unit ?? null,
    config: storedConfig(config),
  }
}

/** Configuration as it is stored: of an unknown type only the type. */
const storedConfig = (config: AdapterConfig): AdapterConfig =>
  findAdapterType(config.type) === undefined ? { type: config.type } : config
