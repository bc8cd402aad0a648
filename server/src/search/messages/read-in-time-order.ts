/**
 * Reads messages in the order of the table, which the engine leaves off after the last one wanted. Those of one instant
 * are put in order here: a second key to sort by would make the engine look at the whole range.
 */
import { type ScopedSql, sql } from '@logyard/languages/sql/sql'
import { sqlDirection, sqlInteger } from '@logyard/languages/sql/sql-parts'
import type { SearchEngine, SqlOptions } from '../statements/search-engine.ts'
import { MESSAGE_SELECTION, readMessageRow, type StoredMessage } from './message-rows.ts'

export interface InTimeOrder {
  readonly from: ScopedSql
  readonly order: 'ASC' | 'DESC'
  readonly limit: number
  /** For messages of the same instant. */
  readonly compare: (a: StoredMessage, b: StoredMessage) => number
}

export interface OrderedMessages {
  /** No fewer than were wanted, unless there are no more. */
  readonly messages: readonly StoredMessage[]
  /** Where reading ended; `undefined` when there are no others. */
  readonly endMs: number | undefined
}

/** Where the last messages wanted share their instant with no more than so many others, one statement is enough. */
const SPARE = 20

/** `undefined` when more messages share one instant than were read: then they cannot be put in order here. */
export async function readInTimeOrder(
  engine: SearchEngine,
  { from, order, limit, compare }: InTimeOrder,
  options: SqlOptions,
): Promise<OrderedMessages | undefined> {
  const read = limit + SPARE
  const rows = await engine.rows(
    sql`SELECT ${MESSAGE_SELECTION} FROM ${from} ORDER BY timestamp ${sqlDirection(order)} LIMIT ${sqlInteger(read)}`,
    options,
  )
  const found = rows.map(readMessageRow)
  const isAll = found.length < read
  const cut = isAll ? undefined : found.at(-1)?.document.timestamp
  const messages = found.filter(({ document }) => document.timestamp !== cut)
  if (messages.length < limit && !isAll) return undefined
  const later = order === 'ASC' ? 1 : -1
  messages.sort((a, b) => {
    const [first, second] = [a.document.timestamp, b.document.timestamp]
    return first === second ? compare(a, b) : first < second ? -later : later
  })
  return { messages, endMs: cut === undefined ? undefined : Date.parse(cut) }
}
