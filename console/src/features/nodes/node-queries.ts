import {
  getClusterOverview,
  getNode,
  getRuntimeInfoOfNode,
  getThreadDumpOfNode,
  listPluginsOfNode,
} from '@logyard/contract/cluster/cluster'
import { listInputTypes } from '@logyard/contract/ingest/inputs'
import { getJournalOfNode } from '@logyard/contract/ingest/journal'
import { getSystemStats } from '@logyard/contract/machine/system-stats'
import { readNamespaceOfNode } from '@logyard/contract/metrics/metrics'
import { getProcessBufferDumpOfNode } from '@logyard/contract/processing/processing'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'

const POLL_MS = 5_000
const JOURNAL_POLL_MS = 2_000
/** The prefixes of all metrics. */
const NAMESPACES = ['org', 'jvm', 'logyard']

export const CLUSTER_KEY = ['cluster-overview'] as const

/** The state of every node by id; `null` if a node did not respond. */
export const clusterQuery = (call: Call) =>
  queryOptions({
    queryKey: CLUSTER_KEY,
    queryFn: ({ signal }) => call(getClusterOverview, { signal, extendSession: false }),
    refetchInterval: POLL_MS,
  })

export const nodeQuery = (call: Call, nodeId: string) =>
  queryOptions({
    queryKey: ['nodes', nodeId],
    queryFn: ({ signal }) => call(getNode, { params: { nodeId }, signal, extendSession: false }),
    refetchInterval: POLL_MS,
  })

export const runtimeQuery = (call: Call, nodeId: string) =>
  queryOptions({
    queryKey: ['runtime-info', nodeId],
    queryFn: ({ signal }) => call(getRuntimeInfoOfNode, { params: { nodeId }, signal, extendSession: false }),
    refetchInterval: POLL_MS,
  })

/** Of the machine of the node that responds. */
export const systemStatsQuery = (call: Call) =>
  queryOptions({
    queryKey: ['system-stats'],
    queryFn: ({ signal }) => call(getSystemStats, { signal, extendSession: false }),
    refetchInterval: POLL_MS,
  })

export const journalQuery = (call: Call, nodeId: string) =>
  queryOptions({
    queryKey: ['journal', nodeId],
    queryFn: ({ signal }) => call(getJournalOfNode, { params: { nodeId }, signal, extendSession: false }),
    refetchInterval: JOURNAL_POLL_MS,
  })

export const pluginsQuery = (call: Call, nodeId: string) =>
  queryOptions({
    queryKey: ['plugins', nodeId],
    queryFn: async ({ signal }) => (await call(listPluginsOfNode, { params: { nodeId }, signal })).plugins,
  })

export const inputTypeNamesQuery = (call: Call) =>
  queryOptions({
    queryKey: ['input-type-names'],
    queryFn: async ({ signal }) => (await call(listInputTypes, { signal })).types,
  })

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

/** With a profile of the processor over that time, if it is greater than 0. */
export const threadDumpQuery = (call: Call, nodeId: string, profileSeconds: number) =>
  queryOptions({
    queryKey: ['thread-dump', nodeId, profileSeconds],
    async queryFn({ signal }) {
      const query = profileSeconds === 0 ? {} : { profile_seconds: profileSeconds }
      return (await call(getThreadDumpOfNode, { params: { nodeId }, query, signal })).threaddump
    },
    ...oneMoment,
    placeholderData: keepPreviousData,
  })

export const processBufferDumpQuery = (call: Call, nodeId: string) =>
  queryOptions({
    queryKey: ['process-buffer-dump', nodeId],
    queryFn: async ({ signal }) => {
      const { processbuffer_dump } = await call(getProcessBufferDumpOfNode, { params: { nodeId }, signal })
      return JSON.stringify(processbuffer_dump, undefined, 2)
    },
    ...oneMoment,
  })
