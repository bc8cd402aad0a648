import type { ThroughputHistory } from '@logyard/contract/metrics/metrics'
import type { Clock } from '../platform/clock.ts'
import type { Metrics } from './metrics.ts'
import type { ThroughputFile } from './throughput-file.ts'

/** The number of messages that arrive and that are stored: in total, per second, and per minute of the last day. */
export type Throughput = ReturnType<typeof createThroughput>

interface Counts {
  readonly input: number
  readonly output: number
}

const SECOND_MS = 1000
const MINUTE_MS = 60_000
const MAX_MINUTES = 1440

export function createThroughput(deps: {
  readonly metrics: Metrics
  readonly clock: Clock
  readonly file?: ThroughputFile
}) {
  const { metrics, clock, file } = deps
  const input = metrics.counter('org.graylog2.throughput.input')
  const output = metrics.counter('org.graylog2.throughput.output')
  const sinceLastCall = () => {
    let before = { input: input.count(), output: output.count() }
    return (): Counts => {
      const now = { input: input.count(), output: output.count() }
      const counts = { input: now.input - before.input, output: now.output - before.output }
      before = now
      return counts
    }
  }
  const inSecond = sinceLastCall()
  const inMinute = sinceLastCall()
  let lastSecond: Counts = { input: 0, output: 0 }
  const minutes: ThroughputHistory['minutes'] = [...(file?.before ?? [])]
  // Averages over a minute, for people: the counters of the API have none.
  const meters = {
    input: metrics.meter('logyard.throughput.input'),
    output: metrics.meter('logyard.throughput.output'),
  }
  const seconds = clock.every(SECOND_MS, () => {
    lastSecond = inSecond()
    meters.input.mark(lastSecond.input)
    meters.output.mark(lastSecond.output)
  })
  const history = clock.every(MINUTE_MS, () => {
    const now = clock.now()
    minutes.push({ at: now.toISOString(), ...inMinute() })
    const current = minutes.filter(({ at }) => Date.parse(at) > now.getTime() - MAX_MINUTES * MINUTE_MS)
    minutes.splice(0, minutes.length, ...current.slice(-MAX_MINUTES))
    file?.append(minutes)
  })
  metrics.gauge('org.graylog2.throughput.input.1-sec-rate', () => lastSecond.input)
  metrics.gauge('org.graylog2.throughput.output.1-sec-rate', () => lastSecond.output)
  return {
    input,
    output,
    /** Messages of the last whole second. */
    lastSecond: () => lastSecond,
    /** Oldest first, at most a day; those before a restart too. */
    minutes: () => minutes,
    [Symbol.dispose]() {
      seconds[Symbol.dispose]()
      history[Symbol.dispose]()
    },
  }
}
