import type { JournalBlock } from './journal.ts'

const MAX_BYTES = 16 * 2 ** 20

/**
 * A cache of blocks that were just written: the reader is usually waiting for them and need not read the disk. The newest
 * is always cached, because a long message is a block of its own, and reading it again costs the most.
 */
export type RecentBlocks = ReturnType<typeof createRecentBlocks>

export function createRecentBlocks() {
  const blocks = new Map<number, JournalBlock>()
  let bytes = 0
  /** Removes and returns the block: its memory then belongs to the caller. */
  const remove = (firstOffset: number) => {
    const block = blocks.get(firstOffset)
    if (block !== undefined && blocks.delete(firstOffset)) bytes -= block.bytes.buffer.byteLength
    return block
  }
  return {
    add(block: JournalBlock) {
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
