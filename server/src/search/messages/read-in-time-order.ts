/**
 * Reads messages in the order of the table, so that the engine stops after the last wanted message. Messages with equal
 * timestamps are sorted here: with a second sort key the engine would read the whole range.
 */
import { type ScopedSql, sql } from '@logyard/languages/sql/sql'
import { sqlDirection, sqlInteger } from '@logyard/languages/sql/sql-parts'
import type { SearchEngine, SqlOptions } from '../statements/search-engine.ts'
import type { MessageReader, StoredMessage } from './message-rows.ts'

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

/** Returns undefined if more messages share one timestamp than were read: then they cannot be sorted here. */
export async function readInTimeOrder(
  engine: SearchEngine,
  { from, order, limit, reader, compare }: InTimeOrder,
  options: SqlOptions,
): Promise<OrderedMessages | undefined> {
  const read = limit + SPARE
  const rows = await engine.rows(
    sql`SELECT ${reader.selection} FROM ${from} ORDER BY timestamp ${sqlDirection(order)} LIMIT ${sqlInteger(read)}`,
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
