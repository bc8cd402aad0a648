/** The table of messages of an earlier version. It is there until its last index was deleted. */
import { type Sql, sql } from '@logyard/languages/sql/sql'
import type { EngineClient } from './sql-client.ts'

export async function hasOldMessages(
  client: Pick<EngineClient, 'query'>,
  abort_signal?: AbortSignal,
): Promise<boolean> {
  const answer = await client.query({
    query: sql`EXISTS TABLE old_messages`,
    format: 'JSONEachRow',
    ...(abort_signal && { abort_signal }),
  })
  const [row] = await answer.json<{ result: number }>()
  return row?.result === 1
}

/** The table to read all messages from. */
export const messageTable = async (client: Pick<EngineClient, 'query'>, signal?: AbortSignal): Promise<Sql> =>
  (await hasOldMessages(client, signal)) ? sql`all_messages` : sql`messages`

/** Whether the old table has no messages, in open or closed indices. */
async function isOldEmpty(client: Pick<EngineClient, 'query'>, abort_signal: AbortSignal): Promise<boolean> {
  const parts = (list: Sql) =>
    sql`SELECT count() FROM ${list} WHERE database = currentDatabase() AND table = 'old_messages'`
  const answer = await client.query({
    query: sql`SELECT toFloat64((${parts(sql`system.parts`)} AND active) + (${parts(sql`system.detached_parts`)})) AS parts`,
    format: 'JSONEachRow',
    abort_signal,
  })
  const [row] = await answer.json<{ parts: number }>()
  return row?.parts === 0
}

/** Drops the old table once its last index was deleted. */
export async function dropEmptyOld(
  client: Pick<EngineClient, 'query' | 'command'>,
  abort_signal: AbortSignal,
): Promise<void> {
  if (!(await hasOldMessages(client, abort_signal)) || !(await isOldEmpty(client, abort_signal))) return
  await client.command({ query: sql`DROP TABLE IF EXISTS all_messages SYNC`, abort_signal })
  await client.command({ query: sql`DROP TABLE old_messages SYNC`, abort_signal })
}
