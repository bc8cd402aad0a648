import { listDefinitionRuns, MAX_OVERVIEW_DEFINITIONS, overviewOfRuns } from '@logyard/contract/events/definition-runs'
import { keepPreviousData } from '@tanstack/react-query'
import { EVENT_DEFINITIONS_KEY } from '../../../alerting/alerting-keys.ts'
import type { Call } from '../../../api/api-client.ts'
import { polledQuery } from '../../../api/call-query.ts'

const POLL_MS = 10_000

export const definitionRunsQuery = (call: Call, id: string) =>
  polledQuery(call, [...EVENT_DEFINITIONS_KEY, 'runs', id], POLL_MS, listDefinitionRuns, { params: { id } })

/** The newest runs of the definitions of a page. */
export const runsOverviewQuery = (call: Call, ids: readonly string[]) => {
  const query = { ids: ids.slice(0, MAX_OVERVIEW_DEFINITIONS).join(',') }
  return {
    ...polledQuery(call, [...EVENT_DEFINITIONS_KEY, 'runs', query], POLL_MS, overviewOfRuns, { query }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  }
}
