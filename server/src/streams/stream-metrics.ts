/** How many messages each stream takes in. */
import type { Metrics } from '../metrics/metrics.ts'
import type { Clock } from '../platform/clock.ts'

export interface StreamMetrics extends Disposable {
  /** Streams that there are, running or not; the figures of others go. */
  follow(streamIds: readonly string[]): void
  /** Messages that came in and stayed in their streams, by stream id. */
  count(messages: ReadonlyMap<string, number>): void
  timedOut(streamId: string): void
  faultsExceeded(streamId: string): void
}

const SECOND_MS = 1000
const prefixOf = (streamId: string) => `org.graylog2.plugin.streams.Stream.${streamId}.`

interface Figures {
  readonly mark: (count: number) => void
  total: number
  before: number
  lastSecond: number
}

export function createStreamMetrics({
  metrics,
  clock,
}: {
  readonly metrics: Metrics
  readonly clock: Clock
}): StreamMetrics {
  const figures = new Map<string, Figures>()

  const add = (streamId: string) => {
    const prefix = prefixOf(streamId)
    const incoming = metrics.meter(`${prefix}incomingMessages`)
    const entry: Figures = { mark: (count) => incoming.mark(count), total: 0, before: 0, lastSecond: 0 }
    metrics.gauge(`${prefix}incomingMessages.1-sec-rate`, () => entry.lastSecond)
    metrics.meter(`${prefix}ruleTimeouts`)
    metrics.meter(`${prefix}faultsExceeded`)
    figures.set(streamId, entry)
  }

  const sampler = clock.every(SECOND_MS, () => {
    for (const entry of figures.values()) {
      entry.lastSecond = entry.total - entry.before
      entry.before = entry.total
    }
  })
  /** A worker may still tell of a stream that was deleted meanwhile; its metrics must not come back. */
  const markMeter = (streamId: string, name: string) => {
    if (figures.has(streamId)) metrics.meter(`${prefixOf(streamId)}${name}`).mark()
  }

  return {
    follow(streamIds) {
      const present = new Set(streamIds)
      for (const streamId of streamIds) if (!figures.has(streamId)) add(streamId)
      for (const streamId of [...figures.keys()]) {
        if (present.has(streamId)) continue
        figures.delete(streamId)
        metrics.remove(prefixOf(streamId))
      }
    },
    count(messages) {
      for (const [streamId, count] of messages) {
        const entry = figures.get(streamId)
        if (entry === undefined) continue
        entry.mark(count)
        entry.total += count
      }
    },
    timedOut: (streamId) => markMeter(streamId, 'ruleTimeouts'),
    faultsExceeded: (streamId) => markMeter(streamId, 'faultsExceeded'),
    [Symbol.dispose]: () => sampler[Symbol.dispose](),
  }
}
