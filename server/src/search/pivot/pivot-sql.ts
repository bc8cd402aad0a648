/** The statements of a pivot. Each answers rows of: how many groupings a row has keys of, those keys, count, series. */
import { sqlString } from '@logyard/languages/query/sql/sql-literal'
import type { GroupKey, Ordering, PivotLevel } from './pivot-level.ts'
import { aggregateSql, type Series } from './series.ts'

export interface PivotSource {
  /** What stands behind FROM: a table, and with WHERE the condition that its rows satisfy. */
  readonly from: string
  /** SQL of the number of messages. */
  readonly count: string
  readonly levels: readonly PivotLevel[]
  readonly series: readonly ReadSeries[]
}

/** A series with its SQL over the rows of the source. */
export interface ReadSeries extends Series {
  readonly sql: string
}

/** Reads the messages that satisfy the condition. */
export const messageSource = (
  where: string,
  levels: readonly PivotLevel[],
  series: readonly Series[],
): PivotSource => ({
  from: `messages WHERE ${where}`,
  count: 'count()',
  levels,
  series: series.map((one) => ({ ...one, sql: one.read(aggregateSql(one.aggregate)) })),
})

/** Everything that no grouping divides. */
export function totalSql({ from, count, series }: PivotSource): string {
  return `SELECT ${['0', `toFloat64(${count})`, ...series.map(({ sql }) => sql)].join(', ')} FROM ${from}`
}

/** All groups of all groupings in one pass. Fails with TOO_MANY_ROWS beyond `maxGroups` of the innermost. */
export function allGroupsSql(source: PivotSource, maxGroups: number): string {
  const { from, levels } = source
  const keys = keyNames(levels)
  return `SELECT ${depthSql(keys)} AS depth, ${columns(source, levels, keys)} FROM ${from}
    GROUP BY ROLLUP(${keys.join(', ')})
    SETTINGS max_rows_to_group_by = ${maxGroups}, group_by_overflow_mode = 'throw'`
}

/** The groups of the first grouping that count, and first the whole. */
export function firstLevelSql(source: PivotSource, maxGroups: number): string {
  const [level] = source.levels
  if (level === undefined) throw new Error('a pivot without groupings has no first one')
  return `SELECT 1 - grouping(k0) AS depth, ${columns(source, [level], ['k0'])} FROM ${source.from}
    GROUP BY ROLLUP(k0) HAVING depth = 0 OR k0 IS NOT NULL
    ORDER BY depth, ${orderSql(level, 0)} LIMIT ${Math.min(level.limit ?? maxGroups, maxGroups) + 2}`
}

/** The groups of the innermost of these groupings that count, within the groups above that `parents` names. */
export function innermostSql(
  source: PivotSource,
  parents: { readonly places: readonly number[]; readonly keys: readonly (readonly GroupKey[])[] },
  maxGroups: number,
): string {
  const { from, levels } = source
  const keys = keyNames(levels)
  const own = keys.at(-1)
  const level = levels.at(-1)
  if (own === undefined || level === undefined) throw new Error('a pivot without groupings has no innermost one')
  const tuples = parents.keys.map((tuple) => `(${tuple.map(literal).join(', ')})`)
  const within =
    parents.places.length === 0
      ? '1'
      : `(${parents.places.map((place) => keys[place]).join(', ')}) IN (${tuples.join(', ')})`
  const perParent = level.limit === undefined ? '' : `LIMIT ${level.limit} BY ${keys.slice(0, -1).join(', ') || '1'}`
  return `SELECT ${levels.length} AS depth, ${columns(source, levels, keys)} FROM ${from} AND ${within}
    GROUP BY ${keys.join(', ')} HAVING ${keys.map((key) => `${key} IS NOT NULL`).join(' AND ')}
    ORDER BY ${orderSql(level, keys.length - 1)} ${perParent} LIMIT ${maxGroups + 1}`
}

const keyNames = (levels: readonly PivotLevel[]): readonly string[] => levels.map((_, place) => `k${place}`)

/** Groupings are rolled up from the last to the first. */
const depthSql = (keys: readonly string[]): string =>
  `${keys.length} - (${keys.map((key) => `grouping(${key})`).join(' + ')})`

function columns({ count, series }: PivotSource, levels: readonly PivotLevel[], keys: readonly string[]): string {
  return [
    ...levels.map(({ key }, place) => `${key} AS ${keys[place]}`),
    `toFloat64(${count}) AS messages_in_group`,
    ...series.map(({ sql }, place) => `${sql} AS s${place}`),
  ].join(', ')
}

function orderSql(level: PivotLevel, place: number): string {
  return level.orderings
    .map((ordering) => `${orderedBy(ordering, level, place)} ${ordering.isDescending ? 'DESC' : 'ASC'} NULLS LAST`)
    .join(', ')
}

function orderedBy({ by }: Ordering, level: PivotLevel, place: number): string {
  if (by === 'count') return 'messages_in_group'
  if (by !== 'key') return `s${by}`
  return level.hasNumericTexts ? `toFloat64OrNull(k${place})` : `k${place}`
}

/** A key as the engine answered it, written so that it is equal to it. */
function literal(key: GroupKey): string {
  return typeof key === 'string' ? sqlString(key) : String(key)
}
