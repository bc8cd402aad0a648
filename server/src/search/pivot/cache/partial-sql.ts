/** Partial aggregates: the states of aggregate functions by time partition, merged when they are read. */
import { type ScopedSql, type Sql, sql } from '@logyard/languages/sql/sql'
import { joinSql, sqlList } from '@logyard/languages/sql/sql-parts'
import { allConditions, type PivotSource } from '../pivot-sql.ts'
import { type Aggregate, aggregateSql, mergeSql, stateSql } from '../series.ts'

/** The part of a pivot that does not depend on its time range. */
export interface PartialShape {
  /** SQL of the group keys of all groupings. */
  readonly keys: readonly Sql[]
  readonly aggregates: readonly Aggregate[]
}

/** `undefined` if a message can be in several groups: then the sum of their counts is not the number of messages. */
export function partialShape({ levels, series }: PivotSource): PartialShape | undefined {
  if (levels.some(({ isMultiple }) => isMultiple)) return undefined
  const aggregates = new Map(series.map(({ aggregate }) => [aggregateSql(aggregate).text, aggregate]))
  return { keys: levels.map(({ key }) => key), aggregates: [...aggregates.values()] }
}

/** A row for each group in each partition; `partition` is SQL of the number of a message's partition. */
export function partialsSql({ keys, aggregates }: PartialShape, partition: Sql, from: ScopedSql): ScopedSql {
  const columns = [
    sql`${partition} AS time_partition`,
    ...keys.map((key, place) => sql`${key} AS ${keyColumn(place)}`),
    sql`count() AS messages`,
    ...aggregates.map((one, place) => sql`${stateSql(one)} AS ${stateColumn(place)}`),
  ]
  const groups = [sql`time_partition`, ...keys.map((_, place) => keyColumn(place))]
  return sql`SELECT ${sqlList(columns)} FROM ${from} GROUP BY ${sqlList(groups)}`
}

/** The same pivot over rows of partial aggregates. */
export function mergedSource(source: PivotSource, shape: PartialShape, partials: readonly ScopedSql[]): PivotSource {
  const places = new Map(shape.aggregates.map((one, place) => [aggregateSql(one).text, place]))
  const merged = (aggregate: Aggregate) => {
    return mergeSql(aggregate, stateColumn(places.get(aggregateSql(aggregate).text) ?? 0))
  }
  return {
    from: (...conditions) => sql`(${joinSql(partials, sql` UNION ALL `)}) WHERE ${allConditions(conditions)}`,
    count: sql`sum(messages)`,
    levels: source.levels.map((level, place) => ({ ...level, key: keyColumn(place) })),
    series: source.series.map((one) => ({ ...one, sql: one.read(merged(one.aggregate)) })),
  }
}

/** SQL of the approximate size in bytes of the aggregate states that are stored outside of the table's columns. */
export const stateBytesSql = ({ aggregates }: PartialShape): Sql =>
  aggregates.length === 0
    ? sql`0`
    : joinSql(
        aggregates.map((_, place) => sql`sum(length(CAST(${stateColumn(place)} AS String)))`),
        sql` + `,
      )

const keyColumn = (place: number): Sql => sql`g${place}`
const stateColumn = (place: number): Sql => sql`a${place}`
