import {
  getClusterOverview,
  getNode,
  getRuntimeInfoOfNode,
  getThreadDumpOfNode,
  listPluginsOfNode,
} from '@logyard/contract/cluster/cluster'
import { listInputTypes } from '@logyard/contract/ingest/inputs'
import { getJournalOfNode } from '@logyard/contract/ingest/journal'
import { getSystemStatsOfNode } from '@logyard/contract/machine/system-stats'
import { readNamespaceOfNode } from '@logyard/contract/metrics/metrics'
import { getProcessBufferDumpOfNode } from '@logyard/contract/processing/processing'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'
import { pickQuery, polledQuery } from '../../api/call-query.ts'

const POLL_MS = 5_000
const JOURNAL_POLL_MS = 2_000
/** The prefixes of all metrics. */
const NAMESPACES = ['org', 'jvm', 'logyard']

export const CLUSTER_KEY = ['cluster-overview'] as const

/** The state of every node by id; `null` if a node did not respond. */
export const clusterQuery = (call: Call) => polledQuery(call, CLUSTER_KEY, POLL_MS, getClusterOverview)

export const nodeQuery = (call: Call, nodeId: string) =>
  polledQuery(call, ['nodes', nodeId], POLL_MS, getNode, { params: { nodeId } })

export const runtimeQuery = (call: Call, nodeId: string) =>
  polledQuery(call, ['runtime-info', nodeId], POLL_MS, getRuntimeInfoOfNode, { params: { nodeId } })

/** Facts about the machine of the node. */
export const systemStatsQuery = (call: Call, nodeId: string) =>
  polledQuery(call, ['system-stats', nodeId], POLL_MS, getSystemStatsOfNode, { params: { nodeId } })

export const journalQuery = (call: Call, nodeId: string) =>
  polledQuery(call, ['journal', nodeId], JOURNAL_POLL_MS, getJournalOfNode, { params: { nodeId } })

export const pluginsQuery = (call: Call, nodeId: string) =>
  pickQuery(call, ['plugins', nodeId], ({ plugins }) => plugins, listPluginsOfNode, { params: { nodeId } })

export const inputTypeNamesQuery = (call: Call) =>
  pickQuery(call, ['input-type-names'], ({ types }) => types, listInputTypes)

/** Every metric of a node by its full name. */
export const metricsOfNodeQuery = (call: Call, nodeId: string) =>
  queryOptions({
    queryKey: ['metrics-of-node', nodeId],
    queryFn: async ({ signal }) => {
      const reading = NAMESPACES.map((ns) =>
        call(readNamespaceOfNode, { params: { nodeId, ns }, signal, extendSession: false }),
      )
      const metrics = (await Promise.all(reading)).flatMap((answer) => answer.metrics)
      const byName = new Map(metrics.map((metric) => [metric.full_name, metric]))
      return [...byName.values()].toSorted((a, b) => (a.full_name < b.full_name ? -1 : 1))
    },
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  })

/** A snapshot: loaded once, and reloaded only on request. */
const oneMoment = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 }

/** The threads of a node. With `profileSeconds` above 0 also a profile of the processor over this time. */
export const threadDumpQuery = (call: Call, nodeId: string, profileSeconds: number) => ({
  ...pickQuery(call, ['thread-dump', nodeId, profileSeconds], ({ threaddump }) => threaddump, getThreadDumpOfNode, {
    params: { nodeId },
    query: profileSeconds === 0 ? {} : { profile_seconds: profileSeconds },
  }),
  ...oneMoment,
  placeholderData: keepPreviousData,
})

export const processBufferDumpQuery = (call: Call, nodeId: string) => ({
  ...pickQuery(
    call,
    ['process-buffer-dump', nodeId],
    ({ processbuffer_dump: dump }) => JSON.stringify(dump, undefined, 2),
    getProcessBufferDumpOfNode,
    { params: { nodeId } },
  ),
  ...oneMoment,
})
