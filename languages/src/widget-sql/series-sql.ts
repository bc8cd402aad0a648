import { FIELD } from '@logyard/contract/messages/message-fields'
import type { SeriesSpec } from '@logyard/contract/search/search-types'
import { columnName } from '../sql/sql-words.ts'
import type { KnownToWidgetSql } from './widget-sql.ts'

/** The names by which a series can be sorted. */
export function seriesLiterals(spec: SeriesSpec): readonly string[] {
  if (spec.type !== 'percentile') return [`${spec.type}(${spec.field ?? ''})`]
  const level = Number(spec.percentile)
  const plain = `percentile(${spec.field},${level})`
  return Number.isInteger(level) ? [plain, `percentile(${spec.field},${level}.0)`] : [plain]
}

/** A figure without values is 0 where the widget shows 0. */
const orZero = (sql: string): string => `ifNotFinite(ifNull(${sql}, 0), 0)`

export function seriesSql(spec: SeriesSpec, known: KnownToWidgetSql): string {
  const field = spec.field ?? ''
  const column = columnName(field)
  const number = numberSql(field, known)
  switch (spec.type) {
    case 'count':
      return field === '' ? 'count()' : `count(${column})`
    case 'card':
      return `ifNull(uniqCombined64(${column}), 0)`
    case 'percentile':
      return percentileSql(field, Number(spec.percentile) / 100, number)
    case 'sum':
      return orZero(`sum(${number})`)
    case 'sumofsquares':
      return orZero(`sum(pow(${number}, 2))`)
    case 'stddev':
      return orZero(`stddevPopStable(${number})`)
    case 'variance':
      return orZero(`varPopStable(${number})`)
    case 'avg':
    case 'min':
    case 'max':
      return `${spec.type}(${number})`
    default:
      return spec satisfies never
  }
}

/** Milliseconds of a time, 1 for true. */
function numberSql(field: string, { typeOf }: KnownToWidgetSql): string {
  if (field === FIELD.timestamp) return `toUnixTimestamp64Milli(${field})`
  const column = columnName(field)
  // A name in quotes before an equals sign would be the name of a setting, which is refused.
  return typeOf(field) === 'boolean' ? `toFloat64('true' = ${column})` : column
}

/** The same digests as in widgets: those of times are exact enough for milliseconds. */
const percentileSql = (field: string, level: number, number: string): string =>
  field === FIELD.timestamp ? `quantileGK(1000, ${level})(${number})` : `quantileTDigest(${level})(${number})`
