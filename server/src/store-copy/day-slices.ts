/**
 * The messages of an index and a day in slices: those that were received within a minute. A slice is copied as a whole, and
 * a slice of the past does not grow, so that only what is new is copied when a day is copied again.
 */
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlInstant, sqlList, sqlName } from '@logyard/languages/sql/sql-parts'
import { Type } from 'typebox'
import { SHARDING_KEY } from '../store/cluster/cluster-tables.ts'
import { INDEX_OF_PART } from '../store/messages/index-of-part.ts'
import type { CopyPlace } from './copy-place.ts'
import type { CopySource } from './copy-source.ts'

export const SLICE_MS = 60_000
/** Messages of this age are usually stored. If the journal is behind, a later pass copies those that were not. */
const SETTLED_MS = 15_000

/** Slices from this minute on may still grow. */
export const settledMinute = (now: Date): number => Math.floor((now.getTime() - SETTLED_MS) / SLICE_MS)

/** A table with messages: that of open indices, or one with the parts of closed indices. */
export interface MessageTable {
  readonly name: Sql
  /** Condition on its rows of `system.parts`. */
  readonly parts: Sql
}

export const OPEN_MESSAGES: MessageTable = {
  name: sql`messages`,
  parts: sql`database = currentDatabase() AND table = 'messages'`,
}

/** A partition of a table of messages. */
export interface IndexDay {
  /** The id of the partition, which is the same in each store. */
  readonly partition: string
  readonly index: string
  /** `2026-03-01` */
  readonly day: string
  readonly rows: number
  /** Changes whenever rows are added or removed, and not when parts are merged. */
  readonly state: string
}

/** The rows that a shard of the target has; `undefined` for all. */
export type Share = Sql | undefined

/** The same shard as that of a message which the server stores. */
export const shareOf = (shard: number, shards: number): Share =>
  shards === 1 ? undefined : sql`${SHARDING_KEY} % ${shards} = ${shard}`

/** Which rows of a day. */
interface RowsOfDay extends Pick<IndexDay, 'index' | 'day'> {
  readonly table: Sql
  readonly share?: Share
}

export interface Slice {
  /** Minutes since 1970. */
  readonly minute: number
  readonly rows: number
  /** A sum over all columns of all rows, in any order. */
  readonly sum: string
}

const Day = Type.Object({
  partition: Type.String(),
  index: Type.String(),
  day: Type.String(),
  rows: Type.Number(),
  state: Type.String(),
})
const SliceRow = Type.Object({ minute: Type.Number(), rows: Type.Number(), sum: Type.String() })

const DAY_OF_PART = sql`extract(partition, ${String.raw`'(\d{4}-\d\d-\d\d)'\)$`})`
const NAME_ORDER = new Intl.Collator('en', { numeric: true })

/** All that have messages, the oldest index and day first. */
export async function listDays(
  place: CopyPlace,
  table: MessageTable,
  signal: AbortSignal,
): Promise<readonly IndexDay[]> {
  const days = await place.rows(
    Day,
    sql`SELECT id AS partition, any(name) AS \`index\`, any(date) AS day, toFloat64(sum(messages)) AS rows,
        arrayStringConcat([sum(messages), min(first), max(last), max(version)], '/') AS state
      FROM (SELECT partition_id AS id, ${INDEX_OF_PART} AS name, ${DAY_OF_PART} AS date, rows AS messages,
          min_block_number AS first, max_block_number AS last, data_version AS version
        FROM system.parts WHERE active AND ${table.parts}) AS found
      GROUP BY id`,
    signal,
  )
  return inOrder(days)
}

/** The days of all servers of the source. The same rows have other states on another server. */
export async function listSourceDays(
  source: CopySource,
  table: MessageTable,
  signal: AbortSignal,
): Promise<readonly IndexDay[]> {
  const lists = (await source.servers(signal)).map(async (server) =>
    (await listDays(server, table, signal)).map((day) => ({ ...day, state: `${server.title} ${day.state}` })),
  )
  const byPartition = new Map<string, IndexDay>()
  for (const day of (await Promise.all(lists)).flat()) {
    const { rows = 0, state = '' } = byPartition.get(day.partition) ?? {}
    byPartition.set(day.partition, { ...day, rows: rows + day.rows, state: `${state}${day.state};` })
  }
  return inOrder([...byPartition.values()])
}

const inOrder = (days: readonly IndexDay[]): readonly IndexDay[] =>
  days.toSorted((a, b) => NAME_ORDER.compare(a.index, b.index) || a.day.localeCompare(b.day))

const MINUTE = sql`intDiv(toUnixTimestamp64Milli(received), ${SLICE_MS})`

const ofDay = ({ index, day, share }: Omit<RowsOfDay, 'table'>): Sql =>
  sql`\`index\` = ${index} AND day = toDate(${day})${share === undefined ? sql`` : sql` AND ${share}`}`

interface WhichSlices {
  /** Columns of the sums. Without them, rows are only counted. */
  readonly columns: readonly string[] | undefined
  readonly beforeMinute?: number
  readonly fromMinute?: number
  /** Only these minutes, in order. */
  readonly among?: readonly Slice[]
}

/** The slices of a day. */
export function slicesOf(
  place: CopyPlace,
  { table, ...day }: RowsOfDay,
  { columns, beforeMinute = Number.POSITIVE_INFINITY, fromMinute = 0, among }: WhichSlices,
  signal: AbortSignal,
): Promise<readonly Slice[]> {
  // In a tuple a column without a value counts, too: as an argument it would hide its whole row.
  const sum = columns && sql`toString(sum(cityHash64(tuple(${sqlList(columns.map(sqlName))}))))`
  const before = Number.isFinite(beforeMinute) ? sql` AND received < ${sqlInstant(beforeMinute * SLICE_MS)}` : sql``
  const from = fromMinute > 0 ? sql` AND received >= ${sqlInstant(fromMinute * SLICE_MS)}` : sql``
  const within = among === undefined ? sql`` : sql` AND ${withinSlices(among)}`
  return place.rows(
    SliceRow,
    sql`SELECT toFloat64(${MINUTE}) AS minute, toFloat64(count()) AS rows, ${sum ?? sql`''`} AS sum
      FROM ${table} WHERE ${ofDay(day)}${before}${from}${within} GROUP BY minute ORDER BY minute`,
    signal,
  )
}

/** The slices of a day on all servers of the source. */
export async function sourceSlices(
  source: CopySource,
  day: RowsOfDay,
  which: WhichSlices,
  signal: AbortSignal,
): Promise<readonly Slice[]> {
  const servers = await source.servers(signal)
  const found = await Promise.all(servers.map((server) => slicesOf(server, day, which, signal)))
  const byMinute = new Map<number, Slice>()
  for (const slice of found.flat()) {
    const other = byMinute.get(slice.minute)
    byMinute.set(slice.minute, other === undefined ? slice : together(slice, other))
  }
  return [...byMinute.values()].sort((a, b) => a.minute - b.minute)
}

/** The sum wraps as that of the store does. */
const together = (a: Slice, b: Slice): Slice => ({
  minute: a.minute,
  rows: a.rows + b.rows,
  sum: a.sum === '' ? '' : String(BigInt.asUintN(64, BigInt(a.sum) + BigInt(b.sum))),
})

/** The rows of slices, which must be in order. */
export function selectSlices({ table, ...day }: RowsOfDay, slices: readonly Slice[], columns: readonly string[]): Sql {
  return sql`SELECT ${sqlList(columns.map(sqlName))} FROM ${table} WHERE ${ofDay(day)}${sql` AND ${withinSlices(slices)}`}`
}

/** The range finds the rows by an index. */
export function withinSlices(slices: readonly Slice[]): Sql {
  const [first, last] = [slices[0]?.minute ?? 0, slices.at(-1)?.minute ?? 0]
  return sql`received >= ${sqlInstant(first * SLICE_MS)} AND received < ${sqlInstant((last + 1) * SLICE_MS)}
    AND ${MINUTE} IN (${sqlList(slices.map(({ minute }) => minute))})`
}

export const rowsIn = (slices: readonly Slice[]): number => slices.reduce((sum, { rows }) => sum + rows, 0)

/** The slices of the first list that the second one lacks or has otherwise. */
export function unlike(slices: readonly Slice[], others: readonly Slice[]): readonly Slice[] {
  const byMinute = new Map(others.map((one) => [one.minute, one]))
  return slices.filter(({ minute, rows, sum }) => {
    const other = byMinute.get(minute)
    return other?.rows !== rows || other.sum !== sum
  })
}
