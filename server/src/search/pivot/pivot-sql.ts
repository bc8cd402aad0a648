/** The statements of a pivot. Their rows have: the number of keys, the keys, the message count, the series. */
import { allOf } from '@logyard/languages/query-sql/condition'
import { type ScopedSql, type Sql, sql } from '@logyard/languages/sql/sql'
import { joinSql, sqlDirection, sqlInteger, sqlList } from '@logyard/languages/sql/sql-parts'
import type { SearchTypeContext } from '../search-type.ts'
import type { LimitedParents } from './group-tree.ts'
import type { GroupKey, Ordering, PivotLevel } from './pivot-level.ts'
import { aggregateSql, type Series } from './series.ts'

export interface PivotSource {
  /** For the FROM of a SELECT: a table with a WHERE of its own and the given conditions. */
  from(...conditions: readonly Sql[]): ScopedSql
  /** SQL of the number of messages. */
  readonly count: Sql
  readonly levels: readonly PivotLevel[]
  readonly series: readonly ReadSeries[]
}

/** A series and its SQL over the rows of the source. */
export interface ReadSeries extends Series {
  readonly sql: Sql
}

/** A source that reads the messages of the scope. */
export const messageSource = (
  { from }: Pick<SearchTypeContext, 'from'>,
  levels: readonly PivotLevel[],
  series: readonly Series[],
): PivotSource => ({
  from: (...conditions) => from(undefined, ...conditions),
  count: sql`count()`,
  levels,
  series: series.map((one) => ({ ...one, sql: one.read(aggregateSql(one.aggregate)) })),
})

/** A source that reads the table of `minuteCounts`, for levels of minutes and series that count all messages. */
export const minuteSource = (
  minutes: ScopedSql,
  levels: readonly PivotLevel[],
  series: readonly Series[],
): PivotSource => ({
  from: (...conditions) => sql`${minutes} WHERE ${allConditions(conditions)}`,
  count: MESSAGES,
  levels,
  series: series.map((one) => ({ ...one, sql: one.read(MESSAGES) })),
})

const MESSAGES = sql`sum(messages)`

export const allConditions = (conditions: readonly Sql[]): Sql =>
  allOf(conditions.map((condition) => sql`(${condition})`))

/** The total over all groups. */
export function totalSql({ from, count, series }: PivotSource): ScopedSql {
  return sql`SELECT ${sqlList([0, sql`toFloat64(${count})`, ...series.map((one) => one.sql)])} FROM ${from()}`
}

/** All groups of all groupings in one pass. Fails with TOO_MANY_ROWS if the innermost grouping exceeds `maxGroups`. */
export function allGroupsSql(source: PivotSource, maxGroups: number): ScopedSql {
  const { from, levels } = source
  const keys = keyNames(levels)
  return sql`SELECT ${depthSql(keys)} AS depth, ${columns(source, levels)} FROM ${from()}
    GROUP BY ROLLUP(${sqlList(keys)})
    SETTINGS max_rows_to_group_by = ${maxGroups}, group_by_overflow_mode = 'throw'`
}

/** The total, and the groups of the first grouping up to its limit. */
export function firstLevelSql(source: PivotSource, maxGroups: number): ScopedSql {
  const [level] = source.levels
  if (level === undefined) throw new Error('a pivot without groupings has no first one')
  const limit = sqlInteger(Math.min(level.limit ?? maxGroups, maxGroups) + 2)
  return sql`SELECT 1 - grouping(k0) AS depth, ${columns(source, [level])} FROM ${source.from()}
    GROUP BY ROLLUP(k0) HAVING depth = 0 OR k0 IS NOT NULL
    ORDER BY depth, ${orderSql(level, 0)} LIMIT ${limit}`
}

/** The groups of the innermost grouping up to its limit, within the given groups above. */
export function innermostSql(source: PivotSource, parents: LimitedParents, maxGroups: number): ScopedSql {
  const { from, levels } = source
  const keys = keyNames(levels)
  const own = keys.at(-1)
  const level = levels.at(-1)
  if (own === undefined || level === undefined) throw new Error('a pivot without groupings has no innermost one')
  const tuples = parents.keys.map((tuple) => sql`(${sqlList(tuple.map(literal))})`)
  const within =
    parents.places.length === 0 ? [] : [sql`(${sqlList(parents.places.map(keyName))}) IN (${sqlList(tuples)})`]
  const above = keys.slice(0, -1)
  const perParent =
    level.limit === undefined
      ? sql``
      : sql`LIMIT ${sqlInteger(level.limit)} BY ${above.length === 0 ? sql`1` : sqlList(above)}`
  const areThere = joinSql(
    keys.map((key) => sql`${key} IS NOT NULL`),
    sql` AND `,
  )
  return sql`SELECT ${levels.length} AS depth, ${columns(source, levels)} FROM ${from(...within)}
    GROUP BY ${sqlList(keys)} HAVING ${areThere}
    ORDER BY ${orderSql(level, keys.length - 1)} ${perParent} LIMIT ${sqlInteger(maxGroups + 1)}`
}

const keyName = (place: number): Sql => sql`k${place}`
const keyNames = (levels: readonly PivotLevel[]): readonly Sql[] => levels.map((_, place) => keyName(place))

/** ROLLUP removes groupings from the last to the first. */
const depthSql = (keys: readonly Sql[]): Sql =>
  sql`${keys.length} - (${joinSql(
    keys.map((key) => sql`grouping(${key})`),
    sql` + `,
  )})`

function columns({ count, series }: PivotSource, levels: readonly PivotLevel[]): Sql {
  return sqlList([
    ...levels.map(({ key }, place) => sql`${key} AS ${keyName(place)}`),
    sql`toFloat64(${count}) AS messages_in_group`,
    ...series.map((one, place) => sql`${one.sql} AS s${place}`),
  ])
}

function orderSql(level: PivotLevel, place: number): Sql {
  return sqlList(
    level.orderings.map(
      (ordering) =>
        sql`${orderedBy(ordering, level, place)} ${sqlDirection(ordering.isDescending ? 'DESC' : 'ASC')} NULLS LAST`,
    ),
  )
}

function orderedBy({ by }: Ordering, level: PivotLevel, place: number): Sql {
  if (by === 'count') return sql`messages_in_group`
  if (by !== 'key') return sql`s${by}`
  return level.hasNumericTexts ? sql`toFloat64OrNull(k${place})` : keyName(place)
}

/** A key as a literal that is equal to the engine's value. */
function literal(key: GroupKey): Sql {
  return typeof key === 'boolean' ? (key ? sql`true` : sql`false`) : sql`${key}`
}
