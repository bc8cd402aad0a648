import { unlessAborted } from '../../platform/unless-aborted.ts'
import { createWakeUp } from '../../platform/wake-up.ts'

export type Batches = ReturnType<typeof createBatches>

/** In place of the number of a shard: a change of columns or indices. */
export const CHANGE = -1

/** The batches that are being written, by the numbers of their shards, and the changes that are being made. */
export function createBatches() {
  const running = new Map<object, number>()
  const ended = createWakeUp()
  return {
    begin(shard: number): Disposable {
      const batch = {}
      running.set(batch, shard)
      return {
        [Symbol.dispose]() {
          running.delete(batch)
          ended.wake()
        },
      }
    },
    /** Resolves once all that run now have ended; those of one shard only, if it is given. */
    async untilEnded(signal: AbortSignal, shard?: number): Promise<void> {
      const before = [...running].flatMap(([batch, of]) => (shard === undefined || of === shard ? [batch] : []))
      while (before.some((batch) => running.has(batch))) await unlessAborted(ended.next(), signal)
    },
  }
}
