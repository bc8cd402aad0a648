/** The search type `pivot`: messages counted, and numbers computed of them, by rows and columns of groups. */
import type { PivotResult } from '@logyard/contract/search/search-results'
import type { Pivot } from '@logyard/contract/search/search-types'
import { sql } from '@logyard/languages/sql/sql'
import { effectiveRange } from '../scope/effective-range.ts'
import type { InstantRange } from '../scope/message-scope.ts'
import type { SearchTypeContext, SearchTypeRunner } from '../search-type.ts'
import { requireSmallPivot } from '../statements/statement-limits.ts'
import type { KeptAggregates } from './cache/pivot-cache.ts'
import { compileLevel, type PivotGrouping } from './compile-level.ts'
import { findGroups } from './pivot-groups.ts'
import { pivotRows } from './pivot-rows.ts'
import { messageSource, type PivotSource, totalSql } from './pivot-sql.ts'
import { compileSeries, type Series } from './series.ts'

/** A pivot whose groupings may be of the kinds that only the server itself asks for. */
export type AnyPivot = Omit<Pivot, 'row_groups' | 'column_groups'> & {
  readonly row_groups?: readonly PivotGrouping[] | null
  readonly column_groups?: readonly PivotGrouping[] | null
}

export interface PivotDeps {
  /** Without it messages are always read. */
  readonly kept?: KeptAggregates
}

export function createPivotRunner(deps: PivotDeps): SearchTypeRunner<Pivot, PivotResult> {
  return { type: 'pivot', run: (pivot, context) => runPivot(pivot, context, deps) }
}

export async function runPivot(
  pivot: AnyPivot,
  context: SearchTypeContext,
  { kept }: PivotDeps = {},
): Promise<PivotResult> {
  const { schema, range } = context
  requireSmallPivot(pivot)
  const series = compileSeries(pivot.series, schema)
  const levelContext = { sort: pivot.sort ?? [], series, schema, rangeMs: range.toMs - range.fromMs }
  const rowLevels = (pivot.row_groups ?? []).map((grouping) => compileLevel(grouping, levelContext))
  const columnLevels = (pivot.column_groups ?? []).map((grouping) => compileLevel(grouping, levelContext))
  const source = messageSource(context, [...rowLevels, ...columnLevels], series)
  const ask = async <T>(asked: PivotSource, read: (from: PivotSource) => Promise<T>): Promise<T> =>
    (await kept?.ask(asked, context, read)) ?? read(asked)

  const [tree, effective] = await Promise.all([
    ask(source, (from) => findGroups(from, context)),
    context.isAllMessages ? ask(messageSource(context, [], BOUNDS), (from) => matchedRange(from, context)) : range,
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

/** When the first and the last message was. */
const BOUNDS = (['min', 'max'] as const).map((name): Series => {
  const aggregate = { name, parameters: [], argument: sql`toUnixTimestamp64Milli(timestamp)` } as const
  return { id: name, literals: [], aggregate, read: (aggregated) => aggregated, empty: null }
})

/** Of all messages: from the first to the last that matches. */
async function matchedRange(source: PivotSource, { range, engine, signal }: SearchTypeContext): Promise<InstantRange> {
  const [row] = await engine.rows(totalSql(source), { signal })
  const [, count, first, last] = row ?? []
  return Number(count) === 0 ? range : { fromMs: Number(first), toMs: Number(last) }
}
