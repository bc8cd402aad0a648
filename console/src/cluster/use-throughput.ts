import { type Metric, readMetricsOfCluster } from '@logyard/contract/metrics/metrics'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Call } from '../api/api-client.ts'
import type { Clock } from '../base/services/clock.ts'
import { useCall, useClock } from '../base/services/services.tsx'

export interface Rates {
  readonly at: number
  readonly input: number
  readonly output: number
}

const POLL_MS = 2_000
/** Five minutes of polls. */
const MAX_POINTS = 150
const INPUT = 'org.graylog2.throughput.input.1-sec-rate'
const OUTPUT = 'org.graylog2.throughput.output.1-sec-rate'

/** Sums the two rates over the nodes that responded; a missing metric counts as 0. */
async function readRates(call: Call, { now }: Clock, signal: AbortSignal): Promise<Rates> {
  const body = { metrics: [INPUT, OUTPUT] }
  const nodes = await call(readMetricsOfCluster, { body, signal, extendSession: false })
  const metrics = Object.values(nodes).flatMap((node) => node?.metrics ?? [])
  const sum = (name: string) =>
    metrics.filter((metric) => metric.full_name === name).reduce((total, metric) => total + gaugeValue(metric), 0)
  return { at: now(), input: sum(INPUT), output: sum(OUTPUT) }
}

function gaugeValue(metric: Metric): number {
  return metric.type === 'gauge' && typeof metric.metric.value === 'number' ? metric.metric.value : 0
}

const throughputQuery = (call: Call, clock: Clock) => {
  const queryKey = ['throughput']
  return queryOptions({
    queryKey,
    // The cache holds the whole history: every poll appends one point, and a failed poll leaves it as it is.
    queryFn: async ({ client, signal }): Promise<readonly Rates[]> => {
      const latest = await readRates(call, clock, signal)
      return [...(client.getQueryData<readonly Rates[]>(queryKey) ?? []), latest].slice(-MAX_POINTS)
    },
    refetchInterval: POLL_MS,
    staleTime: POLL_MS,
    structuralSharing: false,
  })
}

/** Messages per second in and out of all nodes: the latest rates, and those of up to five minutes. */
export function useThroughput(): { latest: Rates | undefined; history: readonly Rates[] } {
  const { data = [] } = useQuery(throughputQuery(useCall(), useClock()))
  return { latest: data.at(-1), history: data }
}
