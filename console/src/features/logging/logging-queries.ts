import {
  LOG_LEVELS_KEY,
  listLoggersOfCluster,
  listRecentMessagesOfNode,
  listSubsystemsOfCluster,
} from '@logyard/contract/logging/loggers'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'
import { polledQuery } from '../../api/call-query.ts'
import { configDocumentQuery } from '../../cluster-config/config-document-query.ts'

export const LOGGERS_KEY = ['loggers'] as const

const POLL_MS = 2_000
const LEVELS_POLL_MS = 10_000
/** As many as the server has. */
const RECENT_LINES = 500

export const loggersQuery = (call: Call) =>
  polledQuery(call, [...LOGGERS_KEY, 'single'], LEVELS_POLL_MS, listLoggersOfCluster)

export const subsystemsQuery = (call: Call) =>
  polledQuery(call, [...LOGGERS_KEY, 'subsystems'], LEVELS_POLL_MS, listSubsystemsOfCluster)

/** The names of the loggers whose levels apply after a restart too. */
export const storedLevelsQuery = (call: Call) => {
  const query = configDocumentQuery(call, LOG_LEVELS_KEY)
  return {
    ...query,
    select: ({ levels }: Readonly<Record<string, unknown>>): ReadonlySet<string> =>
      new Set(Array.isArray(levels) ? levels.map((entry) => String(Object(entry).logger)) : []),
  }
}

export const recentQuery = (call: Call, nodeId: string, level: string, isLive: boolean) =>
  queryOptions({
    queryKey: [...LOGGERS_KEY, 'recent', nodeId, level],
    queryFn: async ({ signal }) => {
      const query = { limit: RECENT_LINES, level }
      const answer = await call(listRecentMessagesOfNode, { params: { nodeId }, query, signal, extendSession: false })
      return answer.messages
    },
    refetchInterval: isLive ? POLL_MS : false,
    placeholderData: keepPreviousData,
  })
