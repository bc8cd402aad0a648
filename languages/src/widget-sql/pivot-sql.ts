/**
 * SQL over the relation of user SQL that answers the numbers of a pivot. What it cannot say is in the notes: nothing differs
 * silently.
 */
import { FIELD } from '@logyard/contract/messages/message-fields'
import type { BucketSpec, Pivot, SeriesSpec, SortSpec } from '@logyard/contract/search/search-types'
import { columnName } from '../sql/sql-words.ts'
import { autoInterval, type BucketLength, timeUnitInterval } from './auto-interval.ts'
import { bucketSql, stepSql } from './bucket-sql.ts'
import { seriesLiterals, seriesSql } from './series-sql.ts'
import { freeName } from './sql-names.ts'
import type { KnownToWidgetSql, SqlNote, WidgetSql } from './widget-sql.ts'

const DEFAULT_LIMIT = 5

/** A grouping, from the outermost row to the innermost column. */
interface Level {
  readonly spec: BucketSpec
  /** The name of its key in the statement. */
  readonly name: string
  /** The key where it is first named: `expression AS name`, or the name of a field. */
  readonly key: string
  readonly length: BucketLength | undefined
}

interface Statement {
  readonly levels: readonly Level[]
  readonly series: readonly Figure[]
  readonly sort: readonly SortSpec[]
}

interface Figure {
  readonly spec: SeriesSpec
  readonly sql: string
  readonly name: string
}

type PivotParts = Pick<Pivot, 'row_groups' | 'column_groups' | 'series' | 'sort' | 'rollup'>

export function pivotSql(pivot: PivotParts, known: KnownToWidgetSql): WidgetSql {
  const rows = pivot.row_groups ?? []
  const columns = pivot.column_groups ?? []
  const specs = pivot.series ?? []
  const groups = [...rows, ...columns]
  const taken = new Set([...groups.map(({ field }) => field), ...specs.flatMap(({ field }) => field ?? [])])
  const levels = groups.map((spec) => levelOf(spec, known, taken))
  const series = specs.map((spec) => ({ spec, sql: seriesSql(spec, known), name: freeName(nameOf(spec), taken) }))
  const statement = { levels, series, sort: pivot.sort ?? [] }
  const notes: SqlNote[] = []
  if (pivot.rollup && columns.length > 0) notes.push('totals')
  if (levels.length > 1 && levels.some(({ length }) => length !== undefined)) notes.push('gaps')
  if (groups.some(isOfLists) || specs.some(({ field }) => !isPlain(field ?? ''))) notes.push('lists')
  return { sql: written(statement), notes }
}

const nameOf = (spec: SeriesSpec): string => spec.id ?? seriesLiterals(spec)[0] ?? spec.type

/** Fields that have one value: all others may have a list in some message. */
const isPlain = (field: string): boolean =>
  field === '' || field === FIELD.source || field === FIELD.timestamp || field.startsWith('gl2_')
const isOfLists = ({ type, field }: BucketSpec): boolean =>
  type === 'values' && field !== FIELD.streams && !isPlain(field)

function levelOf(spec: BucketSpec, known: KnownToWidgetSql, taken: Set<string>): Level {
  const { field } = spec
  if (spec.type === 'values') {
    if (field !== FIELD.streams) return { spec, name: columnName(field), key: columnName(field), length: undefined }
    const name = freeName('stream', taken)
    return { spec, name, key: `arrayJoin(${FIELD.streams}) AS ${name}`, length: undefined }
  }
  const { interval } = spec
  const length =
    interval.type === 'auto'
      ? autoInterval(known.rangeMs * (interval.scaling ?? 1))
      : (timeUnitInterval(interval.timeunit) ?? 'month')
  const name = freeName('time', taken)
  return { spec, name, key: `${bucketSql(field, length, known)} AS ${name}`, length }
}

function written({ levels, series, sort }: Statement): string {
  const outer = levels.slice(0, -1).flatMap((level, at) => (level.length === undefined ? [at] : []))
  const parts = outer.map((at) => `top_${at + 1} AS (\n${indented(levelSql({ levels, series, sort }, at))}\n)`)
  const before = parts.length === 0 ? '' : `WITH ${parts.join(',\n')}\n`
  return `${before}${wholeSql({ levels, series, sort })}`
}

const indented = (text: string): string => text.replaceAll(/^/gm, '  ')

/** The keys of an outer grouping that are among the first ones, within those of the groupings around it. */
function levelSql(statement: Statement, at: number): string {
  const levels = statement.levels.slice(0, at + 1)
  const lines = [`SELECT ${levels.map(({ key }) => key).join(', ')}`, ...fromSql(levels), ...orderSql(statement, at)]
  return [...lines, ...limitSql(levels)].join('\n')
}

function wholeSql(statement: Statement): string {
  const { levels, series, sort } = statement
  const figures = series.map(({ sql, name }) => `${sql} AS ${name}`)
  const shown = [...levels.map(({ key }) => key), ...figures]
  const lines = [`SELECT ${shown.length === 0 ? 'count()' : shown.join(', ')}`, ...fromSql(levels)]
  const last = levels.at(-1)
  if (last === undefined) return lines.join('\n')
  const order = orderSql(statement, levels.length - 1)
  if (last.length === undefined) return [...lines, ...order, ...limitSql(levels)].join('\n')
  // A single time axis has a row for each bucket, also for empty ones.
  const isAxis = levels.length === 1 && orderings(last, series, sort).length === 0
  if (isAxis) return [...lines, `ORDER BY ${last.name} WITH FILL STEP ${stepSql(last.length)}`].join('\n')
  return [...lines, ...order].join('\n')
}

function fromSql(levels: readonly Level[]): readonly string[] {
  if (levels.length === 0) return ['FROM messages']
  const present = levels.map(({ name }) => `${name} IS NOT NULL`)
  return [
    'FROM messages',
    `WHERE ${[...present, ...withinSql(levels)].join(' AND ')}`,
    `GROUP BY ${levels.map(({ name }) => name).join(', ')}`,
  ]
}

/** The groups of the innermost limited grouping around, whose own groups are already within those around them. */
function withinSql(levels: readonly Level[]): readonly string[] {
  const limited = levels.slice(0, -1).findLastIndex(({ length }) => length === undefined)
  if (limited === -1) return []
  const names = levels.slice(0, limited + 1).map(({ name }) => name)
  const key = names.length === 1 ? names[0] : `(${names.join(', ')})`
  return [`${key} IN (SELECT ${names.join(', ')} FROM top_${limited + 1})`]
}

/** The order of a grouping: that of the pivot, else by count; ties by key. */
function orderSql({ levels, series, sort }: Statement, at: number): readonly string[] {
  const level = levels[at]
  if (level === undefined) return []
  const wanted = orderings(level, series, sort)
  const own = level.length === undefined ? (wanted.length === 0 ? ['count() DESC'] : wanted) : wanted.slice(0, 1)
  return [`ORDER BY ${[...own, level.name].join(', ')}`]
}

function orderings({ spec, name }: Level, series: readonly Figure[], sort: readonly SortSpec[]): readonly string[] {
  return sort.flatMap((entry): readonly string[] => {
    const direction = entry.direction === 'Descending' ? 'DESC' : 'ASC'
    if (entry.type === 'pivot') return entry.field === spec.field ? [`${name} ${direction}`] : []
    const found = series.find((one) => seriesLiterals(one.spec).includes(entry.field))
    return found === undefined ? [] : [`${found.sql} ${direction}`]
  })
}

function limitSql(levels: readonly Level[]): readonly string[] {
  const spec = levels.at(-1)?.spec
  if (spec?.type !== 'values') return []
  const outer = levels.slice(0, -1).map(({ name }) => name)
  return [`LIMIT ${spec.limit ?? DEFAULT_LIMIT}${outer.length === 0 ? '' : ` BY ${outer.join(', ')}`}`]
}
