/** Stores searches on the server, and remembers some of them, so that a refresh executes the same search again. */
import { createSearch, type Parameter } from '@logyard/contract/search/searches'
import type { Call } from '../../api/api-client.ts'
import type { Ids } from '../model/random-ids.ts'
import type { PlannedQuery } from './planned-query.ts'
import type { PrepareOptions, StoredSearch } from './run-request.ts'

/** The search of a whole page, and those of a few widgets that changed. */
const MAX_REMEMBERED = 4

interface SearchToStore {
  /** Equal keys stand for equal searches. */
  readonly key: string
  readonly parameters: readonly Parameter[]
  readonly plan: () => PlannedQuery
}

export function createStoredSearches({ call, ids }: { readonly call: Call; readonly ids: Ids }) {
  let remembered: readonly (readonly [key: string, search: StoredSearch])[] = []
  return async function store(
    { key, parameters, plan }: SearchToStore,
    { extendSession, isRetry }: PrepareOptions,
  ): Promise<StoredSearch> {
    if (isRetry) remembered = []
    const known = remembered.find(([one]) => one === key)
    if (known !== undefined) return known[1]
    const search: StoredSearch = { ...plan(), id: ids.objectId() }
    await call(createSearch, { body: draftOf(search, parameters), ...(extendSession ? {} : { extendSession }) })
    remembered = [[key, search] as const, ...remembered].slice(0, MAX_REMEMBERED)
    return search
  }
}

/** The search as the API takes it. */
export const draftOf = ({ id, query }: StoredSearch, parameters: readonly Parameter[]) => ({
  id,
  queries: [query],
  parameters: [...parameters],
})
