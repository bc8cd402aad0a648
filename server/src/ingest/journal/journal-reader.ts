/** Reads blocks that are on the disk. Damaged ones are set aside, and reading goes on behind them. */
import { unlessAborted } from '../../platform/unless-aborted.ts'
import type { BlockStore } from './block-store.ts'
import type { DamagedBlocks } from './damaged-blocks.ts'
import type { Journal, JournalBlock } from './journal.ts'
import type { JournalState } from './journal-state.ts'
import type { RecentBlocks } from './recent-blocks.ts'

export interface JournalReader extends Pick<Journal, 'read' | 'blockWith'> {
  readEntries(): number
}

interface ReaderDeps {
  readonly state: JournalState
  readonly store: BlockStore
  readonly recent: RecentBlocks
  readonly damaged: DamagedBlocks
}

export function createJournalReader(deps: ReaderDeps): JournalReader {
  const { state, store, recent } = deps
  let readEntries = 0
  return {
    async read(offset, maxBytes, signal) {
      const found: JournalBlock[] = []
      let bytes = 0
      // Expired messages are skipped, even if their block is still in memory.
      let at = Math.max(offset, state.committedOffset)
      while (bytes < maxBytes) {
        const block = nextIntact(deps, at)
        if (block === undefined && found.length > 0) break
        if (block === undefined) {
          await unlessAborted(state.flushWakeUp.next(), signal)
          continue
        }
        if (found.length > 0 && bytes + block.bytes.byteLength > maxBytes) {
          recent.add(block)
          break
        }
        found.push(block)
        bytes += block.bytes.byteLength
        at = block.firstOffset + block.count
        readEntries += block.count
      }
      return found
    },
    blockWith(offset) {
      const block = store.upTo(offset)
      return block?.isIntact && offset < block.firstOffset + block.count ? block : undefined
    },
    readEntries: () => readEntries,
  }
}

function nextIntact({ state, store, recent, damaged }: ReaderDeps, offset: number): JournalBlock | undefined {
  let at = offset
  while (at < state.flushedOffset) {
    const cached = recent.remove(at)
    if (cached !== undefined) return cached
    const stored = store.from(at)
    if (stored === undefined || stored.isIntact) return stored
    damaged.setAside(stored)
    state.committedOffset = damaged.behind(state.committedOffset)
    at = stored.firstOffset + stored.count
  }
  return undefined
}
