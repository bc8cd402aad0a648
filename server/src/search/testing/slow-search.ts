/** A search that takes seconds: regular expressions on long texts. */
import { sql } from '@logyard/languages/sql/sql'
import { sqlInteger } from '@logyard/languages/sql/sql-parts'
import { expect } from 'vitest'
import type { Engine } from '../../store/engine/engine.ts'
import { query, text } from './search-drafts.ts'

/** The engine counts what it has read block by block, and a block has messages of one day. */
export async function insertLongMessages(engine: Engine, count = 600_000, perDay = count): Promise<void> {
  const insert = sql`INSERT INTO messages (journal_offset, \`index\`, day, timestamp, source, message, stream_ids, own_message_id, fields)
    SELECT number, 'graylog_0', toDate(timestamp),
      toDateTime64('2026-03-01 00:00:00', 3, 'UTC') - toIntervalDay(intDiv(number, ${sqlInteger(perDay)})) AS timestamp,
      'web-1', 'a message', '000000000000000000000001', toString(number),
      concat('{"longtext":"', repeat(toString(cityHash64(number)), 12), '"}')::JSON
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
