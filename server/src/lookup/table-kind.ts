/** The kind of lookup tables. */
import type { LookupTable, LookupTableDraft } from '@logyard/contract/lookup/lookup-tables'
import * as contract from '@logyard/contract/lookup/lookup-tables'
import type { Decoded } from '../entities/codecs/codec.ts'
import { oneOf, text, textOrEmpty } from '../entities/codecs/scalar-codecs.ts'
import { shape } from '../entities/codecs/shape-codecs.ts'
import { entityDiffers } from '../entities/entity-errors.ts'
import { type PackPart, permissionsOf } from '../entities/pack-part.ts'
import type { Caller } from '../http/caller.ts'
import { type LookupKind, type LookupKindDeps, lookupKind } from './lookup-kind.ts'
import { namedFields } from './lookup-packs.ts'
import { type LookupStores, tableCollection } from './lookup-stores.ts'

export type TableKind = LookupKind<LookupTable, LookupTableDraft>
type TableParts = Pick<LookupTable, 'cache_id' | 'data_adapter_id'>

export const tableKind = (deps: LookupKindDeps, stores: LookupStores): TableKind =>
  lookupKind<LookupTable, LookupTableDraft, PackData>(deps, stores.tables, {
    collection: tableCollection,
    one: 'lookup table',
    async read(draft, { id, before, by }) {
      await requireParts(stores, by, draft, before)
      return { ...draft, id, content_pack: draft.content_pack ?? null }
    },
    pack,
  })

/** Checks that the caller may read the cache and the data adapter, unless the table named them `before`. */
async function requireParts(
  { caches, adapters }: Pick<LookupStores, 'caches' | 'adapters'>,
  caller: Caller,
  { cache_id, data_adapter_id }: TableParts,
  before: TableParts | undefined,
): Promise<void> {
  const added = [
    cache_id === before?.cache_id ? undefined : await caches.find(cache_id),
    data_adapter_id === before?.data_adapter_id ? undefined : await adapters.find(data_adapter_id),
  ]
  for (const part of added) if (part !== undefined) caller.require(`lookuptables:read:${part.id}`)
}

const codec = shape({
  ...namedFields,
  cache_name: text,
  data_adapter_name: text,
  default_single_value: textOrEmpty,
  default_single_value_type: oneOf(contract.DEFAULT_VALUE_TYPES),
  default_multi_value: textOrEmpty,
  default_multi_value_type: oneOf(contract.DEFAULT_VALUE_TYPES),
})
type PackData = Decoded<typeof codec>

const pack: PackPart<LookupTable, LookupTableDraft, Caller, PackData> = {
  type: { name: 'lookup_table', version: '1' },
  permissions: permissionsOf(contract.lookupTables),
  codec,
  fieldsElsewhere: { cache_id: 'cache_name', data_adapter_id: 'data_adapter_name', content_pack: 'nowhere' },
  mapReferences: (data, replaced) => ({
    ...data,
    cache_name: replaced({ type: 'lookup_cache', id: data.cache_name }),
    data_adapter_name: replaced({ type: 'lookup_adapter', id: data.data_adapter_name }),
  }),
  dataOf({ cache_id: cache_name, data_adapter_id: data_adapter_name, id: _, content_pack, ...facts }) {
    return { ...facts, cache_name, data_adapter_name }
  },
  standsFor(table, { name, title }) {
    if (table.name !== name) return false
    if (table.title === title) return true
    throw entityDiffers(`Different lookup table title found for name "${name}": <${title}> and <${table.title}>`)
  },
  draftOf: ({ cache_name: cache_id, data_adapter_name: data_adapter_id, ...facts }) => ({
    ...facts,
    cache_id,
    data_adapter_id,
  }),
  by: ({ caller }) => caller,
}
