/** A search that takes seconds: regular expressions on long texts. */
import { sql } from '@logyard/languages/sql/sql'
import { expect } from 'vitest'
import type { Engine } from '../../store/engine/engine.ts'
import { query, text } from './search-drafts.ts'

export async function insertLongMessages(engine: Engine, count = 300_000): Promise<void> {
  const insert = sql`INSERT INTO messages (journal_offset, \`index\`, timestamp, source, message, stream_ids, own_message_id, fields)
    SELECT number, 'graylog_0', toDateTime64('2026-03-01 00:00:00', 3, 'UTC') + toIntervalMillisecond(intDiv(number, 100)),
      'web-1', 'a message', '000000000000000000000001', toString(number),
      concat('{"longtext":"', repeat(toString(cityHash64(number)), 25), '"}')::JSON
    FROM numbers(${count})`
  await engine.client.command({ query: insert })
  // A statement that another test cancelled may take a moment to end.
  await expect.poll(() => slowStatements(engine), { interval: 20, timeout: 15_000 }).toBe(0)
}

const patterns = Array.from({ length: 26 }, (_, n) => `/.*1.*2.*3.*4.*${String.fromCharCode(97 + n)}.*/`)
export const slowQuery = query({ id: 'slow', query: text(`longtext:(${patterns.join(' OR ')})`) })

/** The number of statements of the slow search that the engine is running. */
export async function slowStatements({ client }: Engine): Promise<number> {
  const counting = sql`SELECT count() FROM system.processes WHERE position(query, 'longtext') > 0 AND query NOT LIKE '%processes%'`
  const answer = await client.query({ query: counting, format: 'JSONCompactEachRow' })
  const [row] = await answer.json<readonly (string | number)[]>()
  return Number(row?.[0])
}
