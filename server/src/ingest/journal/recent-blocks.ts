import type { JournalBlock } from './journal.ts'

const MAX_BYTES = 16 * 2 ** 20

/** Blocks that were just written: their reader mostly waits for them already and need not ask the disk. */
export interface RecentBlocks {
  keep(block: JournalBlock): void
  /** Hands the block over: its memory is the taker's. */
  take(firstOffset: number): JournalBlock | undefined
}

export function createRecentBlocks(): RecentBlocks {
  const blocks = new Map<number, JournalBlock>()
  let bytes = 0
  const take = (firstOffset: number) => {
    const block = blocks.get(firstOffset)
    if (block !== undefined && blocks.delete(firstOffset)) bytes -= block.bytes.buffer.byteLength
    return block
  }
  return {
    keep(block) {
      blocks.set(block.firstOffset, block)
      bytes += block.bytes.buffer.byteLength
      for (const oldest of blocks.keys()) {
        if (bytes <= MAX_BYTES) return
        take(oldest)
      }
    },
    take,
  }
}
