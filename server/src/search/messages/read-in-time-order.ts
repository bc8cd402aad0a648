/**
 * Reads messages in the order of the table. Timestamps are read first, so that the engine stops after the last wanted one;
 * all columns are read for messages of the page only. Messages with equal timestamps are sorted here: with a second sort
 * key the engine would read the whole range.
 */
import { type ScopedSql, sql } from '@logyard/languages/sql/sql'
import { sqlDirection, sqlInteger } from '@logyard/languages/sql/sql-parts'
import type { SearchEngine, SqlOptions } from '../statements/search-engine.ts'
import type { MessageReader, StoredMessage } from './message-rows.ts'
import { instantOf, WITHOUT_READ_AHEAD } from './page-finder.ts'

export interface InTimeOrder {
  readonly from: ScopedSql
  readonly order: 'ASC' | 'DESC'
  readonly limit: number
  readonly reader: MessageReader
  /** Compares messages with equal timestamps. */
  readonly compare: (a: StoredMessage, b: StoredMessage) => number
}

export interface OrderedMessages {
  /** At least as many as wanted, unless there are fewer. */
  readonly messages: readonly StoredMessage[]
  /** The timestamp at which reading stopped; `undefined` if there are no more messages. */
  readonly endMs: number | undefined
}

/** One statement is enough if the last wanted message shares its timestamp with at most this many others. */
const SPARE = 20
/** Then the engine sorts timestamps, and opens all other columns for the messages that it returns. */
const ONLY_RETURNED = sql`SETTINGS optimize_read_in_order = 0`

/** The timestamp up to which `readInTimeOrder` reads; `undefined` if it reads all of `from`. */
export async function findEnd(
  engine: SearchEngine,
  { from, order, limit }: Pick<InTimeOrder, 'from' | 'order' | 'limit'>,
  options: SqlOptions,
): Promise<number | undefined> {
  const last = sql`LIMIT 1 OFFSET ${sqlInteger(limit + SPARE - 1)}`
  const instant = sql`SELECT toUnixTimestamp64Milli(timestamp) FROM ${from} ORDER BY timestamp ${sqlDirection(order)}`
  const [row] = await engine.rows(sql`${instant} ${last} ${WITHOUT_READ_AHEAD}`, options)
  return row && instantOf(row)
}

/** Returns undefined if more messages share one timestamp than were read: then they cannot be sorted here. */
export async function readInTimeOrder(
  engine: SearchEngine,
  { from, order, limit, reader, compare }: InTimeOrder,
  options: SqlOptions,
): Promise<OrderedMessages | undefined> {
  const read = limit + SPARE
  const rows = await engine.rows(
    sql`SELECT ${reader.selection} FROM ${from} ORDER BY timestamp ${sqlDirection(order)} LIMIT ${sqlInteger(read)} ${ONLY_RETURNED}`,
    options,
  )
  const found = rows.map(reader.read)
  const isAll = found.length < read
  const end = isAll ? undefined : found.at(-1)?.document.timestamp
  const messages = found.filter(({ document }) => document.timestamp !== end)
  if (messages.length < limit && !isAll) return undefined
  const later = order === 'ASC' ? 1 : -1
  messages.sort((a, b) => {
    const [first, second] = [a.document.timestamp, b.document.timestamp]
    return first === second ? compare(a, b) : first < second ? -later : later
  })
  return { messages, endMs: end === undefined ? undefined : Date.parse(end) }
}
