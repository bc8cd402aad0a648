/** The series of a pivot: what is computed for every cell. */
import type { SeriesSpec } from '@logyard/contract/search/search-types'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlList } from '@logyard/languages/sql/sql-parts'
import { fieldUnsortable, searchTypeRefused } from '../search-errors.ts'
import { type AggregatedField, aggregatedField, type FieldKind, hasKeys } from './aggregated-field.ts'

export interface Series {
  readonly id: string
  /** The names by which it can be sorted. */
  readonly literals: readonly string[]
  readonly aggregate: Aggregate
  /** SQL of the series, given SQL of its aggregate. NULL or NaN if there are no values. */
  read(aggregated: Sql): Sql
  /** The result if there are no values. */
  readonly empty: 0 | null
}

/** An aggregate function on messages. */
export interface Aggregate {
  readonly name: AggregateName
  /** Parameters before the argument, as `(0.5)` for quantiles. */
  readonly parameters: readonly number[]
  readonly argument: Sql
}

const AGGREGATES = {
  avg: sql`avg`,
  avgArray: sql`avgArray`,
  count: sql`count`,
  countIf: sql`countIf`,
  max: sql`max`,
  maxOrNullArray: sql`maxOrNullArray`,
  min: sql`min`,
  minOrNullArray: sql`minOrNullArray`,
  quantilesGK: sql`quantilesGK`,
  quantilesGKArray: sql`quantilesGKArray`,
  quantilesTDigest: sql`quantilesTDigest`,
  quantilesTDigestArray: sql`quantilesTDigestArray`,
  stddevPopStable: sql`stddevPopStable`,
  stddevPopStableArray: sql`stddevPopStableArray`,
  sum: sql`sum`,
  sumArray: sql`sumArray`,
  uniqCombined64: sql`uniqCombined64`,
  uniqCombined64Array: sql`uniqCombined64Array`,
  varPopStable: sql`varPopStable`,
  varPopStableArray: sql`varPopStableArray`,
} as const satisfies Readonly<Record<string, Sql>>

type AggregateName = keyof typeof AGGREGATES

const parametersSql = ({ parameters }: Aggregate): Sql =>
  parameters.length === 0 ? sql`` : sql`(${sqlList(parameters)})`

export const aggregateSql = (one: Aggregate): Sql => sql`${AGGREGATES[one.name]}${parametersSql(one)}(${one.argument})`

/** The function's intermediate state, which can be merged. */
export const stateSql = (one: Aggregate): Sql => sql`${AGGREGATES[one.name]}State${parametersSql(one)}(${one.argument})`

/** The function's result, merged from states. */
export const mergeSql = (one: Aggregate, states: Sql): Sql =>
  sql`${AGGREGATES[one.name]}Merge${parametersSql(one)}(${states})`

type FieldFunction = Exclude<SeriesSpec['type'], 'count' | 'card' | 'percentile'>

/** The kinds of fields that a function accepts; for unknown fields the result is empty. */
const KINDS: Readonly<Record<FieldFunction | 'percentile', ReadonlySet<FieldKind>>> = {
  avg: new Set(['number', 'date', 'boolean', 'none']),
  min: new Set(['number', 'date', 'boolean', 'none']),
  max: new Set(['number', 'date', 'boolean', 'none']),
  sum: new Set(['number', 'none']),
  sumofsquares: new Set(['number', 'none']),
  stddev: new Set(['number', 'none']),
  variance: new Set(['number', 'none']),
  percentile: new Set(['number', 'date', 'none']),
}
const EMPTY: Readonly<Record<FieldFunction, 0 | null>> = {
  avg: null,
  min: null,
  max: null,
  sum: 0,
  sumofsquares: 0,
  stddev: 0,
  variance: 0,
}

export function compileSeries(specs: readonly SeriesSpec[], schema: FieldSchema): readonly Series[] {
  const percentiles = levelsByField(specs)
  return specs.map((spec) => {
    const literals = literalsOf(spec)
    const { aggregate, empty, item } = compileOne(spec, schema, percentiles)
    const read = (aggregated: Sql) => {
      const value = item === undefined ? aggregated : sql`${aggregated}[${item}]`
      // Empty values must be sorted by the value that is shown.
      return empty === null ? value : sql`ifNotFinite(ifNull(${value}, 0), 0)`
    }
    return { id: spec.id ?? literals[0] ?? spec.type, literals, aggregate, read, empty }
  })
}

/** All percentiles of a field are read from one digest. */
function levelsByField(specs: readonly SeriesSpec[]): ReadonlyMap<string, readonly number[]> {
  const levels = new Map<string, number[]>()
  for (const spec of specs) {
    if (spec.type !== 'percentile') continue
    const level = Number(spec.percentile)
    if (!(level >= 0 && level <= 100))
      throw searchTypeRefused(`A percentile must lie between 0 and 100, not ${spec.percentile}`)
    const known = levels.get(spec.field) ?? []
    if (!known.includes(level)) levels.set(spec.field, [...known, level])
  }
  return levels
}

function literalsOf(spec: SeriesSpec): readonly string[] {
  if (spec.type !== 'percentile') return [`${spec.type}(${spec.field ?? ''})`]
  const level = Number(spec.percentile)
  const plain = `percentile(${spec.field},${level})`
  return Number.isInteger(level) ? [`percentile(${spec.field},${level}.0)`, plain] : [plain]
}

interface Compiled extends Pick<Series, 'aggregate' | 'empty'> {
  /** The position of the value, starting at 1, if the aggregate is a list. */
  readonly item?: number
}

function compileOne(
  spec: SeriesSpec,
  schema: FieldSchema,
  percentiles: ReadonlyMap<string, readonly number[]>,
): Compiled {
  switch (spec.type) {
    case 'count':
      return { aggregate: countOf(spec.field ?? '', schema), empty: 0 }
    case 'card': {
      if (!hasKeys(spec.field)) throw fieldUnsortable(spec.field)
      const { key, keys } = aggregatedField(spec.field, schema)
      const aggregate =
        keys === undefined ? aggregateOf('uniqCombined64', key) : aggregateOf('uniqCombined64Array', keys)
      return { aggregate, empty: 0 }
    }
    case 'percentile': {
      const levels = percentiles.get(spec.field) ?? []
      const field = numericField(spec.field, spec.type, schema)
      return {
        aggregate: percentilesOf(field, levels),
        item: levels.indexOf(Number(spec.percentile)) + 1,
        empty: null,
      }
    }
    case 'avg':
    case 'min':
    case 'max':
    case 'sum':
    case 'sumofsquares':
    case 'stddev':
    case 'variance':
      return {
        aggregate: numericAggregate(spec.type, numericField(spec.field, spec.type, schema)),
        empty: EMPTY[spec.type],
      }
    default:
      throw searchTypeRefused(`Unknown series type '${Object(spec satisfies never).type}'`)
  }
}

function countOf(field: string, schema: FieldSchema): Aggregate {
  if (field === '') return aggregateOf('count', sql``)
  if (!hasKeys(field)) throw fieldUnsortable(field)
  const { exists, keys } = aggregatedField(field, schema)
  return keys === undefined ? aggregateOf('countIf', exists) : aggregateOf('sum', sql`length(${keys})`)
}

/** Type names of the reference API. */
const KIND_NAMES: Readonly<Record<FieldKind, string>> = {
  text: 'text',
  keyword: 'keyword',
  number: 'long',
  boolean: 'boolean',
  date: 'date',
  none: 'none',
}

function numericField(name: string, type: FieldFunction | 'percentile', schema: FieldSchema): AggregatedField {
  const field = aggregatedField(name, schema)
  if (KINDS[type].has(field.kind)) return field
  throw searchTypeRefused(
    `Expected numeric type on field [${name}], but got [${KIND_NAMES[field.kind]}]: ${type}(${name}) needs numbers`,
  )
}

function numericAggregate(type: FieldFunction, { number, numbers }: AggregatedField): Aggregate {
  const each = (name: 'avg' | 'sum' | 'stddevPopStable' | 'varPopStable', one: Sql, ofArray: Sql) =>
    numbers === undefined ? aggregateOf(name, one) : aggregateOf(`${name}Array`, ofArray)
  const values = numbers ?? number
  switch (type) {
    case 'avg':
    case 'sum':
      return each(type, number, values)
    case 'min':
    case 'max':
      return numbers === undefined ? aggregateOf(type, number) : aggregateOf(`${type}OrNullArray`, numbers)
    case 'sumofsquares':
      return each('sum', sql`pow(${number}, 2)`, sql`arrayMap(x -> x * x, ${values})`)
    case 'stddev':
      return each('stddevPopStable', number, values)
    case 'variance':
      return each('varPopStable', number, values)
  }
}

/** Digests store numbers with 24 bits, too few for timestamps: those use a sketch of exact values. */
function percentilesOf({ kind, number, numbers }: AggregatedField, levels: readonly number[]): Aggregate {
  const shares = levels.map((level) => level / 100)
  const name = kind === 'date' ? 'quantilesGK' : 'quantilesTDigest'
  const parameters = kind === 'date' ? [1000, ...shares] : shares
  return { name: numbers === undefined ? name : `${name}Array`, parameters, argument: numbers ?? number }
}

const aggregateOf = (name: AggregateName, argument: Sql): Aggregate => ({ name, parameters: [], argument })
