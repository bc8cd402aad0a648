/**
 * The SQL condition of the messages that a search may read and that it selects. The only place where the permission to
 * read streams becomes SQL.
 */

import { NOTIFICATION_TYPE_FIELD } from '@logyard/contract/events/system-events'
import { SYSTEM_EVENTS_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import type { QueryNode } from '@logyard/languages/query/query-tree'
import { compileCondition } from '@logyard/languages/query-sql/compile-condition'
import { ALWAYS, allOf, anyOf, isAlways, NEVER } from '@logyard/languages/query-sql/condition'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { typedValue } from '@logyard/languages/query-sql/message-field'
import { splitCondition } from '@logyard/languages/query-sql/split-condition'
import { scopedSql } from '@logyard/languages/sql/scoped-sql'
import { type ScopedSql, type Sql, sql } from '@logyard/languages/sql/sql'
import { joinSql, sqlList, sqlRangeEnd } from '@logyard/languages/sql/sql-parts'
import { FIRST_MS, MINUTE_NUMBER, MINUTE_START, minuteStartMs, wholeMinutes } from '../../store/engine/minute-counts.ts'
import { isPresentTable } from '../../store/engine/old-messages.ts'
import { isStreamId, type ReadableStreams, type StreamChoice } from '../../streams/stream-access.ts'
import { createConditionBudget, requireNarrow } from '../statements/statement-limits.ts'

/** Both ends are inclusive; the range is empty if `toMs` is before `fromMs`. */
export interface InstantRange {
  readonly fromMs: number
  readonly toMs: number
}

export interface MessageScope {
  /** Messages must be in at least one of them. */
  readonly streams: ReadableStreams
  readonly range: InstantRange
  /** Messages must satisfy all of them. */
  readonly conditions: readonly QueryNode[]
}

/** The range of the store's timestamps. */
const MIN_MS = FIRST_MS
const MAX_MS = Date.UTC(2299, 11, 31, 23, 59, 59, 999)
const AND = sql` AND `

export const EVER: InstantRange = { fromMs: MIN_MS, toMs: MAX_MS }

/**
 * For the FROM of a SELECT: the table of messages with a WHERE of the scope (or of a part of its range) and further
 * conditions. GROUP BY, ORDER BY and LIMIT may follow it, but no condition: an OR would leave the scope.
 */
export type MessageSource = (part?: InstantRange, ...conditions: readonly Sql[]) => ScopedSql

/** Compiles the scope once, when it is first used; parts of its range share the compiled conditions. */
export function compileScope(scope: MessageScope, schema: FieldSchema, nowMs: number): MessageSource {
  let compiled: readonly Sql[] | undefined
  return (part = scope.range, ...conditions) => {
    compiled ??= scopeConditions(scope, schema, nowMs)
    const all = [rangeCondition(part), ...compiled, ...conditions.map((condition) => sql`(${condition})`)]
    const needed = all.filter((condition) => !isAlways(condition))
    return scopedSql(sql`${schema.table} WHERE ${joinSql(needed, AND)}`)
  }
}

function scopeConditions(scope: MessageScope, schema: FieldSchema, nowMs: number): readonly Sql[] {
  const texts = textsOf(scope, schema)
  const spend = createConditionBudget()
  return [
    permitted(scope.streams, schema),
    ...texts.map((tree) => sql`(${compileCondition(tree, schema, nowMs, spend)})`),
  ]
}

/** Throws if they are too many for one statement. */
function textsOf({ conditions }: MessageScope, schema: FieldSchema): readonly QueryNode[] {
  const texts = conditions.filter(({ kind }) => kind !== 'all')
  requireNarrow(texts, schema)
  return texts
}

/**
 * The same messages for statements that read nothing but `timestamp`, asked in two parts, which takes less time for words
 * without a field. Returns undefined for other queries.
 */
export function splitTimestamps(scope: MessageScope, schema: FieldSchema, nowMs: number): MessageSource | undefined {
  const parts = splitCondition(textsOf(scope, schema), schema, nowMs, createConditionBudget())
  if (parts === undefined) return undefined
  const all = compileScope({ ...scope, conditions: [] }, schema, nowMs)
  return (part, ...conditions) => {
    const times = parts.map((condition) => sql`SELECT timestamp FROM ${all(part, ...conditions, condition)}`)
    return sql`(${joinSql(times, sql` UNION ALL `)})`
  }
}

/** What a search selects its messages with. */
interface Searched {
  readonly scope: MessageScope
  readonly schema: FieldSchema
  readonly nowMs: number
  readonly from: MessageSource
}

/** The messages of a search, for statements that read nothing but `timestamp`. */
export const timestampSource = ({ scope, schema, nowMs, from }: Searched): MessageSource =>
  splitTimestamps(scope, schema, nowMs) ?? from

/** `compileScope` for a single use. */
export const messagesIn = (
  scope: MessageScope,
  schema: FieldSchema,
  nowMs: number,
  conditions: readonly Sql[] = [],
): ScopedSql => compileScope(scope, schema, nowMs)(scope.range, ...conditions)

/** Whether the scope limits only time and streams. */
export const isAnyText = ({ conditions }: MessageScope): boolean => conditions.every(({ kind }) => kind === 'all')

/**
 * For the FROM of a SELECT: how many `messages` of the scope there are, by `timestamp`. Those of a whole minute are one
 * row with the start of the minute, which takes the same time for any number of them; those at the ends of the range are
 * read. Returns undefined if the messages have to be read.
 */
export function minuteCounts(scope: MessageScope, { table }: FieldSchema): ScopedSql | undefined {
  const { choice, systemEvents } = scope.streams
  if (!isAnyText(scope) || systemEvents !== 'all' || !isPresentTable(table)) return undefined
  const range = { fromMs: Math.max(scope.range.fromMs, MIN_MS), toMs: Math.min(scope.range.toMs, MAX_MS) }
  const { first, end } = wholeMinutes(range)
  if (!(first < end)) return undefined
  const matching = (...within: readonly Sql[]) => sql`${table} WHERE ${allOf([...within, streamCondition(choice)])}`
  const minutes = matching(sql`minute >= ${first}`, sql`minute < ${end}`)
  // A limit of groups is about those of the statement around it, not about minutes.
  const counts = sql`SELECT ${MINUTE_NUMBER} AS minute, count() AS messages FROM ${minutes}
    GROUP BY minute SETTINGS max_rows_to_group_by = 0`
  const ends = [
    { fromMs: range.fromMs, toMs: minuteStartMs(first) - 1 },
    { fromMs: minuteStartMs(end), toMs: range.toMs },
  ].filter(({ fromMs, toMs }) => fromMs <= toMs)
  const atEnds = matching(anyOf(ends.map((part) => sql`(${rangeCondition(part)})`)))
  const rows = [
    sql`SELECT ${MINUTE_START} AS timestamp, messages FROM (${counts})`,
    ...(ends.length === 0 ? [] : [sql`SELECT timestamp, toUInt64(1) FROM ${atEnds}`]),
  ]
  return scopedSql(sql`(${joinSql(rows, sql` UNION ALL `)})`)
}

/** The table is sorted by timestamp, so the engine skips most of every index without looking up index ranges. */
export function rangeCondition({ fromMs, toMs }: InstantRange): Sql {
  if (!(fromMs <= toMs) || fromMs > MAX_MS || toMs < MIN_MS) return NEVER
  return sql`timestamp >= ${sqlRangeEnd(Math.max(fromMs, MIN_MS))} AND timestamp <= ${sqlRangeEnd(Math.min(toMs, MAX_MS))}`
}

function permitted({ choice, systemEvents }: ReadableStreams, schema: FieldSchema): Sql {
  const inStreams = streamCondition(choice)
  return systemEvents === 'all' ? inStreams : sql`(${inStreams} AND ${systemEventCondition(systemEvents, schema)})`
}

/** A message without a type is read only by those who may read all types. */
function systemEventCondition(types: readonly string[], schema: FieldSchema): Sql {
  const isOther = sql`NOT multiSearchAny(stream_ids, [${SYSTEM_EVENTS_STREAM_ID}])`
  if (types.length === 0) return isOther
  const type = typedValue(NOTIFICATION_TYPE_FIELD, 'String', schema)
  return sql`(${isOther} OR ifNull(${type}, '') IN (${sqlList(types)}))`
}

function streamCondition(streams: StreamChoice): Sql {
  if ('outsideIndices' in streams) {
    return streams.outsideIndices.length === 0 ? ALWAYS : sql`\`index\` NOT IN (${sqlList(streams.outsideIndices)})`
  }
  if (streams.length === 0) return NEVER
  const foreign = streams.find((id) => !isStreamId(id))
  // `multiSearchAny` looks for substrings: an empty text or a part of an id would match other streams.
  if (foreign !== undefined) throw new TypeError(`${JSON.stringify(foreign)} is not a stream id`)
  // Evaluated once for each distinct list of streams, where `hasAny(streams, ...)` is evaluated for each message.
  return anyOf(chunks(streams).map((some) => sql`multiSearchAny(stream_ids, [${sqlList(some)}])`))
}

/** The engine's maximum. */
const MAX_SEARCHED = 200

function chunks(streams: readonly string[]): readonly (readonly string[])[] {
  const found: string[][] = []
  for (let at = 0; at < streams.length; at += MAX_SEARCHED) found.push(streams.slice(at, at + MAX_SEARCHED))
  return found
}
