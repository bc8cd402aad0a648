/** The stored documents of lookup tables, caches and data adapters. */
import { DataAdapter } from '@logyard/contract/lookup/data-adapters'
import { LookupCache } from '@logyard/contract/lookup/lookup-caches'
import { LookupTable } from '@logyard/contract/lookup/lookup-tables'
import { type Static, Type } from 'typebox'
import { type Collection, defineCollection, type SettingsStore } from '../platform/settings/settings-store.ts'

const name = { unique: true, of: (document: { readonly name: string }) => [document.name] } as const

export const tableCollection = defineCollection({
  name: 'lookup_tables',
  audit: { type: 'lookup-table' },
  schema: LookupTable,
  keys: {
    name,
    cache: { unique: false, of: ({ cache_id }: LookupTable) => [cache_id] },
    adapter: { unique: false, of: ({ data_adapter_id }: LookupTable) => [data_adapter_id] },
  },
})

export const cacheCollection = defineCollection({
  name: 'lookup_caches',
  audit: { type: 'lookup-cache' },
  schema: LookupCache,
  keys: { name },
})

/** The configuration is JSON, because it may hold secrets, which are stored as sealed texts. */
export const StoredAdapter = Type.Object({ ...DataAdapter.properties, config: Type.String() })
export type StoredAdapter = Static<typeof StoredAdapter>

export const adapterCollection = defineCollection({
  name: 'lookup_adapters',
  audit: { type: 'data-adapter' },
  schema: StoredAdapter,
  keys: { name },
  secrets: ['config'],
})

export interface LookupStores {
  readonly tables: Collection<LookupTable, 'name' | 'cache' | 'adapter'>
  readonly caches: Collection<LookupCache, 'name'>
  readonly adapters: Collection<StoredAdapter, 'name'>
}

export const openLookupStores = (settings: SettingsStore): LookupStores => ({
  tables: settings.collection(tableCollection),
  caches: settings.collection(cacheCollection),
  adapters: settings.collection(adapterCollection),
})

export const adapterOf = (stored: StoredAdapter): DataAdapter => ({ ...stored, config: JSON.parse(stored.config) })

export const storedAdapter = (adapter: DataAdapter): StoredAdapter => ({
  ...adapter,
  config: JSON.stringify(adapter.config),
})
