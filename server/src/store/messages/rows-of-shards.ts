import { setImmediate as nextTurn } from 'node:timers/promises'
import { readBlock, selectRows } from './native/native-block.ts'
import { joinRows, type RowBatch } from './row-batch.ts'

/** So many raw messages that came one after the other are stored on the same shard: most blocks need not be divided. */
export const TOGETHER = 1024

/** The number of a message's shard, from 0. It depends on its id only: a replay stores it on the same one. */
const shardOf = (journalOffset: number, shards: number): number => Math.floor(journalOffset / TOGETHER) % shards

/** The rows of each shard. */
export async function rowsOfShards(batch: RowBatch, shards: number): Promise<readonly RowBatch[]> {
  if (shards === 1) return [batch]
  const parts: RowBatch[][] = Array.from({ length: shards }, () => [])
  for (const bytes of batch.chunks) {
    const block = readBlock(bytes)
    const offsets = block.columns.get('journal_offset')
    const places = Array.from({ length: block.rows }, (_, at) => at)
    const byShard = Map.groupBy(places, (at) => shardOf(Number(offsets?.valueAt(at)), shards))
    for (const [shard, rows] of byShard) {
      const isWhole = rows.length === block.rows
      parts[shard]?.push({ chunks: [isWhole ? bytes : selectRows(block, rows)], count: rows.length })
    }
    await nextTurn()
  }
  return parts.map(joinRows)
}
