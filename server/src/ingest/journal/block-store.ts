/**
 * The blocks of the journal in one LMDB environment. The key of a block is [first offset, count, bytes, time, checksum],
 * so that figures need only the keys. Without `overlappingSync`, a put resolves after fdatasync of the data and of the
 * new root: then it is on the disk.
 */

import type { Database } from 'lmdb'
import { lmdbCommit } from '../../platform/lmdb/lmdb-commit.ts'
import { type LmdbOptions, lmdbDamaged, openLmdb } from '../../platform/lmdb/open-lmdb.ts'
import { type BlockKey, factsOfKey, isIntact, keyOfBlock, keyOfFacts } from './block-key.ts'
import type { JournalBlock } from './journal.ts'
import type { BlockFacts, SealedBlock } from './sealed-block.ts'

export interface StoredBlock extends JournalBlock {
  /** False if the disk returns other bytes than were written. */
  readonly isIntact: boolean
}

export type BlockStore = ReturnType<typeof openBlockStore>

const COMMITTED = 'committed'
/** Stored twice to detect damage; older versions stored it once. */
type Committed = number | [offset: number, again: number]

export function openBlockStore(folder: string, mapBytes: number) {
  const options: LmdbOptions = { folder, mapBytes, trees: ['blocks', 'state'], content: 'message journal' }
  const root = openLmdb(options)
  const blocks: Database<Uint8Array, BlockKey> = root.openDB('blocks', { encoding: 'binary' })
  const state: Database<Committed, string> = root.openDB('state', { encoding: 'ordered-binary' })

  function readCommitted(): number {
    const stored = state.get(COMMITTED)
    if (stored === undefined && [...state.getKeys()].length === 0) return 0
    const [offset, again] = Array.isArray(stored) ? stored : [stored, stored]
    if (Number.isSafeInteger(offset) && offset !== undefined && offset === again) return offset
    throw lmdbDamaged(options, 'it does not say what is stored already')
  }

  /** The blocks must have no gaps, and begin at or before the committed offset. */
  function checkRun(): void {
    let end: number | undefined
    for (const key of blocks.getKeys({ snapshot: false })) {
      const facts = factsOfKey(key)
      const isNext =
        facts !== undefined && (end === undefined ? facts.firstOffset <= committedOffset : facts.firstOffset === end)
      if (facts === undefined || !isNext) throw lmdbDamaged(options, 'its blocks do not follow each other')
      end = facts.firstOffset + facts.count
    }
  }

  function* facts(): Generator<BlockFacts> {
    for (const key of blocks.getKeys({ start: [0], snapshot: false })) {
      const found = factsOfKey(key)
      if (found !== undefined) yield found
    }
  }

  let committedOffset: number
  try {
    committedOffset = readCommitted()
    checkRun()
  } catch (error) {
    void root.close()
    throw error
  }

  return {
    committedOffset,
    /** Resolves when all are on the disk. After a failure some may be; writing them again is safe. */
    write: (group: readonly SealedBlock[]) =>
      lmdbCommit(group.map((block) => blocks.put(keyOfBlock(block), block.bytes))),
    /** A copy of the first block that begins at `offset` or later. */
    from: (offset: number) => firstOf(blocks.getRange({ start: [offset], limit: 1 })),
    /** A copy of the last block that begins at `offset` or earlier: a key of one part sorts before all that begin with it. */
    upTo: (offset: number) => firstOf(blocks.getRange({ start: [offset + 1], reverse: true, limit: 1 })),
    /** Facts about the blocks, in order. */
    facts,
    /** Stores the committed offset first, then deletes the blocks: their offsets must never be assigned again. */
    async commitAndRemove(offset: number, old: readonly BlockFacts[]) {
      await lmdbCommit([state.put(COMMITTED, [offset, offset])])
      await lmdbCommit(old.map((facts) => blocks.remove(keyOfFacts(facts))))
    },
    close: () => root.close(),
  }
}

function firstOf(entries: Iterable<{ key: BlockKey; value: Uint8Array }>): StoredBlock | undefined {
  const [entry] = entries
  const facts = entry && factsOfKey(entry.key)
  if (entry === undefined || facts === undefined) return undefined
  const bytes = new Uint8Array(entry.value)
  return { firstOffset: facts.firstOffset, count: facts.count, bytes, isIntact: isIntact(facts, bytes) }
}
