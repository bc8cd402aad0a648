/** The search type `pivot`: counts messages and computes figures of them, grouped by rows and columns. */
import { FIELD } from '@logyard/contract/messages/message-fields'
import type { PivotResult } from '@logyard/contract/search/search-results'
import type { Pivot } from '@logyard/contract/search/search-types'
import { type ScopedSql, sql } from '@logyard/languages/sql/sql'
import { MINUTE_MS } from '../../store/engine/minute-counts.ts'
import { type Pricer, pricedCount, type StatementPrice } from '../price/pricer.ts'
import { effectiveRange } from '../scope/effective-range.ts'
import { type InstantRange, minuteCounts, timestampSource } from '../scope/message-scope.ts'
import type { SearchTypeContext, SearchTypeRunner } from '../search-type.ts'
import { requireSmallPivot } from '../statements/statement-limits.ts'
import type { PivotCache } from './cache/pivot-cache.ts'
import { compileLevel, type PivotGrouping } from './compile-level.ts'
import { findGroups, firstStatement } from './pivot-groups.ts'
import type { PivotLevel } from './pivot-level.ts'
import { pivotRows } from './pivot-rows.ts'
import { messageSource, minuteSource, type PivotSource, totalSql } from './pivot-sql.ts'
import { compileSeries, type Series } from './series.ts'

/** A pivot that may also use the groupings that only the server itself requests. */
export type AnyPivot = Omit<Pivot, 'row_groups' | 'column_groups'> & {
  readonly row_groups?: readonly PivotGrouping[] | null
  readonly column_groups?: readonly PivotGrouping[] | null
}

export interface PivotDeps {
  /** Without it every request reads the messages. */
  readonly pivotCache?: PivotCache
}

export function createPivotRunner(deps: PivotDeps): SearchTypeRunner<Pivot, PivotResult> {
  return {
    run: (pivot, context) => runPivot(pivot, context, deps),
    price: (pivot, context, pricer) => pricePivot(pivot, context, deps, pricer),
  }
}

/** A pivot that is ready to be read. */
interface PreparedPivot {
  readonly context: SearchTypeContext
  readonly series: readonly Series[]
  readonly rowLevels: readonly PivotLevel[]
  readonly columnLevels: readonly PivotLevel[]
  readonly levels: readonly PivotLevel[]
  /** The counts of minutes, if they are enough. */
  readonly minutes: ScopedSql | undefined
}

function preparePivot(pivot: AnyPivot, given: SearchTypeContext): PreparedPivot {
  const { schema, range } = given
  requireSmallPivot(pivot)
  const context = { ...given, from: readsTimestampsOnly(pivot) ? timestampSource(given) : given.from }
  const series = compileSeries(pivot.series, schema)
  const levelContext = { sort: pivot.sort ?? [], series, schema, rangeMs: range.toMs - range.fromMs }
  const rowLevels = (pivot.row_groups ?? []).map((grouping) => compileLevel(grouping, levelContext))
  const columnLevels = (pivot.column_groups ?? []).map((grouping) => compileLevel(grouping, levelContext))
  const levels = [...rowLevels, ...columnLevels]
  const minutes = readsMinutesOnly(levels, pivot) ? minuteCounts(given.scope, schema) : undefined
  return { context, series, rowLevels, columnLevels, levels, minutes }
}

/** What `runPivot` would read. */
async function pricePivot(
  pivot: AnyPivot,
  given: SearchTypeContext,
  { pivotCache }: PivotDeps,
  pricer: Pricer,
): Promise<readonly StatementPrice[]> {
  const { context, series, levels, minutes } = preparePivot(pivot, given)
  const { range } = context
  if (minutes !== undefined) {
    const counted = minuteSource(minutes, levels, series)
    return [await pricer.whole({ range, statement: () => firstStatement(counted) })]
  }
  async function priceOf(
    sourceOf: (context: Pick<SearchTypeContext, 'from'>) => PivotSource,
    statementOf: (source: PivotSource) => ScopedSql,
  ): Promise<readonly StatementPrice[]> {
    const source = sourceOf(context)
    const cached = pivotCache?.cached(source, context)
    if (cached !== undefined) return [await pricer.whole({ range, statement: () => statementOf(cached) })]
    const within = (part?: InstantRange) => sourceOf({ from: (_, ...conditions) => context.from(part, ...conditions) })
    const price = readsTimestampsOnly(pivot)
      ? // As much as the count of a list with the same query, whose price is known then.
        await pricer.count(pricedCount(range, context.from))
      : await pricer.whole({ range, statement: (part) => statementOf(within(part)) })
    // Filling the cache reads the messages once more.
    return pivotCache?.isDue(source, context) ? [{ ...price }, { ...price }] : [{ ...price }]
  }
  const groups = priceOf((from) => messageSource(from, levels, series), firstStatement)
  const bounds = context.isAllMessages ? priceOf((from) => messageSource(from, [], BOUNDS), totalSql) : []
  return (await Promise.all([groups, bounds])).flat()
}

export async function runPivot(
  pivot: AnyPivot,
  given: SearchTypeContext,
  { pivotCache }: PivotDeps = {},
): Promise<PivotResult> {
  const { context, series, rowLevels, columnLevels, levels, minutes } = preparePivot(pivot, given)
  const { range } = context
  const readSource = async <T>(source: PivotSource, read: (from: PivotSource) => Promise<T>): Promise<T> =>
    (await pivotCache?.read(source, context, read)) ?? read(source)

  const [tree, effective] = await Promise.all([
    minutes === undefined
      ? readSource(messageSource(context, levels, series), (from) => findGroups(from, context))
      : findGroups(minuteSource(minutes, levels, series), context),
    !context.isAllMessages
      ? range
      : minutes === undefined
        ? readSource(messageSource(context, [], BOUNDS), (from) => matchedRange(from, context))
        : firstAndLast(minutes, context),
  ])
  const { whole, isCut } = tree.show()
  const rows = pivotRows(whole, { rowLevels, columnLevels, series, rollup: pivot.rollup })
  return {
    id: pivot.id,
    type: 'pivot',
    ...(typeof pivot.name === 'string' ? { name: pivot.name } : {}),
    ...(rows.length === 0 ? {} : { rows: [...rows] }),
    total: whole.count,
    effective_timerange: effectiveRange(effective),
    ...(isCut ? { is_cut: true } : {}),
  }
}

const countsAll = ({ series }: AnyPivot): boolean =>
  series.every((one) => one.type === 'count' && (one.field ?? '') === '')

/** Whether it counts messages by time, as the histogram above a list does. */
const readsTimestampsOnly = (pivot: AnyPivot): boolean =>
  [...(pivot.row_groups ?? []), ...(pivot.column_groups ?? [])].every(
    ({ type, field }) => type === 'time' && field === FIELD.timestamp,
  ) && countsAll(pivot)

const readsMinutesOnly = (levels: readonly PivotLevel[], pivot: AnyPivot): boolean =>
  levels.every(({ isOfMinutes }) => isOfMinutes) && countsAll(pivot)

/** The timestamps of the first and the last message. */
const BOUNDS = (['min', 'max'] as const).map((name): Series => {
  const aggregate = { name, parameters: [], argument: sql`toUnixTimestamp64Milli(timestamp)` } as const
  return { id: name, literals: [], aggregate, read: (aggregated) => aggregated, empty: null }
})

/** Range from the first to the last matching message. */
async function matchedRange(source: PivotSource, { range, engine, signal }: SearchTypeContext): Promise<InstantRange> {
  const [row] = await engine.rows(totalSql(source), { signal })
  const [, count, first, last] = row ?? []
  return Number(count) === 0 ? range : { fromMs: Number(first), toMs: Number(last) }
}

/** The same by the counts of minutes: the instants are searched in the first and the last minute. */
async function firstAndLast(minutes: ScopedSql, context: SearchTypeContext): Promise<InstantRange> {
  const { from, range, engine, signal } = context
  const [found] = await engine.rows(
    sql`SELECT sum(messages), toUnixTimestamp64Milli(min(timestamp)), toUnixTimestamp64Milli(max(timestamp)) FROM ${minutes}`,
    { signal },
  )
  const [count = 0, first = 0, last = 0] = (found ?? []).map(Number)
  if (count === 0) return range
  const minuteFrom = (ms: number) =>
    from({ fromMs: Math.max(ms, range.fromMs), toMs: Math.min(ms + MINUTE_MS - 1, range.toMs) })
  const [row] = await engine.rows(
    sql`SELECT (SELECT toUnixTimestamp64Milli(min(timestamp)) FROM ${minuteFrom(first)}),
      (SELECT toUnixTimestamp64Milli(max(timestamp)) FROM ${minuteFrom(last)})`,
    { signal },
  )
  const [fromMs = first, toMs = last] = (row ?? []).map(Number)
  return { fromMs, toMs }
}
