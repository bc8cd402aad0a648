import type { GelfChunkFigures, GelfChunks } from '@logyard/codecs/gelf/gelf-chunks'
import type { Counter } from '../../metrics/metrics.ts'
import type { Clock } from '../../platform/clock.ts'
import type { MetricsOfInputs } from './input-metrics.ts'

const SECOND_MS = 1000
const PREFIX = 'org.graylog2.inputs.codecs.GelfChunkAggregator.'
const waitingMessages = (figures: GelfChunkFigures) => figures.waitingMessages
const NAMES: readonly (readonly [name: string, of: (figures: GelfChunkFigures) => number])[] = [
  ['total-chunks', ({ totalChunks }) => totalChunks],
  ['waiting-messages', waitingMessages],
  ['complete-messages', ({ completeMessages }) => completeMessages],
  ['expired-messages', ({ expiredMessages }) => expiredMessages],
  ['expired-chunks', ({ expiredChunks }) => expiredChunks],
  ['duplicate-chunks', ({ duplicateChunks }) => duplicateChunks],
]

/** Expires chunks that wait too long, and adds the figures of an input's chunks to those of all inputs. */
export function watchGelfChunks(deps: {
  readonly gelfChunks: GelfChunks
  readonly metrics: Pick<MetricsOfInputs, 'counter'>
  readonly clock: Clock
}): Disposable {
  const { gelfChunks, metrics, clock } = deps
  const watched: { readonly counter: Counter; readonly of: (figures: GelfChunkFigures) => number; seen: number }[] =
    NAMES.map(([name, of]) => ({ counter: metrics.counter(PREFIX + name), of, seen: 0 }))
  const ticker = clock.every(SECOND_MS, () => {
    gelfChunks.expire(clock.monotonicMs())
    const figures = gelfChunks.figures()
    for (const each of watched) {
      const now = each.of(figures)
      each.counter.increment(now - each.seen)
      each.seen = now
    }
  })
  return {
    [Symbol.dispose]() {
      ticker[Symbol.dispose]()
      // What waits ends with the input.
      for (const { counter, of, seen } of watched) if (of === waitingMessages) counter.increment(-seen)
    },
  }
}
