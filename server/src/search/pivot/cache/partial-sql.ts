/** Aggregates that are worked out for each piece of time apart, and put together when they are read. */
import { ALWAYS } from '@logyard/languages/query-sql/condition'
import { type ScopedSql, type Sql, sql } from '@logyard/languages/sql/sql'
import { joinSql, sqlList } from '@logyard/languages/sql/sql-parts'
import type { PivotSource } from '../pivot-sql.ts'
import { type Aggregate, aggregateSql, mergeSql, stateSql } from '../series.ts'

/** What does not depend on the range that is asked for. */
export interface PartialShape {
  /** SQL of the groups, of all groupings. */
  readonly keys: readonly Sql[]
  readonly aggregates: readonly Aggregate[]
}

/** `undefined` where a message can be in several groups: how many there are is not the sum of their counts. */
export function partialShape({ levels, series }: PivotSource): PartialShape | undefined {
  if (levels.some(({ isMultiple }) => isMultiple)) return undefined
  const aggregates = new Map(series.map(({ aggregate }) => [aggregateSql(aggregate).text, aggregate]))
  return { keys: levels.map(({ key }) => key), aggregates: [...aggregates.values()] }
}

/** A row for each group in each piece; `piece` is SQL of what a message's piece is called. */
export function partialsSql({ keys, aggregates }: PartialShape, piece: Sql, from: ScopedSql): ScopedSql {
  const columns = [
    sql`${piece} AS piece`,
    ...keys.map((key, place) => sql`${key} AS ${keyColumn(place)}`),
    sql`count() AS messages`,
    ...aggregates.map((one, place) => sql`${stateSql(one)} AS ${stateColumn(place)}`),
  ]
  const groups = [sql`piece`, ...keys.map((_, place) => keyColumn(place))]
  return sql`SELECT ${sqlList(columns)} FROM ${from} GROUP BY ${sqlList(groups)}`
}

/** The same pivot over rows of partials. */
export function mergedSource(source: PivotSource, shape: PartialShape, partials: readonly ScopedSql[]): PivotSource {
  const places = new Map(shape.aggregates.map((one, place) => [aggregateSql(one).text, place]))
  const merged = (aggregate: Aggregate) => {
    return mergeSql(aggregate, stateColumn(places.get(aggregateSql(aggregate).text) ?? 0))
  }
  return {
    from: (...also) => sql`(${joinSql(partials, sql` UNION ALL `)}) WHERE ${allConditions(also)}`,
    count: sql`sum(messages)`,
    levels: source.levels.map((level, place) => ({ ...level, key: keyColumn(place) })),
    series: source.series.map((one) => ({ ...one, sql: one.read(merged(one.aggregate)) })),
  }
}

/** SQL of about how many bytes the states of a table take that live outside of its columns. */
export const stateBytesSql = ({ aggregates }: PartialShape): Sql =>
  aggregates.length === 0
    ? sql`0`
    : joinSql(
        aggregates.map((_, place) => sql`sum(length(CAST(${stateColumn(place)} AS String)))`),
        sql` + `,
      )

const allConditions = (also: readonly Sql[]): Sql =>
  joinSql([ALWAYS, ...also.map((condition) => sql`(${condition})`)], sql` AND `)

const keyColumn = (place: number): Sql => sql`g${place}`
const stateColumn = (place: number): Sql => sql`a${place}`
