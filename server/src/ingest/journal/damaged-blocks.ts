/**
 * Blocks that the disk returns damaged: their bytes are saved in a folder, their messages are counted, and reading
 * continues behind them.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Log } from '../../platform/log.ts'
import type { JournalBlock } from './journal.ts'

export type DamagedBlocks = ReturnType<typeof createDamagedBlocks>

export function createDamagedBlocks(journalFolder: string, log: Log) {
  const folder = join(journalFolder, 'damaged')
  const endOffsets = new Map<number, number>()
  let messages = 0

  return {
    /** Saves the block in a file named after the offsets of its messages. */
    setAside({ firstOffset, count, bytes }: JournalBlock) {
      if (endOffsets.has(firstOffset)) return
      const path = resolve(folder, `${firstOffset}-${firstOffset + count - 1}.block`)
      const facts = { firstOffset, messages: count, path }
      endOffsets.set(firstOffset, firstOffset + count)
      messages += count
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        writeFileSync(path, bytes, { mode: 0o600 })
        log.error(facts, 'damaged messages in the journal are left out and set aside')
      } catch (error) {
        log.error({ ...facts, err: error }, 'damaged messages in the journal are left out and could not be set aside')
      }
    },
    /** The first offset at or after `offset` that is not in a damaged block. */
    behind(offset: number) {
      let end = offset
      for (let next = endOffsets.get(end); next !== undefined; next = endOffsets.get(end)) end = next
      return end
    },
    /** Messages in damaged blocks. */
    count: () => messages,
  }
}
