/**
 * Which messages a search may see and wants to see, as an SQL condition: the one place where the permission to read
 * streams becomes SQL.
 */

import type { QueryNode } from '@logyard/languages/query/query-tree'
import { compileCondition } from '@logyard/languages/query/sql/compile-condition'
import type { FieldSchema } from '@logyard/languages/query/sql/field-schema'
import { sqlString } from '@logyard/languages/query/sql/sql-literal'

/** Both ends belong to it; none of it when `toMs` is before `fromMs`. */
export interface InstantRange {
  readonly fromMs: number
  readonly toMs: number
}

export interface MessageScope {
  /** A message is in at least one of them. */
  readonly streams: StreamChoice
  readonly range: InstantRange
  /** It satisfies all of them. */
  readonly conditions: readonly QueryNode[]
}

/** Streams by id; or whatever is not in one of these indices, for those who may see everything. */
export type StreamChoice = readonly string[] | { readonly outsideIndices: readonly string[] }

/** What the store's instants can hold. */
const MIN_MS = Date.UTC(1900, 0, 1)
const MAX_MS = Date.UTC(2299, 11, 31, 23, 59, 59, 999)
export const EVER: InstantRange = { fromMs: MIN_MS, toMs: MAX_MS }

/** For the WHERE of a SELECT from `messages`. `nowMs` is for date maths in the query. */
export function scopeCondition(scope: MessageScope, schema: FieldSchema, nowMs: number): string {
  const conditions = scope.conditions.filter(({ kind }) => kind !== 'all')
  return [
    rangeCondition(scope.range),
    streamCondition(scope.streams),
    ...conditions.map((tree) => `(${compileCondition(tree, schema, nowMs)})`),
  ].join(' AND ')
}

/** Time and streams are all that it asks for. */
export const isAnyText = ({ conditions }: MessageScope): boolean => conditions.every(({ kind }) => kind === 'all')

/** Whether counting takes no longer for many messages than for few. */
export const isCountedByIndex = (scope: MessageScope): boolean => isAnyText(scope) && 'outsideIndices' in scope.streams

/**
 * The SELECT of how many messages there are. Of a range of time the engine tells that by its index, without reading
 * anything, but only where nothing else is asked. So what does not belong is counted apart: by index, too, where there
 * is no such thing.
 */
export function countSql(scope: MessageScope, schema: FieldSchema, nowMs: number): string {
  // What is not in a single stream is most of all.
  const isMost = 'outsideIndices' in scope.streams ? scope.streams.outsideIndices.length > 0 : scope.streams.length > 1
  if (isAnyText(scope) && isMost) return countOutsideSql(scope)
  return `SELECT count() FROM messages WHERE ${scopeCondition(scope, schema, nowMs)}`
}

/** For a scope of any text, however many streams it has. */
export function countOutsideSql({ range, streams }: MessageScope): string {
  const within = rangeCondition(range)
  const others = `NOT (${streamCondition(streams)})`
  return `SELECT (SELECT count() FROM messages WHERE ${within}) - (SELECT count() FROM messages WHERE ${within} AND ${others})`
}

/** The table is sorted by the timestamp, so this leaves most of every index unread; indices need no look-up for it. */
export function rangeCondition({ fromMs, toMs }: InstantRange): string {
  if (!(fromMs <= toMs) || fromMs > MAX_MS || toMs < MIN_MS) return '0'
  return `timestamp >= ${instant(Math.max(fromMs, MIN_MS))} AND timestamp <= ${instant(Math.min(toMs, MAX_MS))}`
}

export const instant = (ms: number): string => `fromUnixTimestamp64Milli(${Math.trunc(ms)}, 'UTC')`

function streamCondition(streams: StreamChoice): string {
  if ('outsideIndices' in streams) {
    return streams.outsideIndices.length === 0
      ? '1'
      : `\`index\` NOT IN (${streams.outsideIndices.map(sqlString).join(', ')})`
  }
  if (streams.length === 0) return '0'
  // Tested once for each list of streams that there is, where `hasAny(streams, ...)` looks at the list of each message.
  return anyOf(chunks(streams).map((some) => `multiSearchAny(stream_ids, [${some.map(sqlString).join(', ')}])`))
}

/** The engine searches for no more at once. */
const MAX_SEARCHED = 200

function chunks(streams: readonly string[]): readonly (readonly string[])[] {
  const found: string[][] = []
  for (let at = 0; at < streams.length; at += MAX_SEARCHED) found.push(streams.slice(at, at + MAX_SEARCHED))
  return found
}

const anyOf = (conditions: readonly string[]): string =>
  conditions.length === 1 ? conditions.join() : `(${conditions.join(' OR ')})`
