/** The unit of a metric: chosen in the editor, or guessed from the name of its field. */
import type { AggregationConfig, NumberFormat, Series } from '@logyard/contract/views/view-state'
import { parseSeries, type SeriesFunction } from './series-function.ts'

type Unit = NumberFormat['unit']

const NO_UNIT: NumberFormat = { unit: 'none' }

/** Other functions change the unit: a count has none, and a variance has its square. */
const KEEPS_UNIT: readonly SeriesFunction[] = ['avg', 'min', 'max', 'sum', 'percentile', 'stddev']

const UNIT_BY_FIELD: readonly (readonly [name: RegExp, unit: Unit])[] = [
  [/(^|[_.-])(ms|msecs?|millis|milliseconds)$/i, 'ms'],
  [/[a-z](Ms|Millis|Milliseconds)$/, 'ms'],
  [/(^|[_.-])(secs?|seconds)$/i, 's'],
  [/[a-z]Seconds$/, 's'],
  [/(^|[_.-])bytes([_.-](in|out|sent|received|read|written|total))?$/i, 'bytes'],
  [/[a-z]Bytes$/, 'bytes'],
  [/(^|[_.-])(percent|percentage|pct)$/i, 'percent'],
  [/[a-z]Percent$/, 'percent'],
  [/(^|[_.-])eur$/i, 'EUR'],
  [/(^|[_.-])usd$/i, 'USD'],
]

export function guessedFormat(text: string): NumberFormat {
  const call = parseSeries(text)
  const { field } = call ?? {}
  if (call === undefined || field === undefined || !KEEPS_UNIT.includes(call.type)) return NO_UNIT
  const [, unit] = UNIT_BY_FIELD.find(([name]) => name.test(field)) ?? []
  return unit === undefined ? NO_UNIT : { unit }
}

export const formatOf = ({ function: text, config }: Series): NumberFormat => config.format ?? guessedFormat(text)

/** The format that all metrics share, as an axis needs it. */
export function sharedFormat({ series }: Pick<AggregationConfig, 'series'>): NumberFormat {
  const [first = NO_UNIT, ...others] = series.map(formatOf)
  const isShared = others.every(({ unit, suffix }) => unit === first.unit && suffix === first.suffix)
  return isShared ? first : NO_UNIT
}
