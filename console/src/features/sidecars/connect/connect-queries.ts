import { getUser } from '@logyard/contract/identity/users'
import { searchRelative } from '@logyard/contract/search/universal-search'
import { listSidecars, type SidecarSummary } from '@logyard/contract/sidecars/sidecars'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../../../api/api-client.ts'
import { callQuery } from '../../../api/call-query.ts'
import { SIDECARS_KEY, sidecarQuery } from '../sidecar-queries.ts'

const WAIT_MS = 2_000
/** Those that registered for the first time last. */
const NEWEST = { query: '', page: 1, per_page: 50, sort: 'id', order: 'desc' } as const

/** Its tokens are for agents. */
export const SIDECAR_USER = 'graylog-sidecar'

export const sidecarUserQuery = (call: Call) => ({
  ...callQuery(call, [...SIDECARS_KEY, 'user'], getUser, { params: { username: SIDECAR_USER } }),
  staleTime: Number.POSITIVE_INFINITY,
})

const registered = async (call: Call, signal: AbortSignal): Promise<readonly SidecarSummary[]> =>
  (await call(listSidecars, { query: NEWEST, signal, extendSession: false })).sidecars

/** As it was when the page opened. */
export const registeredBeforeQuery = (call: Call, visit: string) =>
  queryOptions({
    queryKey: [...SIDECARS_KEY, 'registered before', visit],
    queryFn: ({ signal }) => registered(call, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const registeredNowQuery = (call: Call) =>
  queryOptions({
    queryKey: [...SIDECARS_KEY, 'registered now'],
    queryFn: ({ signal }) => registered(call, signal),
    refetchInterval: WAIT_MS,
  })

export const watchedSidecarQuery = (call: Call, nodeId: string) => ({
  ...sidecarQuery(call, nodeId),
  refetchInterval: WAIT_MS,
})

/** Polled until there is one. */
export const firstMessageQuery = (call: Call, nodeId: string) =>
  queryOptions({
    queryKey: [...SIDECARS_KEY, 'first message', nodeId],
    queryFn: async ({ signal }) => {
      const query = `gl2_source_collector:"${nodeId.replaceAll(/[\\"]/g, '\\$&')}"`
      const found = await call(searchRelative, {
        query: { query, range: 0, limit: 1, decorate: false },
        signal,
        extendSession: false,
      })
      return found.messages[0]?.message ?? null
    },
    refetchInterval: ({ state }) => (state.data ? false : WAIT_MS),
  })

/** The sidecar that registered since the page opened; of several the first, so that the page stays with it. */
export function newSidecar(
  before: readonly SidecarSummary[] | undefined,
  now: readonly SidecarSummary[] | undefined,
): SidecarSummary | undefined {
  if (before === undefined || now === undefined) return undefined
  const known = new Set(before.map(({ node_id: id }) => id))
  const place = now.findIndex(({ node_id: id }) => known.has(id))
  return now.slice(0, place < 0 ? now.length : place).at(-1)
}
