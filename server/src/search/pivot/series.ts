/** What is computed for every cell of a pivot. */
import type { SeriesSpec } from '@logyard/contract/search-types'
import type { FieldSchema } from '@logyard/languages/query/sql/field-schema'
import { fieldUnsortable, searchTypeRefused } from '../search-errors.ts'
import { type AggregatedField, aggregatedField, type FieldKind, hasKeys } from './aggregated-field.ts'

export interface Series {
  readonly id: string
  /** Under these names it can be sorted by. */
  readonly literals: readonly string[]
  /** An aggregate function over messages; NULL, or no number at all, where there is nothing to compute it of. */
  readonly sql: string
  /** What stands for that. */
  readonly empty: 0 | null
}

type FieldFunction = Exclude<SeriesSpec['type'], 'count' | 'card' | 'percentile'>

/** The kinds of fields that a function computes anything of; of fields that never came there is nothing to compute. */
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
    const compiled = compileOne(spec, schema, percentiles)
    // What is empty must be sorted by what it shows.
    const sql = compiled.empty === null ? compiled.sql : `ifNotFinite(ifNull(${compiled.sql}, 0), 0)`
    return { id: spec.id ?? literals[0] ?? spec.type, literals, sql, empty: compiled.empty }
  })
}

/** All levels that are asked of a field are read off one digest. */
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

function compileOne(
  spec: SeriesSpec,
  schema: FieldSchema,
  percentiles: ReadonlyMap<string, readonly number[]>,
): Pick<Series, 'sql' | 'empty'> {
  switch (spec.type) {
    case 'count':
      return { sql: countSql(spec.field ?? '', schema), empty: 0 }
    case 'card': {
      if (!hasKeys(spec.field)) throw fieldUnsortable(spec.field)
      const { key, keys } = aggregatedField(spec.field, schema)
      return { sql: keys === undefined ? `uniqCombined64(${key})` : `uniqCombined64Array(${keys})`, empty: 0 }
    }
    case 'percentile': {
      const levels = percentiles.get(spec.field) ?? []
      const field = numericField(spec.field, spec.type, schema)
      return { sql: percentileSql(field, levels, levels.indexOf(Number(spec.percentile))), empty: null }
    }
    case 'avg':
    case 'min':
    case 'max':
    case 'sum':
    case 'sumofsquares':
    case 'stddev':
    case 'variance':
      return { sql: numericSql(spec.type, numericField(spec.field, spec.type, schema)), empty: EMPTY[spec.type] }
    default:
      throw searchTypeRefused(`Unknown series type '${Object(spec).type}'`)
  }
}

function countSql(field: string, schema: FieldSchema): string {
  if (field === '') return 'count()'
  if (!hasKeys(field)) throw fieldUnsortable(field)
  const { exists, keys } = aggregatedField(field, schema)
  return keys === undefined ? `countIf(${exists})` : `sum(length(${keys}))`
}

/** As the index calls what it holds. */
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

function numericSql(type: FieldFunction, { number, numbers }: AggregatedField): string {
  const one = numbers === undefined
  switch (type) {
    case 'avg':
      return one ? `avg(${number})` : `avgArray(${numbers})`
    case 'min':
    case 'max':
      return one ? `${type}(${number})` : `${type}OrNullArray(${numbers})`
    case 'sum':
      return one ? `sum(${number})` : `sumArray(${numbers})`
    case 'sumofsquares':
      return one ? `sum(pow(${number}, 2))` : `sumArray(arrayMap(x -> x * x, ${numbers}))`
    case 'stddev':
      return one ? `stddevPopStable(${number})` : `stddevPopStableArray(${numbers})`
    case 'variance':
      return one ? `varPopStable(${number})` : `varPopStableArray(${numbers})`
  }
}

/** Digests keep 24 bits of a number, too few for instants: those have a sketch that keeps the values themselves. */
function percentileSql({ kind, number, numbers }: AggregatedField, levels: readonly number[], place: number): string {
  const suffix = numbers === undefined ? '' : 'Array'
  const list = levels.map((level) => level / 100).join(', ')
  const name = kind === 'date' ? `quantilesGK${suffix}(1000, ${list})` : `quantilesTDigest${suffix}(${list})`
  return `${name}(${numbers ?? number})[${place + 1}]`
}
