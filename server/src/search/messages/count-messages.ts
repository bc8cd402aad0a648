import { sql } from '@logyard/languages/sql/sql'
import type { Clock } from '../../platform/clock.ts'
import { readableForServer } from '../../streams/stream-access.ts'
import type { PivotCache } from '../pivot/cache/pivot-cache.ts'
import { messageSource, type PivotSource, totalSql } from '../pivot/pivot-sql.ts'
import { compileTimestamps, EVER, messagesIn, minuteCounts } from '../scope/message-scope.ts'
import { isTooManyRows, isTooSlow } from '../search-errors.ts'
import type { SearchTypeContext } from '../search-type.ts'

/** The share of the first part, the newest, whose time predicts the rest. Later parts are at least as long. */
const FIRST_PART = 1 / 16
/** Target time of each part, so that progress is reported often enough. */
const PART_MS = 700
/** Limits how much longer the next part may be: a quiet night says little about a busy day. */
const MAX_GROWTH = 16
/** Counting this many takes about as long as the statement's fixed cost. */
const MAX_READ = 2_000_000
/** Messages may be long: then the count should report progress. */
const LITTLE_SECONDS = 2

export interface CountSoFar {
  readonly total: number
  /** All messages from here on are counted. */
  readonly fromMs: number
}

/**
 * The exact number of messages in the scope. Without query texts it is the sum of the counts of minutes. Otherwise large
 * ranges are counted in parts, newest first; what needs little reading in a single statement.
 */
export async function countMessages(
  given: SearchTypeContext,
  { clock, pivotCache }: { readonly clock: Clock; readonly pivotCache?: PivotCache },
  onPart: (counted: CountSoFar) => void,
): Promise<number> {
  const context = { ...given, from: compileTimestamps(given.scope, given.schema, given.nowMs) }
  const countedAtOnce = (total: number) => {
    onPart({ total, fromMs: context.range.fromMs })
    return total
  }
  const counts = minuteCounts(context.scope, context.schema)
  if (counts !== undefined) {
    const [row] = await context.engine.rows(sql`SELECT sum(messages) FROM ${counts}`, { signal: context.signal })
    return countedAtOnce(Number(row?.[0] ?? 0))
  }
  const all = await countAtOnce(context, pivotCache)
  if (all !== undefined) return countedAtOnce(all)
  const firstMs = await firstInstant(context)
  let { toMs } = context.range
  const rangeMs = toMs - firstMs + 1
  let lengthMs = (toMs - firstMs) * FIRST_PART
  let total = 0
  while (toMs >= firstMs) {
    const fromMs = Math.max(firstMs, Math.ceil(toMs - lengthMs))
    const startMs = clock.monotonicMs()
    const share = { before: (context.range.toMs - toMs) / rangeMs, size: (toMs - fromMs + 1) / rangeMs }
    const counting = sql`SELECT count() FROM ${context.from({ fromMs, toMs })}`
    const [row] = await context.engine.rows(counting, { signal: context.signal, share })
    total += Number(row?.[0] ?? 0)
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
  return (await pivotCache?.read(source, context, readTotal)) ?? (await countWithLittleReading(context))
}

/**
 * Counts in one statement what has few messages after the engine's indices were asked. The engine may read at most
 * `MAX_READ` messages, and fails at once if that is not enough. Returns undefined then, or if it takes long.
 */
async function countWithLittleReading({ from, engine, signal }: SearchTypeContext): Promise<number | undefined> {
  const counting = sql`SELECT count() FROM ${from()} SETTINGS max_rows_to_read = ${MAX_READ}, read_overflow_mode = 'throw'`
  try {
    const [row] = await engine.rows(counting, { signal, seconds: LITTLE_SECONDS })
    return Number(row?.[0] ?? 0)
  } catch (error) {
    if (isTooManyRows(error) || isTooSlow(error)) return undefined
    throw error
  }
}

/** The start of the range; for all messages that is the first message. */
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
