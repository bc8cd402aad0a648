/** What tells whether the messages of a piece of time are still those that were aggregated. Messages never change. */
import { anyOf } from '@logyard/languages/query-sql/condition'
import { type ScopedSql, type Sql, sql } from '@logyard/languages/sql/sql'
import { joinSql, sqlDirection } from '@logyard/languages/sql/sql-parts'
import { readableForServer } from '../../../streams/stream-access.ts'
import { type InstantRange, messagesIn, rangeCondition } from '../../scope/message-scope.ts'
import type { SearchTypeContext } from '../../search-type.ts'
import { alike, pieceRange, rangesOf } from './partitions.ts'

export interface StoredMessages {
  /** How many there are in each of the ranges. */
  readonly counts: readonly number[]
  /**
   * The indices that can be searched. An index that is deleted and made again, or closed and opened, counts as another:
   * its rows are numbered on.
   */
  readonly indices: ReadonlySet<string>
}

type Asking = Pick<SearchTypeContext, 'engine' | 'schema' | 'nowMs' | 'signal'>

/** From the first to the last that lies in the range; `undefined` when there is none. */
export async function storedRange(asking: Asking, range: InstantRange): Promise<InstantRange | undefined> {
  const { engine, signal } = asking
  const end = (order: 'ASC' | 'DESC') =>
    sql`SELECT toUnixTimestamp64Milli(timestamp) FROM ${allWithin(asking, range)} ORDER BY timestamp ${sqlDirection(order)} LIMIT 1`
  const [row] = await engine.rows(sql`SELECT (${end('ASC')}), (${end('DESC')})`, { signal })
  const [fromMs, toMs] = row ?? []
  return typeof fromMs === 'number' && typeof toMs === 'number' ? { fromMs, toMs } : undefined
}

export async function storedMessages(asking: Asking, ranges: readonly InstantRange[]): Promise<StoredMessages> {
  const indices = sql`SELECT concat(partition, ':', toString(min(min_block_number))) FROM system.parts
    WHERE database = currentDatabase() AND table = 'messages' AND active GROUP BY partition`
  const counted = ranges.map((range) => sql`(${countSql(asking, range)})`)
  const statement = sql`SELECT groupArray(*), ${joinSql(counted, sql`, `)} FROM (${indices})`
  const [row] = await asking.engine.rows(statement, { signal: asking.signal, isAboutTables: true })
  const [names, ...counts] = row ?? []
  return { indices: new Set(Array.isArray(names) ? names.map(String) : []), counts: counts.map(Number) }
}

/** One count by the engine's index takes as long as reading the instants of so many messages. */
const READ_FOR_A_COUNT = 100_000

/** How many messages each piece holds, whatever they are; `together` is how many they hold together. */
export async function messagesByPiece(
  asking: Asking,
  pieces: readonly number[],
  together: number,
): Promise<ReadonlyMap<number, number>> {
  const read = alike(pieces).map(
    ({ pieces: ofLength, numberSql }) =>
      sql`SELECT ${numberSql} AS piece, count() FROM ${allWithin(asking, ...rangesOf(ofLength))} GROUP BY piece`,
  )
  const counted = pieces.map((piece) => sql`SELECT ${piece}, (${countSql(asking, pieceRange(piece))})`)
  const isReadFaster = together < READ_FOR_A_COUNT * pieces.length
  const statement = joinSql(isReadFaster ? read : counted, sql` UNION ALL `)
  const rows = await asking.engine.rows(statement, { signal: asking.signal })
  const found = new Map(rows.map(([piece, count]) => [Number(piece), Number(count)]))
  return new Map(pieces.map((piece) => [piece, found.get(piece) ?? 0]))
}

/** SQL that holds for what lies in one of the ranges. */
export const withinSql = (ranges: readonly InstantRange[]): Sql =>
  anyOf(ranges.map((range) => sql`(${rangeCondition(range)})`))

const countSql = (asking: Asking, range: InstantRange): ScopedSql =>
  sql`SELECT count() FROM ${allWithin(asking, range)}`

/** All messages of these times, whatever their streams: for numbers that nobody is answered with. */
function allWithin({ schema, nowMs }: Asking, ...ranges: readonly InstantRange[]): ScopedSql {
  const streams = readableForServer('how many messages a piece of time holds')
  const fromMs = Math.min(...ranges.map((range) => range.fromMs))
  const toMs = Math.max(...ranges.map((range) => range.toMs))
  const scope = { streams, range: { fromMs, toMs }, conditions: [] }
  return messagesIn(scope, schema, nowMs, ranges.length > 1 ? [withinSql(ranges)] : [])
}
