/** What the pages of lookup tables, caches and data adapters read. */
import { listDataAdapters } from '@logyard/contract/lookup/data-adapters'
import { listLookupCaches } from '@logyard/contract/lookup/lookup-caches'
import {
  getLookupTable,
  type LookupTable,
  type LookupTablePage,
  listLookupTables,
} from '@logyard/contract/lookup/lookup-tables'
import type { Call } from '../../api/api-client.ts'
import { pickQuery } from '../../api/call-query.ts'
import { LOOKUP_KEY } from '../../lookup-tables/lookup-key.ts'
import type { ListPosition } from '../../ui/data-table/list-state.ts'
import { pageQuery } from '../../ui/data-table/page-query.ts'
import type { Part } from './parts/part-kind.ts'

/** What a table is made of; undefined if it was deleted or the user may not read it. */
interface TableParts {
  readonly cache: Part | undefined
  readonly adapter: Part | undefined
}

export interface TableRow extends LookupTable, TableParts {}

const rowOf = (table: LookupTable, { caches, data_adapters: adapters }: LookupTablePage): TableRow => ({
  ...table,
  cache: caches[table.cache_id],
  adapter: adapters[table.data_adapter_id],
})

export const tablesQuery = (call: Call, position: ListPosition) =>
  pageQuery(call, [...LOOKUP_KEY, 'tables'], position, async (call, query) => {
    const found = await call(listLookupTables, { query: { ...query, resolve: true } })
    return { rows: found.lookup_tables.map((table) => rowOf(table, found)), total: found.total }
  })

export const tableQuery = (call: Call, name: string) =>
  pickQuery(
    call,
    [...LOOKUP_KEY, 'tables', 'one', name],
    (found) => found.lookup_tables.map((table) => rowOf(table, found))[0] ?? null,
    getLookupTable,
    { params: { idOrName: name }, query: { resolve: true } },
  )

const ALL = { page: 1, per_page: 0, sort: 'title', order: 'asc' } as const

export const allCachesQuery = (call: Call) =>
  pickQuery(call, [...LOOKUP_KEY, 'caches', 'all'], ({ caches }) => caches, listLookupCaches, { query: ALL })

export const allAdaptersQuery = (call: Call) =>
  pickQuery(call, [...LOOKUP_KEY, 'adapters', 'all'], ({ data_adapters: all }) => all, listDataAdapters, { query: ALL })
