import { getThroughputHistory } from '@logyard/contract/metrics/metrics'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Call } from '../api/api-client.ts'
import { useCall } from '../base/services/services.tsx'
import { useMay } from '../base/session/current-user.tsx'
import { answered, minuteRateOf, type NodeMetrics, sumOver, useLiveMetrics } from './live-metrics.ts'

/** Messages per second, averaged over the last minute. */
interface Rates {
  readonly input: number
  readonly output: number
}

export interface RatesAt extends Rates {
  readonly at: number
}

const MINUTE_S = 60
/** Meters of each node. */
export const THROUGHPUT = { input: 'logyard.throughput.input', output: 'logyard.throughput.output' } as const
const WAITING = 'org.graylog2.journal.entries-uncommitted'
const NAMES = [THROUGHPUT.input, THROUGHPUT.output, WAITING]

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

/** Undefined if no node measures them, or the user may not read them. */
export function ratesOf(nodes: readonly NodeMetrics[]): Rates | undefined {
  const input = sumOver(nodes, THROUGHPUT.input, minuteRateOf)
  const output = sumOver(nodes, THROUGHPUT.output, minuteRateOf)
  return input === undefined || output === undefined ? undefined : { input, output }
}

const NONE: readonly RatesAt[] = []

interface Throughput {
  readonly latest: Rates | undefined
  /** Messages in the journals of all nodes that are not stored yet, if the user may see that. */
  readonly waiting: number | undefined
  readonly history: readonly RatesAt[]
}

/** Messages per second in and out: the latest rates of all nodes, and theirs by minute for up to a day. */
export function useThroughput(): Throughput {
  const call = useCall()
  const may = useMay()
  const live = useLiveMetrics(NAMES)
  const { data: history = NONE } = useQuery({ ...historyQuery(call), enabled: may(getThroughputHistory) })
  if (live === undefined) return { latest: undefined, waiting: undefined, history }
  const nodes = answered(live)
  return { latest: ratesOf(nodes) ?? { input: 0, output: 0 }, waiting: sumOver(nodes, WAITING), history }
}
