/** Aggregates that are worked out for each piece of time apart, and put together when they are read. */
import type { PivotSource } from '../pivot/pivot-sql.ts'
import { type Aggregate, aggregateSql } from '../pivot/series.ts'

/** What does not depend on the range that is asked for. */
export interface PartialShape {
  /** SQL of the groups, of all groupings. */
  readonly keys: readonly string[]
  readonly aggregates: readonly Aggregate[]
}

/** `undefined` where a message can be in several groups: how many there are is not the sum of their counts. */
export function partialShape({ levels, series }: PivotSource): PartialShape | undefined {
  if (levels.some(({ isMultiple }) => isMultiple)) return undefined
  const aggregates = new Map(series.map(({ aggregate }) => [aggregateSql(aggregate), aggregate]))
  return { keys: levels.map(({ key }) => key), aggregates: [...aggregates.values()] }
}

/** A row for each group in each piece; `piece` is SQL of what a message's piece is called. */
export function partialsSql({ keys, aggregates }: PartialShape, piece: string, where: string): string {
  const columns = [
    `${piece} AS piece`,
    ...keys.map((key, place) => `${key} AS ${keyColumn(place)}`),
    'count() AS messages',
    ...aggregates.map((one, place) => `${aggregateSql({ ...one, name: `${one.name}State` })} AS ${stateColumn(place)}`),
  ]
  const groups = ['piece', ...keys.map((_, place) => keyColumn(place))]
  return `SELECT ${columns.join(', ')} FROM messages WHERE ${where} GROUP BY ${groups.join(', ')}`
}

/** The same pivot over rows of partials. */
export function mergedSource(source: PivotSource, shape: PartialShape, partials: readonly string[]): PivotSource {
  const places = new Map(shape.aggregates.map((one, place) => [aggregateSql(one), place]))
  const merged = (aggregate: Aggregate) => {
    const argument = stateColumn(places.get(aggregateSql(aggregate)) ?? 0)
    return aggregateSql({ ...aggregate, name: `${aggregate.name}Merge`, argument })
  }
  return {
    from: `(${partials.join(' UNION ALL ')}) WHERE 1`,
    count: 'sum(messages)',
    levels: source.levels.map((level, place) => ({ ...level, key: keyColumn(place) })),
    series: source.series.map((one) => ({ ...one, sql: one.read(merged(one.aggregate)) })),
  }
}

/** SQL of about how many bytes the states of a table take that live outside of its columns. */
export const stateBytesSql = ({ aggregates }: PartialShape): string =>
  aggregates.length === 0
    ? '0'
    : aggregates.map((_, place) => `sum(length(CAST(${stateColumn(place)} AS String)))`).join(' + ')

const keyColumn = (place: number): string => `g${place}`
const stateColumn = (place: number): string => `a${place}`
