import { listLookupTables } from '@logyard/contract/lookup/lookup-tables'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../api/api-client.ts'
import { LOOKUP_KEY } from './lookup-key.ts'

/** The names and titles of all lookup tables. */
export const lookupTableNamesQuery = (call: Call) =>
  queryOptions({
    queryKey: [...LOOKUP_KEY, 'tables', 'names'],
    queryFn: async ({ signal }) => {
      const query = { page: 1, per_page: 0, sort: 'title', order: 'asc' }
      const { lookup_tables: tables } = await call(listLookupTables, { query, signal })
      return tables.map(({ name, title }) => ({ name, title }))
    },
    retry: false,
  })
