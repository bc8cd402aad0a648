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

/** The table is sorted by the timestamp, so this leaves most of every index unread; indices need no look-up for it. */
function rangeCondition({ fromMs, toMs }: InstantRange): string {
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
  const [only] = streams
  if (only === undefined) return '0'
  if (streams.length === 1) return `has(streams, ${sqlString(only)})`
  return `hasAny(streams, [${streams.map(sqlString).join(', ')}])`
}
