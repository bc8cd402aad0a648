/** The table of messages of an earlier version. It is there until its last index was deleted or rewritten. */
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlName } from '@logyard/languages/sql/sql-parts'
import type { EngineClient } from './sql-client.ts'

/** The table where the rows of an index are rewritten, until all of them are. */
export const STAGED_MESSAGES = 'staged_messages'

const PRESENT = sql`messages`

export const hasOldMessages = (client: Pick<EngineClient, 'query'>, signal?: AbortSignal): Promise<boolean> =>
  hasTable(client, 'old_messages', signal)

export async function hasTable(
  client: Pick<EngineClient, 'query'>,
  name: string,
  abort_signal?: AbortSignal,
): Promise<boolean> {
  const answer = await client.query({
    query: sql`EXISTS TABLE ${sqlName(name)}`,
    format: 'JSONEachRow',
    ...(abort_signal && { abort_signal }),
  })
  const [row] = await answer.json<{ result: number }>()
  return row?.result === 1
}

/** The table to read all messages from. */
export const messageTable = async (client: Pick<EngineClient, 'query'>, signal?: AbortSignal): Promise<Sql> =>
  (await hasOldMessages(client, signal)) ? sql`all_messages` : PRESENT

/** Whether the table is the present one alone. */
export const isPresentTable = ({ text }: Sql): boolean => text === PRESENT.text

/** Whether the old table has no messages, in open or closed indices. */
export async function isOldEmpty(client: Pick<EngineClient, 'query'>, abort_signal: AbortSignal): Promise<boolean> {
  const open = sql`system.parts WHERE active AND`
  // An index that is just being reopened goes from one list to the other.
  for (const list of [open, sql`system.detached_parts WHERE`, open]) {
    const answer = await client.query({
      query: sql`SELECT 1 FROM ${list} database = currentDatabase() AND table = 'old_messages' LIMIT 1`,
      format: 'JSONEachRow',
      abort_signal,
    })
    if ((await answer.json()).length > 0) return false
  }
  return true
}

/** Drops the old table once its last index was deleted or rewritten, and what reads it. No search may run meanwhile. */
export async function dropEmptyOld(
  client: Pick<EngineClient, 'query' | 'command'>,
  abort_signal: AbortSignal,
): Promise<void> {
  if ((await hasOldMessages(client, abort_signal)) && !(await isOldEmpty(client, abort_signal))) return
  for (const name of ['all_messages', 'whole_messages', 'next_messages', STAGED_MESSAGES, 'old_messages']) {
    await client.command({ query: sql`DROP TABLE IF EXISTS ${sqlName(name)} SYNC`, abort_signal })
  }
}
