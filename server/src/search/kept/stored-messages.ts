/** What tells whether the messages of a piece of time are still those that were aggregated. Messages never change. */
import { type InstantRange, rangeCondition } from '../message-scope.ts'
import type { SearchEngine } from '../search-engine.ts'
import { type Pieces, pieceRange } from './pieces.ts'

export interface StoredMessages {
  /** How many there are in whole pieces. */
  readonly total: number
  /**
   * The indices that can be searched. An index that is deleted and made again, or closed and opened, counts as another:
   * its rows are numbered on.
   */
  readonly indices: ReadonlySet<string>
}

export async function storedMessages(
  engine: SearchEngine,
  { whole }: Pieces,
  signal: AbortSignal,
): Promise<StoredMessages> {
  const indices = `SELECT concat(partition, ':', toString(min(min_block_number))) FROM system.parts
    WHERE database = currentDatabase() AND table = 'messages' AND active GROUP BY partition`
  const [row] = await engine.rows(`SELECT (${countSql(whole)}), arraySort(groupArray(*)) FROM (${indices})`, { signal })
  const [total, names] = row ?? []
  return { total: Number(total), indices: new Set(Array.isArray(names) ? names.map(String) : []) }
}

/** How many messages each piece holds, whatever they are. */
export async function messagesByPiece(
  engine: SearchEngine,
  pieces: Pieces,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, number>> {
  const numbers = Array.from({ length: pieces.last - pieces.first + 1 }, (_, at) => pieces.first + at)
  // The engine's index answers each of them without reading.
  const counts = numbers.map((piece) => `SELECT ${piece}, (${countSql(pieceRange(pieces, piece))})`)
  const rows = await engine.rows(counts.join(' UNION ALL '), { signal })
  return new Map(rows.map(([piece, count]) => [Number(piece), Number(count)]))
}

const countSql = (range: InstantRange): string => `SELECT count() FROM messages WHERE ${rangeCondition(range)}`
