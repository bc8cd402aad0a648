import type { JournalBlock } from '../ingest/journal/journal.ts'
import { unlessAborted } from '../platform/unless-aborted.ts'
import { createWakeUp } from '../platform/wake-up.ts'
import type { BlockResult } from './blocks/block-result.ts'

/** The blocks between the journal and the store: what limits reading, and what `settled` waits for. */
export interface Underway {
  /** The block was given to the worker pool. */
  begin(block: JournalBlock): void
  /** The pool has answered for a block. */
  answered(): void
  processed(result: BlockResult): void
  /** `result` is undefined for a block that could not be processed. */
  stored(firstOffset: number, result: BlockResult | undefined): void
  /** Blocks that the pool has not answered for. */
  unanswered(): number
  /** Raw bytes of the blocks that are not stored. */
  unstoredBytes(): number
  /** Resolves at the next change of any of this. */
  changed(): Promise<void>
  notifyChange(): void
  /** Resolves once all blocks that are underway now are stored. */
  settled(signal: AbortSignal): Promise<void>
  newestProcessedAt(): Date
  newestStoredAt(): Date
}

export function createUnderway(): Underway {
  const change = createWakeUp()
  /** Bytes by first offset. */
  const bytesOfBlocks = new Map<number, number>()
  let unstoredBytes = 0
  let unanswered = 0
  let processedMs = 0
  let storedMs = 0
  return {
    begin({ firstOffset, bytes }) {
      unstoredBytes += bytes.byteLength
      bytesOfBlocks.set(firstOffset, bytes.byteLength)
      unanswered += 1
    },
    answered() {
      unanswered -= 1
      change.wake()
    },
    processed({ newestReceivedAtMs }) {
      processedMs = Math.max(processedMs, newestReceivedAtMs)
    },
    stored(firstOffset, result) {
      unstoredBytes -= bytesOfBlocks.get(firstOffset) ?? 0
      bytesOfBlocks.delete(firstOffset)
      storedMs = Math.max(storedMs, result?.newestReceivedAtMs ?? 0)
      change.wake()
    },
    unanswered: () => unanswered,
    unstoredBytes: () => unstoredBytes,
    changed: change.next,
    notifyChange: change.wake,
    async settled(signal) {
      const newest = Math.max(-1, ...bytesOfBlocks.keys())
      const isUnderway = () => bytesOfBlocks.keys().some((firstOffset) => firstOffset <= newest)
      while (isUnderway()) await unlessAborted(change.next(), signal)
    },
    newestProcessedAt: () => new Date(processedMs),
    newestStoredAt: () => new Date(storedMs),
  }
}
