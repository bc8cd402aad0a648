import type { CollectorSummary } from '@logyard/contract/sidecars/collectors'
import { administrateSidecars, type SidecarSummary } from '@logyard/contract/sidecars/sidecars'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Call } from '../../../api/api-client.ts'
import type { ListPosition } from '../../../ui/data-table/list-state.ts'
import { POLL_MS, SIDECARS_KEY } from '../sidecar-queries.ts'

/** Also the names in the URL. */
export const FILTERS = ['collector', 'configuration', 'status', 'os'] as const

function requestOf(list: ListPosition) {
  const chosen = FILTERS.flatMap((name) => (list.filters[name] === undefined ? [] : [[name, list.filters[name]]]))
  return { query: list.query, page: list.page, per_page: list.perPage, filters: Object.fromEntries(chosen) }
}

export const administrationQuery = (call: Call, list: ListPosition) => {
  const body = requestOf(list)
  return queryOptions({
    queryKey: [...SIDECARS_KEY, 'administration', body],
    queryFn: async ({ signal }) => {
      const { sidecars, pagination } = await call(administrateSidecars, { body, signal, extendSession: false })
      return { sidecars, total: pagination.total }
    },
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  })
}

/** So that no answer is long. */
const LOADED_AT_ONCE = 1000

/** The sidecars of all pages. */
export async function loadMatching(call: Call, list: ListPosition): Promise<readonly SidecarSummary[]> {
  const found = new Map<string, SidecarSummary>()
  for (let page = 1, hasMore = true; hasMore; page += 1) {
    const body = { ...requestOf(list), page, per_page: LOADED_AT_ONCE }
    const { sidecars, pagination } = await call(administrateSidecars, { body })
    for (const sidecar of sidecars) found.set(sidecar.node_id, sidecar)
    hasMore = page * LOADED_AT_ONCE < pagination.total
  }
  return [...found.values()]
}

/** One collector on one sidecar. */
export interface AdministeredRow {
  readonly sidecar: SidecarSummary
  /** Absent if no collector runs on the sidecar's operating system. */
  readonly collector: CollectorSummary | undefined
  /** The first row of its sidecar. */
  readonly isFirst: boolean
}

export function rowsOf(
  sidecars: readonly SidecarSummary[],
  collectors: readonly CollectorSummary[],
): readonly AdministeredRow[] {
  const known = new Map(collectors.map((collector) => [collector.id, collector]))
  return sidecars.flatMap((sidecar) => {
    const compatible = (sidecar.collectors ?? [])
      .flatMap((id) => known.get(id) ?? [])
      .toSorted((a, b) => a.name.localeCompare(b.name))
    const rows = compatible.length === 0 ? [undefined] : compatible
    return rows.map((collector, place) => ({ sidecar, collector, isFirst: place === 0 }))
  })
}
