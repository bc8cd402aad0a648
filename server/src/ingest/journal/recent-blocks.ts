import type { JournalBlock } from './journal.ts'

const MAX_BYTES = 16 * 2 ** 20

/**
 * A cache of blocks that were just written: the reader is usually waiting for them and need not read the disk. The newest
 * is always cached, because a long message is a block of its own, and reading it again costs the most.
 */
export interface RecentBlocks {
  add(block: JournalBlock): void
  /** Removes and returns the block: its memory then belongs to the caller. */
  remove(firstOffset: number): JournalBlock | undefined
}

export function createRecentBlocks(): RecentBlocks {
  const blocks = new Map<number, JournalBlock>()
  let bytes = 0
  const remove = (firstOffset: number) => {
    const block = blocks.get(firstOffset)
    if (block !== undefined && blocks.delete(firstOffset)) bytes -= block.bytes.buffer.byteLength
    return block
  }
  return {
    add(block) {
      blocks.set(block.firstOffset, block)
      bytes += block.bytes.buffer.byteLength
      for (const oldest of blocks.keys()) {
        if (bytes <= MAX_BYTES || blocks.size === 1) return
        remove(oldest)
      }
    },
    remove,
  }
}
