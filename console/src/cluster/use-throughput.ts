import { getThroughputHistory } from '@logyard/contract/metrics/metrics'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Call } from '../api/api-client.ts'
import { useCall } from '../base/services/services.tsx'
import { useMay } from '../base/session/current-user.tsx'
import { answered, sumOver, useLiveMetrics } from './live-metrics.ts'

/** Messages per second. */
interface Rates {
  readonly input: number
  readonly output: number
}

export interface RatesAt extends Rates {
  readonly at: number
}

const MINUTE_S = 60
const INPUT = 'org.graylog2.throughput.input.1-sec-rate'
const OUTPUT = 'org.graylog2.throughput.output.1-sec-rate'
const WAITING = 'org.graylog2.journal.entries-uncommitted'
const NAMES = [INPUT, OUTPUT, WAITING]

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

interface Throughput {
  readonly latest: Rates | undefined
  /** Messages in the journals of all nodes that are not stored yet, if the user may see that. */
  readonly waiting: number | undefined
  readonly history: readonly RatesAt[]
}

/** Messages per second in and out: the latest rates of all nodes, and this node's by minute for up to a day. */
export function useThroughput(): Throughput {
  const call = useCall()
  const may = useMay()
  const live = useLiveMetrics(NAMES)
  const { data: history = NONE } = useQuery({ ...historyQuery(call), enabled: may(getThroughputHistory) })
  if (live === undefined) return { latest: undefined, waiting: undefined, history }
  const sum = (name: string) => sumOver(answered(live), name)
  return { latest: { input: sum(INPUT) ?? 0, output: sum(OUTPUT) ?? 0 }, waiting: sum(WAITING), history }
}
