/** The columns of a slice from which the figures of whole windows follow. */
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import type { Sql } from '@logyard/languages/sql/sql'
import { distinctHashesSql, seriesSql, valueCountSql } from '../measured-series.ts'
import type { MeasureSeries } from '../measures.ts'
import { createDistinctCount, createMergedFigure, type Merging, type SlidingFigure } from './sliding-figure.ts'

export interface SliceColumns {
  /** SQL of the columns. */
  readonly sql: readonly Sql[]
  /** Reads the columns of a group: for each of them the values of its slices. */
  slide(columns: readonly (readonly unknown[])[]): SlidingFigure
}

export function sliceColumns(series: MeasureSeries, schema: FieldSchema, isOneEach: boolean): SliceColumns {
  // A figure of one slice is not merged with others.
  if (isOneEach) return { sql: [seriesSql(series, schema)], slide: numbers(singleOf(series)) }
  const of = (name: MeasureSeries['function']) => seriesSql({ ...series, function: name }, schema)
  switch (series.function) {
    case 'count':
    case 'sum':
      return { sql: [of(series.function)], slide: numbers(SUM) }
    case 'min':
    case 'max':
      return { sql: [of(series.function)], slide: numbers(series.function === 'min' ? MIN : MAX) }
    case 'avg':
      return { sql: [valueCountSql(series, schema), of('sum')], slide: numbers(AVG) }
    case 'sumofsquares':
      return { sql: [valueCountSql(series, schema), of('sumofsquares')], slide: numbers(SUM_OF_VALUES) }
    case 'variance':
    case 'stddev': {
      const slide = numbers(series.function === 'variance' ? VARIANCE : STDDEV)
      return { sql: [valueCountSql(series, schema), of('avg'), of('variance')], slide }
    }
    case 'card':
      return {
        sql: [distinctHashesSql(series.field ?? '', schema)],
        slide: ([lists]) => createDistinctCount(listsOf(lists)),
      }
  }
}

const numbers =
  (merging: Merging) =>
  (columns: readonly (readonly unknown[])[]): SlidingFigure =>
    createMergedFigure(
      columns.map((values) => values.map((value) => (value === null ? Number.NaN : Number(value)))),
      merging,
    )

const listsOf = (lists: readonly unknown[] = []): readonly (readonly unknown[])[] =>
  lists.map((list) => (Array.isArray(list) ? list : []))

const one = ([value = Number.NaN]: readonly number[]): number => value
/** NaN is the figure of a slice without values. */
const either =
  (choose: (a: number, b: number) => number) =>
  ([a = Number.NaN]: readonly number[], [b = Number.NaN]: readonly number[]): readonly number[] =>
    Number.isNaN(a) ? [b] : Number.isNaN(b) ? [a] : [choose(a, b)]

const COUNTS: readonly MeasureSeries['function'][] = ['count', 'sum', 'card']
const singleOf = (series: MeasureSeries): Merging => ({
  merge() {
    throw new Error('a window has more than one slice')
  },
  figureOf: one,
  empty: COUNTS.includes(series.function) ? 0 : Number.NaN,
})
const SUM: Merging = { merge: ([a = 0], [b = 0]) => [a + b], figureOf: one, empty: 0 }
const MIN: Merging = { merge: either(Math.min), figureOf: one }
const MAX: Merging = { merge: either(Math.max), figureOf: one }

/** Merges a count of values and a figure of them; a slice without values has any figure. */
const ofValues = (figureOf: Merging['figureOf']): Merging => ({
  merge: (a, b) =>
    (a[0] ?? 0) === 0 ? b : (b[0] ?? 0) === 0 ? a : [(a[0] ?? 0) + (b[0] ?? 0), (a[1] ?? 0) + (b[1] ?? 0)],
  figureOf: (columns) => ((columns[0] ?? 0) === 0 ? Number.NaN : figureOf(columns)),
})
const AVG = ofValues(([count = 0, sum = 0]) => sum / count)
const SUM_OF_VALUES = ofValues(([, sum = 0]) => sum)

/** Merges count, mean and variance. */
const ofVariance = (figureOf: (variance: number) => number): Merging => ({
  merge(a, b) {
    const [countA = 0, meanA = 0, varianceA = 0] = a
    const [countB = 0, meanB = 0, varianceB = 0] = b
    if (countA === 0) return b
    if (countB === 0) return a
    const count = countA + countB
    const apart = meanB - meanA
    const squares = varianceA * countA + varianceB * countB + (apart * apart * countA * countB) / count
    return [count, meanA + (apart * countB) / count, squares / count]
  },
  figureOf: ([count = 0, , variance = 0]) => (count === 0 ? Number.NaN : figureOf(variance)),
})
const VARIANCE = ofVariance((variance) => variance)
const STDDEV = ofVariance(Math.sqrt)
