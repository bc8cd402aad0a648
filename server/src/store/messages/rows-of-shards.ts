import { setImmediate as nextTurn } from 'node:timers/promises'
import { readBlock, readBlockUpTo, selectRows } from './native/native-block.ts'
import { joinRows, type RowBatch } from './row-batch.ts'

/**
 * So many raw messages that came one after the other are stored on the same shard. A small batch is one insert, as each
 * insert has costs of its own; a large batch goes to several shards at once.
 */
export const TOGETHER = 16_384

const OFFSET = 'journal_offset'

/** The number of a message's shard, from 0. It depends on its id only: a replay stores it on the same one. */
const shardOf = (journalOffset: number, shards: number): number => Math.floor(journalOffset / TOGETHER) % shards

/** The rows of each shard. */
export async function rowsOfShards(batch: RowBatch, shards: number): Promise<readonly RowBatch[]> {
  if (shards === 1) return [batch]
  const parts: RowBatch[][] = Array.from({ length: shards }, () => [])
  for (const bytes of batch.chunks) {
    const { rows, columns } = readBlockUpTo(bytes, OFFSET)
    const offsets = columns.get(OFFSET)
    const shardAt = (row: number) => shardOf(Number(offsets?.valueAt(row)), shards)
    const first = shardAt(0)
    let same = 1
    while (same < rows && shardAt(same) === first) same += 1
    if (same === rows) parts[first]?.push({ chunks: [bytes], count: rows })
    else divide(bytes, shardAt, parts)
    await nextTurn()
  }
  return parts.map(joinRows)
}

function divide(bytes: Uint8Array<ArrayBuffer>, shardAt: (row: number) => number, parts: readonly RowBatch[][]): void {
  const block = readBlock(bytes)
  const all = Array.from({ length: block.rows }, (_, row) => row)
  for (const [shard, rows] of Map.groupBy(all, shardAt)) {
    parts[shard]?.push({ chunks: [selectRows(block, rows)], count: rows.length })
  }
}
