import { getThroughputHistory, type Metric, readMetricsOfCluster } from '@logyard/contract/metrics/metrics'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Call } from '../api/api-client.ts'
import { useCall } from '../base/services/services.tsx'
import { useMay } from '../base/session/current-user.tsx'

/** Messages per second. */
export interface Rates {
  readonly input: number
  readonly output: number
}

export interface RatesAt extends Rates {
  readonly at: number
}

const POLL_MS = 2_000
const MINUTE_S = 60
const INPUT = 'org.graylog2.throughput.input.1-sec-rate'
const OUTPUT = 'org.graylog2.throughput.output.1-sec-rate'

/** Sums the two rates over the nodes that responded; a missing metric counts as 0. */
async function readRates(call: Call, signal: AbortSignal): Promise<Rates> {
  const body = { metrics: [INPUT, OUTPUT] }
  const nodes = await call(readMetricsOfCluster, { body, signal, extendSession: false })
  const metrics = Object.values(nodes).flatMap((node) => node?.metrics ?? [])
  const sum = (name: string) =>
    metrics.filter((metric) => metric.full_name === name).reduce((total, metric) => total + gaugeValue(metric), 0)
  return { input: sum(INPUT), output: sum(OUTPUT) }
}

function gaugeValue(metric: Metric): number {
  return metric.type === 'gauge' && typeof metric.metric.value === 'number' ? metric.metric.value : 0
}

const throughputQuery = (call: Call) =>
  queryOptions({
    queryKey: ['throughput'],
    queryFn: ({ signal }) => readRates(call, signal),
    refetchInterval: POLL_MS,
    staleTime: POLL_MS,
  })

const historyQuery = (call: Call) =>
  queryOptions({
    queryKey: ['throughput-history'],
    queryFn: async ({ signal }): Promise<readonly RatesAt[]> => {
      const { minutes } = await call(getThroughputHistory, { signal, extendSession: false })
      return minutes.map(({ at, input, output }) => ({
        at: Date.parse(at),
        input: input / MINUTE_S,
        output: output / MINUTE_S,
      }))
    },
    refetchInterval: MINUTE_S * 1000,
    staleTime: MINUTE_S * 1000,
  })

const NONE: readonly RatesAt[] = []

/** Messages per second in and out: the latest rates of all nodes, and this node's by minute for up to a day. */
export function useThroughput(): { latest: Rates | undefined; history: readonly RatesAt[] } {
  const call = useCall()
  const may = useMay()
  const { data: latest } = useQuery(throughputQuery(call))
  const { data: history = NONE } = useQuery({ ...historyQuery(call), enabled: may(getThroughputHistory) })
  return { latest, history }
}
