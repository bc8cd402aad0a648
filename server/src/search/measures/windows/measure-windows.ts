/** Figures of many windows in one pass over the messages. */

import { setImmediate as afterOthers } from 'node:timers/promises'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { type ScopedSql, type Sql, sql } from '@logyard/languages/sql/sql'
import { joinSql, sqlInteger, sqlList } from '@logyard/languages/sql/sql-parts'
import { engineRowsUnusable } from '../../../store/engine/engine-failure.ts'
import type { MessageSource } from '../../scope/message-scope.ts'
import type { SqlRow } from '../../statements/search-engine.ts'
import type { GroupWindows, MeasuredWindows, WindowsMeasure } from '../measures.ts'
import { type SliceColumns, sliceColumns } from './slice-columns.ts'
import { type Slices, slicesOf } from './slices.ts'

interface WindowSource {
  readonly schema: FieldSchema
  readonly from: MessageSource
  /** SQL of a Nullable(String) for each of the fields. */
  readonly keys: readonly Sql[]
  rows(statement: ScopedSql): Promise<readonly SqlRow[]>
}

interface SeriesColumns extends SliceColumns {
  readonly id: string
}

export async function measureWindows(by: WindowsMeasure, source: WindowSource): Promise<MeasuredWindows> {
  const slices = slicesOf(by.windows)
  const series = by.series.map((one) => ({ id: one.id, ...sliceColumns(one, source.schema, slices.isOneEach) }))
  const rows = await source.rows(groupsSql(by, source, slices, series))
  const keyCount = source.keys.length
  const groups: GroupWindows[] = []
  for (const row of rows) {
    groups.push(groupOf(row, { keyCount, slices, series, windows: by.windows.ends.length }))
    // The arithmetic of one group takes some 10 ms.
    await afterOthers()
  }
  if (keyCount === 0 && groups.length === 0) throw new Error('there is always a group without fields')
  const all = keyCount === 0 ? 1 : Number(rows[0]?.[keyCount + 1] ?? 0)
  const count = all - groups.length
  const keys =
    count === 0 ? [] : (await source.rows(othersSql(by, source, groups.length))).map((row) => row.map(String))
  return { groups, others: { count, keys } }
}

/** Groups with the most messages first: keys, messages, the number of all groups, slices, the columns of the slices. */
function groupsSql(
  by: WindowsMeasure,
  source: WindowSource,
  slices: Slices,
  series: readonly SeriesColumns[],
): ScopedSql {
  const columns = series.flatMap((one) => one.sql)
  const names = columns.map((_, place) => sql`c${place}`)
  const keys = keyNames(source)
  const inSlices = sql`SELECT ${sqlList([
    ...namedKeys(source),
    sql`toUInt32(${slices.numberSql(sql`timestamp`)}) AS slice`,
    sql`count() AS messages`,
    ...columns.map((column, place) => sql`${column} AS c${place}`),
  ])} FROM ${source.from(undefined, ...insideOf(slices))} GROUP BY ${sqlList([...keys, sql`slice`])}${having(keys)}`
  const inOrder = (column: Sql) =>
    sql`toJSONString(arraySort((value, slice) -> slice, groupArray(${column}), groupArray(slice)))`
  const order = sqlList([sql`sum(messages) DESC`, ...keys])
  const figures = sql`count() * ${Math.max(1, names.length)}`
  const groups = sql`SELECT ${sqlList([
    ...keys,
    sql`toFloat64(sum(messages)) AS in_all`,
    sql`toFloat64(count() OVER ()) AS groups_in_all`,
    sql`row_number() OVER (ORDER BY ${order}) AS place`,
    sql`sum(${figures}) OVER (ORDER BY ${order} ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS figures`,
    sql`toJSONString(arraySort(groupArray(slice))) AS slices`,
    ...names.map((name) => sql`${inOrder(name)} AS of_${name}`),
  ])} FROM (${inSlices})${keys.length === 0 ? sql`` : sql` GROUP BY ${sqlList(keys)}`}`
  const answer = sqlList([
    ...keys,
    sql`in_all`,
    sql`groups_in_all`,
    sql`slices`,
    ...names.map((name) => sql`of_${name}`),
  ])
  return sql`SELECT ${answer} FROM (${groups}) WHERE place = 1 OR figures <= ${by.figures}
    ORDER BY place LIMIT ${sqlInteger(by.groups)}`
}

/** The keys of groups after the first ones. */
function othersSql(by: WindowsMeasure, source: WindowSource, from: number): ScopedSql {
  const keys = keyNames(source)
  const slices = slicesOf(by.windows)
  return sql`SELECT ${sqlList(keys)} FROM (SELECT ${sqlList([...namedKeys(source), sql`count() AS messages`])}
    FROM ${source.from(undefined, ...insideOf(slices))} GROUP BY ${sqlList(keys)}${having(keys)}
    ORDER BY ${sqlList([sql`messages DESC`, ...keys])} LIMIT ${sqlInteger(by.named)} OFFSET ${sqlInteger(from)})`
}

function insideOf(slices: Slices): readonly Sql[] {
  const inside = slices.insideSql(sql`timestamp`)
  return inside === undefined ? [] : [inside]
}

const keyNames = ({ keys }: WindowSource): readonly Sql[] => keys.map((_, place) => sql`k${place}`)
const namedKeys = ({ keys }: WindowSource): readonly Sql[] => keys.map((key, place) => sql`${key} AS k${place}`)

const having = (keys: readonly Sql[]): Sql =>
  keys.length === 0
    ? sql``
    : sql` HAVING ${joinSql(
        keys.map((key) => sql`${key} IS NOT NULL`),
        sql` AND `,
      )}`

function groupOf(
  row: SqlRow,
  plan: {
    readonly keyCount: number
    readonly slices: Slices
    readonly series: readonly SeriesColumns[]
    readonly windows: number
  },
): GroupWindows {
  const { keyCount, slices, series } = plan
  const numbers = arrayOf(row[keyCount + 2]).map(Number)
  let next = keyCount + 3
  const sliding = series.map(({ id, sql: columns, slide }) => {
    const read = row.slice(next, next + columns.length).map(arrayOf)
    next += columns.length
    return { id, figures: slide(read), values: [] as number[] }
  })
  const windows: number[] = []
  const at = (slice: number) => numbers[slice] ?? Number.POSITIVE_INFINITY
  let [added, dropped] = [0, 0]
  for (let place = 0; place < plan.windows; place += 1) {
    const { first, last } = slices.of(place)
    for (; dropped < added && at(dropped) < first; dropped += 1) for (const one of sliding) one.figures.drop()
    // Between two windows there may be slices of neither.
    for (; added === dropped && at(added) < first; added += 1) dropped += 1
    for (; at(added) <= last; added += 1) for (const one of sliding) one.figures.add(added)
    if (added === dropped && keyCount > 0) continue
    windows.push(place)
    for (const one of sliding) one.values.push(one.figures.figure())
  }
  return {
    key: row.slice(0, keyCount).map(String),
    messages: Number(row[keyCount]),
    windows,
    values: new Map(sliding.map(({ id, values }) => [id, values])),
  }
}

/** The engine writes lists as texts of JSON: reading them is fast, even with long numbers. */
function arrayOf(text: unknown): readonly unknown[] {
  const list: unknown = JSON.parse(String(text))
  if (!Array.isArray(list)) throw engineRowsUnusable('the engine returned something other than a list')
  return list
}
