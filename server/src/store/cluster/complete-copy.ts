/** What a server knows about messages that were copied to it: see `server/src/store-copy`. */
import { sql } from '@logyard/languages/sql/sql'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { hasTable } from '../engine/old-messages.ts'
import type { EngineClient } from '../engine/sql-client.ts'

/** All rows of messages, of open and closed indices. */
export const ALL_ROWS = sql`SELECT toFloat64(sum(rows)) AS rows FROM system.parts
  WHERE active AND database = currentDatabase() AND table = 'messages'`

const Copied = Type.Array(Type.Object({ source: Type.String() }))

/** The source of a copy that is complete, and that nothing has changed since; `undefined` without one. */
export async function completeCopyOf(client: Pick<EngineClient, 'query'>): Promise<string | undefined> {
  if (!(await hasTable(client, 'copy_state'))) return undefined
  const query = sql`SELECT source FROM (SELECT source, is_complete, rows FROM copy_state ORDER BY at DESC LIMIT 1) AS last
    WHERE is_complete AND toFloat64(rows) = (${ALL_ROWS})`
  const [found] = Value.Parse(Copied, await (await client.query({ query, format: 'JSONEachRow' })).json())
  return found?.source
}
