/** Counts recently stored messages by input and streams, and finds the newest one, in one stream or in all that the caller may read. */

import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { sql } from '@logyard/languages/sql/sql'
import { sqlInstant, sqlInteger } from '@logyard/languages/sql/sql-parts'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { StreamAccess } from '../../streams/stream-access.ts'
import { compileScope, EVER, type InstantRange, type MessageSource } from '../scope/message-scope.ts'
import type { SearchEngine, SearchEngines } from '../statements/search-engine.ts'
import { Cells } from './cells.ts'
import { createShortCache } from './short-cache.ts'

export interface StoredGroup {
  readonly inputId: string
  readonly streams: readonly string[]
  readonly lastHour: number
  /** Messages with a time in the future. */
  readonly ahead: number
  /** Up to now; undefined if all are older than an hour or in the future. */
  readonly newestMs: number | undefined
}

/** Everything is undefined that could not be read in time. */
export interface StoredAnswer {
  /** Groups of all streams that the caller may read. Messages are also in streams that the caller may not read. */
  readonly groups: readonly StoredGroup[] | undefined
  /** The newest time up to now, of the stream or of all. */
  readonly newestMs: number | undefined
  readonly inRange: boolean | undefined
}

export type ReadStoredLately = (
  caller: Caller,
  options: { readonly streamId: string | undefined; readonly range: Partial<InstantRange> | undefined },
) => Promise<StoredAnswer>

const HOUR_MS = 3_600_000
const AHEAD_MS = 60_000
const SECONDS = 5
const MAX_GROUPS = 1000

interface Scoped {
  readonly engine: SearchEngine
  readonly from: MessageSource
  readonly nowMs: number
}

export function createStoredLately(deps: {
  readonly engine: Pick<SearchEngines, 'of'>
  readonly access: StreamAccess
  readonly schema: () => FieldSchema | Promise<FieldSchema>
  readonly clock: Clock
}): ReadStoredLately {
  const { access, clock } = deps
  const allCache = createShortCache<readonly StoredGroup[] | undefined>(clock)
  const newestCache = createShortCache<number | undefined>(clock)

  return async (caller, { streamId, range }) => {
    const readable = await access.readable(caller)
    const nowMs = clock.now().getTime()
    const schema = await deps.schema()
    const engine = deps.engine.of({ user: caller.userId })
    const scoped = (ids: readonly string[]): Scoped & { readonly key: string } => {
      const streams = access.require(caller, ids)
      const from = compileScope({ streams, range: EVER, conditions: [] }, schema, nowMs)
      return { engine, from, nowMs, key: JSON.stringify(streams) }
    }
    const everything = scoped(readable)
    const one = streamId === undefined ? everything : scoped([streamId])
    const [groups, newestMs, inRange] = await Promise.all([
      allCache(everything.key, () => inTime(() => lately(everything))),
      newestCache(one.key, () => inTime(() => newest(one))),
      range === undefined ? undefined : inTime(() => hasMessages(one, { fromMs: EVER.fromMs, toMs: nowMs, ...range })),
    ])
    return { groups, newestMs, inRange }
  }
}

async function lately({ engine, from, nowMs }: Scoped): Promise<readonly StoredGroup[]> {
  const now = sqlInstant(nowMs)
  const rows = await engine.rows(
    sql`SELECT gl2_source_input, streams, countIf(timestamp <= ${now}), countIf(timestamp > ${sqlInstant(nowMs + AHEAD_MS)}),
        toUnixTimestamp64Milli(maxIf(timestamp, timestamp <= ${now}))
      FROM ${from({ fromMs: nowMs - HOUR_MS, toMs: EVER.toMs })}
      GROUP BY gl2_source_input, streams ORDER BY count() DESC LIMIT ${sqlInteger(MAX_GROUPS)}`,
    limits(),
  )
  return rows.map(readGroup)
}

function readGroup(row: readonly unknown[]): StoredGroup {
  const cells = new Cells(row)
  const inputId = cells.text()
  const ids = cells.next()
  const streams = Array.isArray(ids) ? ids.map(String) : []
  const [lastHour, ahead, newestMs] = [cells.number(), cells.number(), cells.number()]
  return { inputId, streams, lastHour, ahead, newestMs: lastHour > 0 ? newestMs : undefined }
}

async function newest({ engine, from, nowMs }: Scoped): Promise<number | undefined> {
  const upToNow = from({ fromMs: EVER.fromMs, toMs: nowMs })
  const statement = sql`SELECT toUnixTimestamp64Milli(timestamp) FROM ${upToNow} ORDER BY timestamp DESC LIMIT 1`
  const [row] = await engine.rows(statement, limits())
  return row === undefined ? undefined : new Cells(row).number()
}

const hasMessages = async ({ engine, from }: Scoped, range: InstantRange): Promise<boolean> =>
  (await engine.rows(sql`SELECT 1 FROM ${from(range)} LIMIT 1`, limits())).length > 0

/** Callers share the statements, so a request that is cancelled does not end them; they end by themselves. */
export const limits = () => ({ seconds: SECONDS, signal: AbortSignal.timeout(2 * SECONDS * 1000) })

/** A diagnosis is shown with what could be read: a store that is down or slow is a finding. */
export async function inTime<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof LogyardError || (error instanceof DOMException && error.name === 'TimeoutError'))
      return undefined
    throw error
  }
}
