/**
 * Figures and messages for the parts of the server that watch messages: event definitions, legacy alert conditions,
 * back-tests. Everything runs through the same query tree, plan and permission as a search.
 */
import type { QueryTable } from '@logyard/contract/search/tables'
import type { ReadableStreams } from '../../streams/stream-access.ts'
import type { InstantRange } from '../scope/message-scope.ts'
import type { FindLookupTable } from '../steps/join-values.ts'

export interface MeasuredSelection {
  /** Streams from `StreamAccess`: the permission of the user in whose name this runs. */
  readonly streams: ReadableStreams
  /** Query in the query language, with the values of its parameters; empty for all messages. */
  readonly query: string
  /** Both ends are inclusive. */
  readonly range: InstantRange
}

export const MEASURE_FUNCTIONS = [
  'avg',
  'card',
  'count',
  'max',
  'min',
  'stddev',
  'sum',
  'sumofsquares',
  'variance',
] as const
export type MeasureFunction = (typeof MEASURE_FUNCTIONS)[number]

export interface MeasureSeries {
  readonly id: string
  readonly function: MeasureFunction
  readonly field: string | null
}

export interface MeasuredGroup {
  /** Values of the group-by fields, in their order. */
  readonly key: readonly string[]
  /** Values by series id; NaN if there are none. Exact: `card` counts each value. */
  readonly values: ReadonlyMap<string, number>
  /** Ids of the streams of the group's messages. */
  readonly streams: readonly string[]
}

export interface GroupBy {
  readonly fields: readonly string[]
  readonly series: readonly MeasureSeries[]
  readonly limit: number
  /** Only groups with one of these values of the first field. */
  readonly only?: readonly string[]
}

/** The messages whose text was made from the same template. */
export interface MeasuredPattern {
  /** Decimal digits. */
  readonly hash: string
  readonly text: string
  readonly count: number
  readonly firstMs: number
  readonly lastMs: number
  readonly streams: readonly string[]
}

export interface FoundMessage {
  readonly id: string
  readonly index: string
  readonly timestampMs: number
  readonly streams: readonly string[]
  /** Everything, with `message`, `source`, `timestamp` and `streams`. */
  readonly fields: Readonly<Record<string, unknown>>
}

/** The position after a message in the order of timestamp and id. */
export interface MessageCursor {
  readonly timestampMs: number
  readonly id: string
}

export interface MeasureOptions {
  readonly signal: AbortSignal
  /** Whose turn the statements take: a user id, or a name of the server's own. */
  readonly turnOf: string
  readonly seconds?: number
}

/** Windows of one length, which may overlap. */
export interface WindowPlan {
  readonly lengthMs: number
  /** The last instant of each window, which belongs to it; ascending. */
  readonly ends: readonly number[]
  /** Time from one window to the next; missing if the distances differ. */
  readonly hopMs?: number
}

export interface WindowsMeasure {
  readonly fields: readonly string[]
  readonly series: readonly MeasureSeries[]
  readonly windows: WindowPlan
  /** Groups with figures, those with the most messages; a few of the others are named. */
  readonly groups: number
  readonly named: number
  /** Figures of all groups together; further groups are left out. */
  readonly figures: number
}

export interface MeasuredWindows {
  readonly groups: readonly GroupWindows[]
  readonly others: { readonly count: number; readonly keys: readonly (readonly string[])[] }
}

export interface GroupWindows {
  readonly key: readonly string[]
  readonly messages: number
  /** The places of the windows with messages of the group; without fields, of all windows. */
  readonly windows: readonly number[]
  /** Values by series id, one for each of `windows`; NaN if there are none. */
  readonly values: ReadonlyMap<string, readonly number[]>
}

/** Steps behind the query of the selection, or a statement over its messages. */
export interface TableOf {
  readonly text: { readonly steps: string } | { readonly sql: string }
  readonly limit: number
  /** What `now()` is in steps, and in the queries of a statement. */
  readonly nowMs: number
  /** Lookup tables that the user may read. */
  readonly find: FindLookupTable
}

export type MeasuredTable = Omit<QueryTable, 'effective_timerange'>

export interface Measures {
  /**
   * One group per combination of values; a message without one of the fields belongs to none. Without fields there is
   * exactly one group, also for no messages. More groups than `limit` are refused.
   */
  groups(selection: MeasuredSelection, by: GroupBy, options: MeasureOptions): Promise<readonly MeasuredGroup[]>
  /** More patterns than `limit` are refused. */
  patterns(
    selection: MeasuredSelection,
    by: { readonly limit: number; readonly only?: readonly string[] },
    options: MeasureOptions,
  ): Promise<readonly MeasuredPattern[]>
  /** Oldest first unless `order` says otherwise, at most `limit`, after the cursor. */
  messages(
    selection: MeasuredSelection,
    page: { readonly limit: number; readonly after?: MessageCursor; readonly order?: 'oldest-first' | 'newest-first' },
    options: MeasureOptions,
  ): Promise<readonly FoundMessage[]>
  count(selection: MeasuredSelection, options: MeasureOptions): Promise<number>
  /** Throws for what is wrong with the steps or the statement, with its place. */
  table(selection: MeasuredSelection, asked: TableOf, options: MeasureOptions): Promise<MeasuredTable>
  /** The groups of many windows, reading each message once. The range of the selection is that of the windows. */
  windows(selection: MeasuredSelection, by: WindowsMeasure, options: MeasureOptions): Promise<MeasuredWindows>
}
