import { type ScopedSql, sql } from '@logyard/languages/sql/sql'
import type { Clock } from '../../platform/clock.ts'
import { readableForServer } from '../../streams/stream-access.ts'
import type { PivotCache } from '../pivot/cache/pivot-cache.ts'
import { messageSource, type PivotSource, totalSql } from '../pivot/pivot-sql.ts'
import { EVER, messagesIn, minuteCounts, timestampSource } from '../scope/message-scope.ts'
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
/** After that the count should report progress. */
const QUICK_SECONDS = 2

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
  const context = { ...given, from: timestampSource(given) }
  const countedAtOnce = (total: number) => {
    onPart({ total, fromMs: context.range.fromMs })
    return total
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

/** The count as the sum of those of minutes, where these are enough. */
export function minutesSql({ scope, schema }: Pick<SearchTypeContext, 'scope' | 'schema'>): ScopedSql | undefined {
  const counts = minuteCounts(scope, schema)
  return counts && sql`SELECT sum(messages) FROM ${counts}`
}

async function countAtOnce(
  context: SearchTypeContext,
  pivotCache: PivotCache | undefined,
): Promise<number | undefined> {
  const minutes = minutesSql(context)
  // Where an index has no counts its messages are read, which may take long.
  if (minutes !== undefined) return await countQuickly(minutes, context)
  const source = messageSource(context, [], [])
  const readTotal = async (from: PivotSource) => {
    const [row] = await context.engine.rows(totalSql(from), { signal: context.signal })
    return Number(row?.[1] ?? 0)
  }
  // The engine counts the messages that are left after its indices were asked, and fails at once if they are too many.
  const limit = sql`SETTINGS max_rows_to_read = ${MAX_READ}, read_overflow_mode = 'throw'`
  return (
    (await pivotCache?.read(source, context, readTotal)) ??
    (await countQuickly(sql`SELECT count() FROM ${context.from()} ${limit}`, context))
  )
}

/** Returns undefined if that takes long, or needs more reading than it may. */
async function countQuickly(counting: ScopedSql, { engine, signal }: SearchTypeContext): Promise<number | undefined> {
  try {
    const [row] = await engine.rows(counting, { signal, seconds: QUICK_SECONDS })
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
