import type { Clock } from '../platform/clock.ts'
import type { Counter, Metrics } from './metrics.ts'

/** The number of messages that arrive and that are stored: in total, and per second. */
export interface Throughput extends Disposable {
  readonly input: Counter
  readonly output: Counter
  /** Messages of the last whole second. */
  lastSecond(): { readonly input: number; readonly output: number }
}

const SECOND_MS = 1000

export function createThroughput({ metrics, clock }: { metrics: Metrics; clock: Clock }): Throughput {
  const input = metrics.counter('org.graylog2.throughput.input')
  const output = metrics.counter('org.graylog2.throughput.output')
  let before = { input: 0, output: 0 }
  let lastSecond = { input: 0, output: 0 }
  const sampler = clock.every(SECOND_MS, () => {
    const now = { input: input.count(), output: output.count() }
    lastSecond = { input: now.input - before.input, output: now.output - before.output }
    before = now
  })
  metrics.gauge('org.graylog2.throughput.input.1-sec-rate', () => lastSecond.input)
  metrics.gauge('org.graylog2.throughput.output.1-sec-rate', () => lastSecond.output)
  return { input, output, lastSecond: () => lastSecond, [Symbol.dispose]: () => sampler[Symbol.dispose]() }
}
