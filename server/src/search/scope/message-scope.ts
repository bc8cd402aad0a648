/**
 * Which messages a search may see and wants to see, as an SQL condition: the one place where the permission to read
 * streams becomes SQL.
 */

import type { QueryNode } from '@logyard/languages/query/query-tree'
import { compileCondition } from '@logyard/languages/query-sql/compile-condition'
import { ALWAYS, anyOf, isAlways, NEVER } from '@logyard/languages/query-sql/condition'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { scopedSql } from '@logyard/languages/sql/scoped-sql'
import { type ScopedSql, type Sql, sql } from '@logyard/languages/sql/sql'
import { joinSql, sqlInstant, sqlList } from '@logyard/languages/sql/sql-parts'
import { isStreamId, type ReadableStreams, type StreamChoice } from '../../streams/stream-access.ts'
import { requireNarrow } from '../statements/statement-limits.ts'

/** Both ends belong to it; none of it when `toMs` is before `fromMs`. */
export interface InstantRange {
  readonly fromMs: number
  readonly toMs: number
}

export interface MessageScope {
  /** A message is in at least one of them. */
  readonly streams: ReadableStreams
  readonly range: InstantRange
  /** It satisfies all of them. */
  readonly conditions: readonly QueryNode[]
}

/** What the store's instants can hold. */
const MIN_MS = Date.UTC(1900, 0, 1)
const MAX_MS = Date.UTC(2299, 11, 31, 23, 59, 59, 999)
const AND = sql` AND `

export const EVER: InstantRange = { fromMs: MIN_MS, toMs: MAX_MS }

/**
 * For the FROM of a SELECT: the table of messages with a WHERE that holds what the scope allows, and further conditions
 * beside that. Behind it may stand what groups, sorts and cuts, but no further condition: an OR would leave the scope.
 */
export function messagesIn(
  scope: MessageScope,
  schema: FieldSchema,
  nowMs: number,
  also: readonly Sql[] = [],
): ScopedSql {
  const texts = scope.conditions.filter(({ kind }) => kind !== 'all')
  requireNarrow(texts, schema)
  const conditions = [
    rangeCondition(scope.range),
    streamCondition(scope.streams.choice),
    ...texts.map((tree) => sql`(${compileCondition(tree, schema, nowMs)})`),
    ...also.map((condition) => sql`(${condition})`),
  ].filter((condition) => !isAlways(condition))
  return scopedSql(sql`messages WHERE ${joinSql(conditions, AND)}`)
}

/** Time and streams are all that it asks for. */
export const isAnyText = ({ conditions }: MessageScope): boolean => conditions.every(({ kind }) => kind === 'all')

/** Whether counting takes no longer for many messages than for few. */
export const isCountedByIndex = (scope: MessageScope): boolean =>
  isAnyText(scope) && 'outsideIndices' in scope.streams.choice

/**
 * The SELECT of how many messages there are. Of a range of time the engine tells that by its index, without reading
 * anything, but only where nothing else is asked. So what does not belong is counted apart: by index, too, where there
 * is no such thing.
 */
export function countSql(scope: MessageScope, schema: FieldSchema, nowMs: number): ScopedSql {
  const { choice } = scope.streams
  // What is not in a single stream is most of all.
  const isMost = 'outsideIndices' in choice ? choice.outsideIndices.length > 0 : choice.length > 1
  if (isAnyText(scope) && isMost) return countOutsideSql(scope)
  return sql`SELECT count() FROM ${messagesIn(scope, schema, nowMs)}`
}

/** For a scope of any text, however many streams it has. */
export function countOutsideSql({ range, streams }: MessageScope): ScopedSql {
  const within = rangeCondition(range)
  const others = sql`NOT (${streamCondition(streams.choice)})`
  return scopedSql(
    sql`SELECT (SELECT count() FROM messages WHERE ${within}) - (SELECT count() FROM messages WHERE ${within} AND ${others})`,
  )
}

/** The table is sorted by the timestamp, so this leaves most of every index unread; indices need no look-up for it. */
export function rangeCondition({ fromMs, toMs }: InstantRange): Sql {
  if (!(fromMs <= toMs) || fromMs > MAX_MS || toMs < MIN_MS) return NEVER
  return sql`timestamp >= ${sqlInstant(Math.max(fromMs, MIN_MS))} AND timestamp <= ${sqlInstant(Math.min(toMs, MAX_MS))}`
}

function streamCondition(streams: StreamChoice): Sql {
  if ('outsideIndices' in streams) {
    return streams.outsideIndices.length === 0 ? ALWAYS : sql`\`index\` NOT IN (${sqlList(streams.outsideIndices)})`
  }
  if (streams.length === 0) return NEVER
  const foreign = streams.find((id) => !isStreamId(id))
  // `multiSearchAny` looks for substrings: an empty text, or a piece of an id, would match other streams.
  if (foreign !== undefined) throw new TypeError(`${JSON.stringify(foreign)} is no id of a stream`)
  // Tested once for each list of streams that there is, where `hasAny(streams, ...)` looks at the list of each message.
  return anyOf(chunks(streams).map((some) => sql`multiSearchAny(stream_ids, [${sqlList(some)}])`))
}

/** The engine searches for no more at once. */
const MAX_SEARCHED = 200

function chunks(streams: readonly string[]): readonly (readonly string[])[] {
  const found: string[][] = []
  for (let at = 0; at < streams.length; at += MAX_SEARCHED) found.push(streams.slice(at, at + MAX_SEARCHED))
  return found
}
