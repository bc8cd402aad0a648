/** What the writer, the reader and the retention of one open journal share. Offsets only grow. */
import { createWakeUp, type WakeUp } from '../../platform/wake-up.ts'
import type { BlockStore } from './block-store.ts'

export interface JournalState {
  /** Offset of the next message that is appended. */
  nextOffset: number
  /** Everything below is on the disk. */
  flushedOffset: number
  /** Everything below is stored as messages, expired, or set aside as damaged. */
  committedOffset: number
  /** The committed offset that is on the disk. */
  notedOffset: number
  storedBytes: number
  storedBlocks: number
  /** Since when no block is stored; meaningful while there is none. */
  emptySince: Date
  readonly closing: AbortController
  /** Wakes those who wait after each write. */
  readonly flushWakeUp: WakeUp
  /** Wakes those who wait when there is room again. */
  readonly roomWakeUp: WakeUp
  /** Wakes those who wait when `notedOffset` has grown. */
  readonly notedWakeUp: WakeUp
}

export function createJournalState(
  { committedOffset, facts }: Pick<BlockStore, 'committedOffset' | 'facts'>,
  openedAt: Date,
) {
  let nextOffset = committedOffset
  let storedBytes = 0
  let storedBlocks = 0
  for (const { firstOffset, count, bytes } of facts()) {
    storedBytes += bytes
    storedBlocks += 1
    nextOffset = firstOffset + count
  }
  return {
    nextOffset,
    flushedOffset: nextOffset,
    committedOffset,
    notedOffset: committedOffset,
    storedBytes,
    storedBlocks,
    emptySince: openedAt,
    closing: new AbortController(),
    flushWakeUp: createWakeUp(),
    roomWakeUp: createWakeUp(),
    notedWakeUp: createWakeUp(),
  } satisfies JournalState
}
