import type { GelfChunkFigures, GelfChunks } from '@logyard/codecs/gelf/gelf-chunks'
import type { Counter, Metrics } from '../../metrics/metrics.ts'
import type { Clock } from '../../platform/clock.ts'

const SECOND_MS = 1000
const PREFIX = 'org.graylog2.inputs.codecs.GelfChunkAggregator.'
const NAMES: readonly (readonly [name: string, of: (figures: GelfChunkFigures) => number])[] = [
  ['total-chunks', ({ totalChunks }) => totalChunks],
  ['waiting-messages', ({ waitingMessages }) => waitingMessages],
  ['complete-messages', ({ completeMessages }) => completeMessages],
  ['expired-messages', ({ expiredMessages }) => expiredMessages],
  ['expired-chunks', ({ expiredChunks }) => expiredChunks],
  ['duplicate-chunks', ({ duplicateChunks }) => duplicateChunks],
]

/** Expires chunks that wait too long, and publishes the figures of all chunks. */
export function watchGelfChunks(deps: {
  readonly gelfChunks: GelfChunks
  readonly metrics: Metrics
  readonly clock: Clock
}): Disposable {
  const { gelfChunks, metrics, clock } = deps
  const counters: readonly (readonly [Counter, (figures: GelfChunkFigures) => number])[] = NAMES.map(([name, of]) => [
    metrics.counter(PREFIX + name),
    of,
  ])
  return clock.every(SECOND_MS, () => {
    gelfChunks.expire(clock.monotonicMs())
    const figures = gelfChunks.figures()
    for (const [counter, of] of counters) counter.increment(of(figures) - counter.count())
  })
}
