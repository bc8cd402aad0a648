/** The filters that every search opens with, kept in the browser until they are unpinned. */
import { OFF_FILTER } from '@logyard/contract/search/search-types'
import { useLocalStorage } from '@mantine/hooks'
import { useCurrentUser } from '../../../base/session/current-user.tsx'
import { isRecord } from '../../../ui/is-record.ts'
import { filterOfTerm } from '../editing/query-filters.ts'
import type { QueryFilter } from '../editing/search-document.ts'

export function usePinnedFilters() {
  const { username } = useCurrentUser()
  return useLocalStorage<readonly QueryFilter[]>({
    key: `pinnedFilters.${username}`,
    defaultValue: [],
    getInitialValueInEffect: false,
    deserialize: readFilters,
  })
}

/** A value that another program wrote is no list of filters. */
function readFilters(stored: string | undefined): readonly QueryFilter[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(list) ? list.flatMap(readFilter) : []
  } catch {
    return []
  }
}

function readFilter(one: unknown): readonly QueryFilter[] {
  if (!isRecord(one) || typeof one['query'] !== 'string') return []
  return [filterOfTerm(one['query'], one['type'] === OFF_FILTER)]
}
