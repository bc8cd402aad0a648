import type { JournalBlock } from '../ingest/journal/journal.ts'
import { unlessAborted } from '../platform/unless-aborted.ts'
import { createWakeUp } from '../platform/wake-up.ts'
import type { BlockResult } from './blocks/block-result.ts'

/** The blocks between the journal and the store: what limits reading, and what `settled` waits for. */
export type Underway = ReturnType<typeof createUnderway>

export function createUnderway() {
  const change = createWakeUp()
  /** Bytes by first offset. */
  const bytesOfBlocks = new Map<number, number>()
  let unstoredBytes = 0
  let unanswered = 0
  let processedMs = 0
  let storedMs = 0
  return {
    /** The block was given to the worker pool. */
    begin({ firstOffset, bytes }: JournalBlock) {
      unstoredBytes += bytes.byteLength
      bytesOfBlocks.set(firstOffset, bytes.byteLength)
      unanswered += 1
    },
    /** The pool has answered for a block. */
    answered() {
      unanswered -= 1
      change.wake()
    },
    processed({ newestReceivedAtMs }: BlockResult) {
      processedMs = Math.max(processedMs, newestReceivedAtMs)
    },
    /** `result` is undefined for a block that could not be processed. */
    stored(firstOffset: number, result: BlockResult | undefined) {
      unstoredBytes -= bytesOfBlocks.get(firstOffset) ?? 0
      bytesOfBlocks.delete(firstOffset)
      storedMs = Math.max(storedMs, result?.newestReceivedAtMs ?? 0)
      change.wake()
    },
    /** Blocks that the pool has not answered for. */
    unanswered: () => unanswered,
    /** Raw bytes of the blocks that are not stored. */
    unstoredBytes: () => unstoredBytes,
    /** Resolves at the next change of any of this. */
    changed: change.next,
    notifyChange: change.wake,
    /** Resolves once all blocks that are underway now are stored. */
    async settled(signal: AbortSignal) {
      const newest = Math.max(-1, ...bytesOfBlocks.keys())
      const isUnderway = () => bytesOfBlocks.keys().some((firstOffset) => firstOffset <= newest)
      while (isUnderway()) await unlessAborted(change.next(), signal)
    },
    /** Whether everything is stored. */
    isEmpty: () => bytesOfBlocks.size === 0,
    newestProcessedAt: () => new Date(processedMs),
    newestStoredAt: () => new Date(storedMs),
  }
}
