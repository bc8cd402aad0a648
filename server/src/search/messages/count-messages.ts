import { sql } from '@logyard/languages/sql/sql'
import type { Clock } from '../../platform/clock.ts'
import { readableForServer } from '../../streams/stream-access.ts'
import type { PivotCache } from '../pivot/cache/pivot-cache.ts'
import { messageSource, type PivotSource, totalSql } from '../pivot/pivot-sql.ts'
import {
  countOutsideSql,
  countSql,
  EVER,
  type InstantRange,
  isAnyText,
  isCountedByIndex,
  messagesIn,
} from '../scope/message-scope.ts'
import { isTooManyRows } from '../search-errors.ts'
import type { SearchTypeContext } from '../search-type.ts'

/** The newest part is counted first, to see how long the rest will take. No part is shorter, so there are few of them. */
const FIRST_PART = 1 / 16
/** Parts are made so long that each takes about this time: often enough for those who wait. */
const PART_MS = 700
/** A quiet night says little about a busy day. */
const MAX_GROWTH = 16
/** That takes about as long as asking for it. */
const MAX_READ = 2_000_000

export interface CountSoFar {
  readonly total: number
  /** Everything from here on is counted. */
  readonly fromMs: number
}

/**
 * How many messages the scope holds: exact, never an estimate. Counted from the newest part on; what takes little time
 * is counted in two steps, and what the engine's indices know in one.
 */
export async function countMessages(
  context: SearchTypeContext,
  { clock, pivotCache }: { readonly clock: Clock; readonly pivotCache?: PivotCache },
  onPart: (counted: CountSoFar) => void,
): Promise<number> {
  const count = async (part: InstantRange) => {
    const counting = countSql({ ...context.scope, range: part }, context.schema, context.nowMs)
    const [row] = await context.engine.rows(counting, { signal: context.signal })
    return Number(row?.[0] ?? 0)
  }
  if (isCountedByIndex(context.scope)) {
    const total = await count(context.range)
    onPart({ total, fromMs: context.range.fromMs })
    return total
  }
  const all = await countAtOnce(context, pivotCache)
  if (all !== undefined) {
    onPart({ total: all, fromMs: context.range.fromMs })
    return all
  }
  const firstMs = await firstInstant(context)
  let { toMs } = context.range
  let lengthMs = (toMs - firstMs) * FIRST_PART
  let total = 0
  while (toMs >= firstMs) {
    const fromMs = Math.max(firstMs, Math.ceil(toMs - lengthMs))
    const startMs = clock.monotonicMs()
    total += await count({ fromMs, toMs })
    onPart({ total, fromMs })
    const tookMs = Math.max(1, clock.monotonicMs() - startMs)
    lengthMs *= Math.max(1, Math.min(MAX_GROWTH, PART_MS / tookMs))
    toMs = fromMs - 1
  }
  return total
}

async function countAtOnce(
  context: SearchTypeContext,
  pivotCache: PivotCache | undefined,
): Promise<number | undefined> {
  const source = messageSource(context, [], [])
  const readTotal = async (from: PivotSource) => {
    const [row] = await context.engine.rows(totalSql(from), { signal: context.signal })
    return Number(row?.[1] ?? 0)
  }
  return (
    (await pivotCache?.readRecent(source, context, readTotal)) ??
    (await countWithLittleReading(context)) ??
    (await pivotCache?.read(source, context, readTotal))
  )
}

/**
 * Of time and streams alone, where nearly all messages are in the streams, or where there are few: the engine's indices
 * tell the rest. It is asked to read no more than `MAX_READ` messages, and refuses at once where that is not enough.
 */
async function countWithLittleReading({ scope, engine, signal }: SearchTypeContext): Promise<number | undefined> {
  if (!isAnyText(scope)) return undefined
  const counting = sql`${countOutsideSql(scope)} SETTINGS max_rows_to_read = ${MAX_READ}, read_overflow_mode = 'throw'`
  try {
    const [row] = await engine.rows(counting, { signal })
    return Number(row?.[0] ?? 0)
  } catch (error) {
    if (isTooManyRows(error)) return undefined
    throw error
  }
}

/** When the range begins; one from the beginning of time begins with the first message of all. */
async function firstInstant({
  isAllMessages,
  range,
  schema,
  nowMs,
  engine,
  signal,
}: SearchTypeContext): Promise<number> {
  if (!isAllMessages) return range.fromMs
  const streams = readableForServer('find the first message')
  const all = messagesIn({ streams, range: EVER, conditions: [] }, schema, nowMs)
  const [first] = await engine.rows(
    sql`SELECT toUnixTimestamp64Milli(timestamp) FROM ${all} ORDER BY timestamp LIMIT 1`,
    { signal },
  )
  return first === undefined ? range.toMs : Math.max(range.fromMs, Number(first[0]))
}
