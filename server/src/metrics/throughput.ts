import type { ThroughputHistory } from '@logyard/contract/metrics/metrics'
import type { Clock } from '../platform/clock.ts'
import type { Counter, Metrics } from './metrics.ts'

/** The number of messages that arrive and that are stored: in total, per second, and per minute of the last day. */
export interface Throughput extends Disposable {
  readonly input: Counter
  readonly output: Counter
  /** Messages of the last whole second. */
  lastSecond(): Counts
  /** Oldest first, at most a day. */
  minutes(): ThroughputHistory['minutes']
}

interface Counts {
  readonly input: number
  readonly output: number
}

const SECOND_MS = 1000
const MINUTE_MS = 60_000
const MAX_MINUTES = 1440

export function createThroughput({ metrics, clock }: { metrics: Metrics; clock: Clock }): Throughput {
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
  const minutes: ThroughputHistory['minutes'] = []
  const seconds = clock.every(SECOND_MS, () => {
    lastSecond = inSecond()
  })
  const history = clock.every(MINUTE_MS, () => {
    minutes.push({ at: clock.now().toISOString(), ...inMinute() })
    if (minutes.length > MAX_MINUTES) minutes.shift()
  })
  metrics.gauge('org.graylog2.throughput.input.1-sec-rate', () => lastSecond.input)
  metrics.gauge('org.graylog2.throughput.output.1-sec-rate', () => lastSecond.output)
  return {
    input,
    output,
    lastSecond: () => lastSecond,
    minutes: () => minutes,
    [Symbol.dispose]() {
      seconds[Symbol.dispose]()
      history[Symbol.dispose]()
    },
  }
}
