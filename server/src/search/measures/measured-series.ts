/** The figures of a group. Unlike in pivots, a figure without values is not a number, and distinct values are exact. */
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { aggregatedField, type FieldKind, hasKeys } from '../pivot/aggregated-field.ts'
import { fieldUnsortable, searchTypeRefused } from '../search-errors.ts'
import type { MeasureSeries } from './measures.ts'

const NUMERIC: ReadonlySet<FieldKind> = new Set(['number', 'date', 'boolean', 'none'])

/** SQL of a Nullable(Float64); NULL and NaN mean that there are no values. */
export function seriesSql(series: MeasureSeries, schema: FieldSchema): Sql {
  const { function: name, field } = series
  if (name === 'count') return sql`toFloat64(${countOf(field ?? '', schema)})`
  if (field === null || field === '') throw searchTypeRefused(`The function ${name} needs a field`)
  if (name === 'card') return sql`toFloat64(${distinctOf(field, schema)})`
  return sql`toFloat64(${figureOf(name, field, schema)})`
}

function countOf(name: string, schema: FieldSchema): Sql {
  if (name === '') return sql`count()`
  requireKeys(name)
  const { exists, keys } = aggregatedField(name, schema)
  return keys === undefined ? sql`countIf(${exists})` : sql`sum(length(${keys}))`
}

function distinctOf(name: string, schema: FieldSchema): Sql {
  requireKeys(name)
  const { key, keys } = aggregatedField(name, schema)
  return keys === undefined ? sql`uniqExact(${key})` : sql`uniqExactArray(${keys})`
}

function requireKeys(name: string): void {
  if (!hasKeys(name)) throw fieldUnsortable(name)
}

function figureOf(name: Exclude<MeasureSeries['function'], 'count' | 'card'>, field: string, schema: FieldSchema): Sql {
  const { kind, number, numbers } = aggregatedField(field, schema)
  if (!NUMERIC.has(kind)) {
    throw searchTypeRefused(`Expected numeric type on field [${field}]: ${name}(${field}) needs numbers`)
  }
  const values = numbers ?? sql`if(isNull(${number}), [], [assumeNotNull(${number})])`
  if (name === 'sum') return sql`sumArray(${values})`
  return sql`if(sum(length(${values})) = 0, nan, ${ofValues(name, values)})`
}

function ofValues(name: 'avg' | 'min' | 'max' | 'stddev' | 'sumofsquares' | 'variance', values: Sql): Sql {
  switch (name) {
    case 'avg':
      return sql`avgArray(${values})`
    case 'min':
      return sql`minArray(${values})`
    case 'max':
      return sql`maxArray(${values})`
    case 'stddev':
      return sql`stddevPopStableArray(${values})`
    case 'variance':
      return sql`varPopStableArray(${values})`
    case 'sumofsquares':
      return sql`sumArray(arrayMap(x -> x * x, ${values}))`
  }
}
