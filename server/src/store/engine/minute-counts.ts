/**
 * The projection `counts` of the table of messages: how many there are in each minute, index and list of streams. It
 * answers for any number of messages in the same time.
 */
import { sql } from '@logyard/languages/sql/sql'

export const MINUTE_MS = 60_000
/** The store's first timestamp. Minutes are numbered from it on. */
export const FIRST_MS = Date.UTC(1900, 0, 1)

/** The number of a message's minute. The engine finds the projection by exactly this expression. */
export const MINUTE_NUMBER = sql`intDiv(toUnixTimestamp64Milli(timestamp) - ${FIRST_MS}, ${MINUTE_MS})`

export const COUNTS_PROJECTION = sql`SELECT ${MINUTE_NUMBER} AS minute, \`index\`, stream_ids, count()
  GROUP BY minute, \`index\`, stream_ids`

/** The first instant of the minute of this number. */
export const minuteStartMs = (minute: number): number => FIRST_MS + minute * MINUTE_MS

/** The numbers of the first whole minute from an instant on, and of the first one that is not whole at another. */
export const wholeMinutes = ({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }) => ({
  first: Math.ceil((fromMs - FIRST_MS) / MINUTE_MS),
  end: Math.floor((toMs + 1 - FIRST_MS) / MINUTE_MS),
})

/** The instant at which the minute of the column `minute` starts. */
export const MINUTE_START = sql`fromUnixTimestamp64Milli(minute * ${MINUTE_MS} + ${FIRST_MS}, 'UTC')`
