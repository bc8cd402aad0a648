/**
 * The blocks of the journal in one LMDB environment. A block lies under the key [first offset, count, bytes, time], so
 * that all figures come from keys alone. Without `overlappingSync` a put resolves after fdatasync of the data and of
 * the new root: what is written is on the disk.
 */
import type { Database } from 'lmdb'
import { lmdbCommit } from '../platform/lmdb-commit.ts'
import { openLmdb } from '../platform/open-lmdb.ts'
import type { JournalBlock } from './journal.ts'

export interface BlockFacts {
  readonly firstOffset: number
  readonly count: number
  readonly bytes: number
  readonly sealedAtMs: number
}

export interface SealedBlock extends JournalBlock {
  readonly sealedAtMs: number
}

export interface BlockStore {
  readonly committedOffset: number
  /** Resolves when all are on the disk; after a failure some may be, and the same may be written again. */
  write(blocks: readonly SealedBlock[]): Promise<void>
  /** The first block that begins at `offset` or later, in memory of its own. */
  from(offset: number): JournalBlock | undefined
  /** The last block that begins at `offset` or earlier, in memory of its own. */
  upTo(offset: number): JournalBlock | undefined
  /** In order. */
  facts(): Iterable<BlockFacts>
  /** Notes what is committed, and then deletes blocks: their offsets must not be given away again. */
  commitAndRemove(committedOffset: number, blocks: readonly BlockFacts[]): Promise<void>
  close(): Promise<void>
}

type BlockKey = [firstOffset: number, count: number, bytes: number, sealedAtMs: number]

const COMMITTED = 'committed'

export function openBlockStore(folder: string, mapBytes: number): BlockStore {
  const root = openLmdb(folder, mapBytes)
  const blocks: Database<Uint8Array, BlockKey> = root.openDB('blocks', { encoding: 'binary' })
  const state: Database<number, string> = root.openDB('state', { encoding: 'ordered-binary' })

  return {
    committedOffset: state.get(COMMITTED) ?? 0,
    write: (group) => lmdbCommit(group.map((block) => blocks.put(keyOf(factsOf(block)), block.bytes))),
    from: (offset) => firstOf(blocks.getRange({ start: [offset], limit: 1 })),
    // A key of one part lies before all keys that begin with it.
    upTo: (offset) => firstOf(blocks.getRange({ start: [offset + 1], reverse: true, limit: 1 })),
    facts: () =>
      blocks
        .getKeys({ start: [0], snapshot: false })
        .map(([firstOffset, count, bytes, sealedAtMs]) => ({ firstOffset, count, bytes, sealedAtMs })),
    async commitAndRemove(committedOffset, old) {
      await lmdbCommit([state.put(COMMITTED, committedOffset)])
      await lmdbCommit(old.map((facts) => blocks.remove(keyOf(facts))))
    },
    close: () => root.close(),
  }
}

function firstOf(entries: Iterable<{ key: BlockKey; value: Uint8Array }>): JournalBlock | undefined {
  const [entry] = entries
  if (entry === undefined) return undefined
  const [firstOffset, count] = entry.key
  return { firstOffset, count, bytes: new Uint8Array(entry.value) }
}

const keyOf = ({ firstOffset, count, bytes, sealedAtMs }: BlockFacts): BlockKey => [
  firstOffset,
  count,
  bytes,
  sealedAtMs,
]

export const factsOf = ({ firstOffset, count, bytes, sealedAtMs }: SealedBlock): BlockFacts => ({
  firstOffset,
  count,
  bytes: bytes.byteLength,
  sealedAtMs,
})
