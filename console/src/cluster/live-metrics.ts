/** Current metrics of the nodes, polled every two seconds for the names that the page needs. */
import { type Metric, readMetricsOfCluster } from '@logyard/contract/metrics/metrics'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCall } from '../base/services/services.tsx'

const POLL_MS = 2_000

/** Metrics by full name. A metric that a node does not have is missing. */
export type NodeMetrics = ReadonlyMap<string, Metric>
/** Metrics by node id; `null` for a node that did not respond. */
export type LiveMetrics = ReadonlyMap<string, NodeMetrics | null>

/** `undefined` until the first response. A failed poll keeps the previous values. */
export function useLiveMetrics(names: readonly string[]): LiveMetrics | undefined {
  const call = useCall()
  const { data } = useQuery({
    queryKey: ['live-metrics', names],
    queryFn: async ({ signal }) => {
      const body = { metrics: [...names] }
      return byNode(await call(readMetricsOfCluster, { body, signal, extendSession: false }))
    },
    enabled: names.length > 0,
    refetchInterval: POLL_MS,
    staleTime: POLL_MS,
    structuralSharing: false,
    placeholderData: keepPreviousData,
  })
  return data
}

type Answer = Readonly<Record<string, { readonly metrics: readonly Metric[] } | null>>

const byNode = (answer: Answer): LiveMetrics =>
  new Map(
    Object.entries(answer).map(([nodeId, node]) => [
      nodeId,
      node && new Map(node.metrics.map((metric) => [metric.full_name, metric])),
    ]),
  )

/** The main figure of a metric: the value of a gauge, the count of a counter or a meter. */
export function figureOf(metric: Metric | undefined): number | undefined {
  if (metric === undefined) return undefined
  switch (metric.type) {
    case 'gauge':
      return typeof metric.metric.value === 'number' ? metric.metric.value : undefined
    case 'meter':
    case 'timer':
      return metric.metric.rate.total
    case 'counter':
    case 'histogram':
      return metric.metric.count
    default:
      return metric satisfies never
  }
}

/** Events per second over the last minute. */
export const minuteRateOf = (metric: Metric | undefined): number | undefined =>
  metric?.type === 'meter' || metric?.type === 'timer' ? metric.metric.rate.one_minute : undefined

/** A metric summed over nodes; `undefined` where none of them has it. */
export function sumOver(
  nodes: readonly NodeMetrics[],
  name: string,
  read: (metric: Metric | undefined) => number | undefined = figureOf,
): number | undefined {
  const values = nodes.map((node) => read(node.get(name))).filter((value) => value !== undefined)
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0)
}

/** The greatest value of a gauge over nodes; `undefined` where none of them has it. */
export function latestOver(nodes: readonly NodeMetrics[], name: string): number | undefined {
  const values = nodes.map((node) => figureOf(node.get(name))).filter((value) => value !== undefined)
  return values.length === 0 ? undefined : Math.max(...values)
}

/** The nodes that responded. */
export const answered = (live: LiveMetrics): readonly NodeMetrics[] =>
  [...live.values()].filter((node) => node !== null)
