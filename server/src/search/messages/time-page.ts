/**
 * A page that is sorted by time, read in one statement. The engine reads timestamps in the order of the table, stops after
 * the last wanted message, and opens all other columns for the messages that it returns. Messages with equal timestamps
 * are sorted here: with a second sort key the engine would read the whole range.
 */
import type { MessageList } from '@logyard/contract/search/search-types'
import { createLruMap } from '@logyard/languages/caches/lru-map'
import { type ScopedSql, sql } from '@logyard/languages/sql/sql'
import { sqlDirection, sqlInteger } from '@logyard/languages/sql/sql-parts'
import { isPresentTable } from '../../store/engine/old-messages.ts'
import { type InstantRange, splitTimestamps } from '../scope/message-scope.ts'
import { isTooSlow } from '../search-errors.ts'
import type { SearchTypeContext } from '../search-type.ts'
import { messageReader, type StoredMessage } from './message-rows.ts'
import { type MessagePage, WITHOUT_READ_AHEAD } from './page-finder.ts'

type Order = 'ASC' | 'DESC'

interface TimePage {
  readonly messages: readonly StoredMessage[]
  /** The number of messages in the whole scope, if all of them were read. */
  readonly total: number | undefined
}

/** All messages before the page are read with it, so there may be as many as on the page. */
const MAX_READ = 500
/** One statement is enough if the last wanted message shares its timestamp with at most this many others. */
const SPARE = 20
const MAX_REMEMBERED = 500
/** Longer queries are not remembered. */
const MAX_KEY_LENGTH = 4000
/**
 * The last timestamp of a part of the table stands for its rows until they are due, so that parts without messages of the
 * page are not read. Parts are then read one after the other, so a search that finds few messages is asked again without
 * it.
 */
const PART_BY_PART = { settings: sql`${WITHOUT_READ_AHEAD}, read_in_order_use_virtual_row = 1`, seconds: 0.2 }
/** After that the count should report progress in the meantime. */
const ALL_PARTS = { settings: WITHOUT_READ_AHEAD, seconds: 1 }

/** The direction of a page that is sorted by time only and near the start of the list; `undefined` for other pages. */
export function timeOrderOf(sort: MessageList['sort'], { limit, offset }: MessagePage): Order | undefined {
  const [{ field, order } = { field: 'timestamp', order: 'DESC' } as const, ...more] = sort ?? []
  const isNear = limit > 0 && offset <= limit && offset + limit <= MAX_READ
  return isNear && field === 'timestamp' && more.length === 0 ? order : undefined
}

/**
 * The newest page is requested again and again, so the timestamp of its last message is remembered: parts of the table that
 * are older are not even opened. Messages are added and rarely deleted, so there are usually enough after it. Otherwise the
 * whole range is read.
 */
export function createTimePages() {
  const ends = createLruMap<string, number>(MAX_REMEMBERED)

  /** Returns undefined if the page takes long, or more messages share one timestamp than can be sorted here. */
  return async function readTimePage(
    order: Order,
    { limit, offset }: MessagePage,
    context: SearchTypeContext,
  ): Promise<TimePage | undefined> {
    const { range, scope } = context
    const wanted = offset + limit
    const read = wanted + SPARE
    const key = JSON.stringify([wanted, scope.streams, scope.conditions])
    const endMs = order === 'DESC' ? ends.get(key) : undefined
    const isWithin = endMs !== undefined && endMs > range.fromMs && endMs <= range.toMs
    const readFrom = (fromMs: number) => readFirst(order, read, { ...range, fromMs }, context)
    const near = isWithin ? await readFrom(endMs) : []
    const isShort = near !== undefined && near.length < read
    const found = isShort ? await readFrom(range.fromMs) : near
    if (found === undefined) return undefined
    const total = found.length < read ? found.length : undefined
    const sorted = total === undefined ? withoutLast(found) : found
    if (sorted.length < wanted && total === undefined) return undefined
    const last = found.at(-1)
    const isRemembered = order === 'DESC' && total === undefined && key.length <= MAX_KEY_LENGTH
    if (isRemembered && last !== undefined) ends.set(key, Date.parse(last.document.timestamp))
    const messages = sorted.toSorted(order === 'ASC' ? oldestFirst : newestFirst).slice(offset, wanted)
    return { messages, total }
  }
}

/** The number of messages that are read for a page, and the statement that reads them. */
export function timePageSql(order: Order, { limit, offset }: MessagePage, context: SearchTypeContext) {
  const count = offset + limit + SPARE
  return { count, statement: sql`${firstSql(order, count, context.range, context)} ${PART_BY_PART.settings}` }
}

const firstSql = (
  order: Order,
  count: number,
  range: InstantRange,
  { schema, from }: Pick<SearchTypeContext, 'schema' | 'from'>,
): ScopedSql => sql`SELECT ${messageReader(schema).selection} FROM ${from(range)}
    ORDER BY timestamp ${sqlDirection(order)} LIMIT ${sqlInteger(count)}`

/** Whether a page that takes so long is asked for in another way; rare words without a field are, sooner. */
export const isSlowPage = (ms: number, isSplit: boolean): boolean =>
  ms > 1000 * (isSplit ? PART_BY_PART : ALL_PARTS).seconds

/** Returns undefined if that takes long. */
async function readFirst(
  order: Order,
  count: number,
  range: InstantRange,
  context: SearchTypeContext,
): Promise<readonly StoredMessage[] | undefined> {
  const { engine, schema, scope, nowMs, signal } = context
  const { read } = messageReader(schema)
  const page = firstSql(order, count, range, context)
  const readWithin = async ({ settings, seconds }: typeof ALL_PARTS) => {
    try {
      return (await engine.rows(sql`${page} ${settings}`, { signal, seconds })).map(read)
    } catch (error) {
      if (!isTooSlow(error)) throw error
      return undefined
    }
  }
  const found = isPresentTable(schema.table) ? await readWithin(PART_BY_PART) : undefined
  if (found !== undefined) return found
  // Rare words without a field are found faster by their timestamps.
  return splitTimestamps(scope, schema, nowMs) === undefined ? await readWithin(ALL_PARTS) : undefined
}

/** Without the messages of the last timestamp, of which there may be more. */
function withoutLast(found: readonly StoredMessage[]): readonly StoredMessage[] {
  const last = found.at(-1)?.document.timestamp
  return found.filter(({ document }) => document.timestamp !== last)
}

type Compare = (a: StoredMessage, b: StoredMessage) => number

/** The same number of digits in each text, so that texts sort as what they stand for. */
const descending = (a: string, b: string) => (a < b ? 1 : -Number(a > b))
const byIdDescending: Compare = (a, b) => descending(a.document._id, b.document._id)
const newestFirst: Compare = (a, b) => descending(a.document.timestamp, b.document.timestamp) || byIdDescending(a, b)
const oldestFirst: Compare = (a, b) => descending(b.document.timestamp, a.document.timestamp) || byIdDescending(a, b)
