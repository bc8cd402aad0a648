/** What tells whether the messages of a piece of time are still those that were aggregated. Messages never change. */
import { type InstantRange, rangeCondition } from '../message-scope.ts'
import type { SearchEngine } from '../search-engine.ts'
import { alike, pieceRange, rangesOf } from './pieces.ts'

export interface StoredMessages {
  /** How many there are in each of the ranges. */
  readonly counts: readonly number[]
  /**
   * The indices that can be searched. An index that is deleted and made again, or closed and opened, counts as another:
   * its rows are numbered on.
   */
  readonly indices: ReadonlySet<string>
}

/** From the first to the last that lies in the range; `undefined` when there is none. */
export async function storedRange(
  engine: SearchEngine,
  range: InstantRange,
  signal: AbortSignal,
): Promise<InstantRange | undefined> {
  const end = (order: 'ASC' | 'DESC') =>
    `SELECT toUnixTimestamp64Milli(timestamp) FROM messages WHERE ${rangeCondition(range)} ORDER BY timestamp ${order} LIMIT 1`
  const [row] = await engine.rows(`SELECT (${end('ASC')}), (${end('DESC')})`, { signal })
  const [fromMs, toMs] = row ?? []
  return typeof fromMs === 'number' && typeof toMs === 'number' ? { fromMs, toMs } : undefined
}

export async function storedMessages(
  engine: SearchEngine,
  ranges: readonly InstantRange[],
  signal: AbortSignal,
): Promise<StoredMessages> {
  const indices = `SELECT concat(partition, ':', toString(min(min_block_number))) FROM system.parts
    WHERE database = currentDatabase() AND table = 'messages' AND active GROUP BY partition`
  const counted = ranges.map((range) => `(${countSql(range)})`)
  const [row] = await engine.rows(`SELECT groupArray(*), ${counted.join(', ')} FROM (${indices})`, { signal })
  const [names, ...counts] = row ?? []
  return { indices: new Set(Array.isArray(names) ? names.map(String) : []), counts: counts.map(Number) }
}

/** One count by the engine's index takes as long as reading the instants of so many messages. */
const READ_FOR_A_COUNT = 100_000

/** How many messages each piece holds, whatever they are; `together` is how many they hold together. */
export async function messagesByPiece(
  engine: SearchEngine,
  pieces: readonly number[],
  together: number,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, number>> {
  const read = alike(pieces).map(
    ({ pieces: ofLength, numberSql }) =>
      `SELECT ${numberSql} AS piece, count() FROM messages WHERE ${withinSql(rangesOf(ofLength))} GROUP BY piece`,
  )
  const counted = pieces.map((piece) => `SELECT ${piece}, (${countSql(pieceRange(piece))})`)
  const isReadFaster = together < READ_FOR_A_COUNT * pieces.length
  const rows = await engine.rows((isReadFaster ? read : counted).join(' UNION ALL '), { signal })
  const found = new Map(rows.map(([piece, count]) => [Number(piece), Number(count)]))
  return new Map(pieces.map((piece) => [piece, found.get(piece) ?? 0]))
}

/** SQL that holds for what lies in one of the ranges. */
export const withinSql = (ranges: readonly InstantRange[]): string =>
  `(${ranges.map((range) => `(${rangeCondition(range)})`).join(' OR ')})`

const countSql = (range: InstantRange): string => `SELECT count() FROM messages WHERE ${rangeCondition(range)}`
