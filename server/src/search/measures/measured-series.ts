/** The figures of a group. Unlike in pivots, a figure without values is not a number, and distinct values are exact. */
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { aggregatedField, type FieldKind, hasKeys } from '../pivot/aggregated-field.ts'
import { fieldUnsortable, searchTypeRefused } from '../search-errors.ts'
import type { MeasureSeries } from './measures.ts'

/** A quadrillion values collide with a probability of one half only from some 70 million values on. */
const MAX_HASH = 2 ** 52 - 1
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
  const values = valuesOf(name, field, schema)
  if (name === 'sum') return sql`sumArray(${values})`
  return sql`if(sum(length(${values})) = 0, nan, ${ofValues(name, values)})`
}

/** SQL of a Float64: the number of values. */
export const valueCountSql = ({ function: name, field }: MeasureSeries, schema: FieldSchema): Sql =>
  sql`toFloat64(sum(length(${valuesOf(name, field ?? '', schema)})))`

/** SQL of an Array(Float64). */
function valuesOf(name: MeasureSeries['function'], field: string, schema: FieldSchema): Sql {
  const { kind, number, numbers } = aggregatedField(field, schema)
  if (!NUMERIC.has(kind)) {
    throw searchTypeRefused(`Expected numeric type on field [${field}]: ${name}(${field}) needs numbers`)
  }
  return numbers ?? sql`if(isNull(${number}), [], [assumeNotNull(${number})])`
}

/** SQL of an Array(UInt64): a hash of each distinct value, in which so few bits are used that JSON writes it exactly. */
export function distinctHashesSql(field: string, schema: FieldSchema): Sql {
  requireKeys(field)
  const { key, keys } = aggregatedField(field, schema)
  const hashOf = (value: Sql) => sql`bitAnd(cityHash64(${value}), ${MAX_HASH})`
  if (keys !== undefined) return sql`groupUniqArrayArray(arrayMap(key -> ${hashOf(sql`key`)}, ${keys}))`
  return sql`groupUniqArrayIf(assumeNotNull(${hashOf(key)}), ${key} IS NOT NULL)`
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
