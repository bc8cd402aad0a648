import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Call } from '../../api/api-client.ts'
import { readMetricsOfCluster } from '../../api/shell-operations.ts'
import { useCall } from '../services.tsx'

export interface Rates {
  readonly at: number
  readonly input: number
  readonly output: number
}

const POLL_MS = 2_000
/** One minute of polls. */
const KEPT = 30
const INPUT = 'org.graylog2.throughput.input.1-sec-rate'
const OUTPUT = 'org.graylog2.throughput.output.1-sec-rate'

/** Sums the two rates over the nodes that answered; a metric that a node lacks counts 0. */
async function readRates(call: Call, signal: AbortSignal): Promise<Rates> {
  const body = { metrics: [INPUT, OUTPUT] }
  const nodes = await call(readMetricsOfCluster, { body, signal, extendSession: false })
  const metrics = Object.values(nodes).flatMap((node) => node?.metrics ?? [])
  const sum = (name: string) =>
    metrics
      .filter((metric) => metric.full_name === name)
      .reduce((total, metric) => total + gaugeValue(metric.metric), 0)
  return { at: Date.now(), input: sum(INPUT), output: sum(OUTPUT) }
}

function gaugeValue(metric: unknown): number {
  const value: unknown = typeof metric === 'object' && metric !== null && 'value' in metric ? metric.value : 0
  return typeof value === 'number' ? value : 0
}

/** The rates now and of the last minute. A poll that fails keeps what was known. */
export function useThroughput(): { latest: Rates | undefined; history: readonly Rates[] } {
  const call = useCall()
  const { data } = useQuery({
    queryKey: ['throughput'],
    queryFn: ({ signal }) => readRates(call, signal),
    refetchInterval: POLL_MS,
    staleTime: POLL_MS,
  })
  const [history, setHistory] = useState<readonly Rates[]>([])
  // The query cache keeps one answer; the line needs those before it.
  useEffect(() => {
    if (data !== undefined) setHistory((old) => (old.at(-1)?.at === data.at ? old : [...old, data].slice(-KEPT)))
  }, [data])
  return { latest: data, history }
}
