/** What the writer, the reader and the retention of one open journal share. Offsets only grow. */
import { type Bell, createBell } from '../../platform/bell.ts'
import type { BlockStore } from './block-store.ts'

export interface JournalState {
  /** Of the next message that is appended. */
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
  /** Rings after each write. */
  readonly flushBell: Bell
  /** Rings when there is room again. */
  readonly roomBell: Bell
  /** Rings when `notedOffset` has grown. */
  readonly notedBell: Bell
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
    flushBell: createBell(),
    roomBell: createBell(),
    notedBell: createBell(),
  } satisfies JournalState
}
