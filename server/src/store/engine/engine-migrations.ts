import { type Sql, sql } from '@logyard/languages/sql/sql'
import { LogyardError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { Mutex } from '../../platform/mutex.ts'
import { migrationTable } from './migrations/001-migration-table.ts'
import { messages } from './migrations/002-messages.ts'
import { search } from './migrations/003-search.ts'
import { streamIds } from './migrations/004-stream-ids.ts'
import { newMessages } from './migrations/005-new-messages.ts'
import { manyColumns } from './migrations/006-many-columns.ts'
import { rewrittenMessages } from './migrations/007-rewritten-messages.ts'
import { minuteCounts } from './migrations/008-minute-counts.ts'
import { sharedFields } from './migrations/009-shared-fields.ts'
import type { EngineMigration } from './migrations/migration.ts'
import type { EngineClient } from './sql-client.ts'

export const engineMigrations: readonly EngineMigration[] = [
  migrationTable,
  messages,
  search,
  streamIds,
  newMessages,
  manyColumns,
  rewrittenMessages,
  minuteCounts,
  sharedFields,
]

const engineSchemaTooNew = (found: number, known: number) =>
  new LogyardError(
    'unavailable',
    'engine-schema-too-new',
    `The messages were written by a newer Logyard (schema ${found}, this one knows ${known}): start that version`,
  )

/** Runs the pending migrations in order, and records each once it is done. Answers their numbers. */
export async function migrateEngine(
  client: EngineClient,
  migrations: readonly EngineMigration[],
  signal: AbortSignal,
): Promise<readonly number[]> {
  const due = await dueMigrations(client, migrations, signal)
  for (const migration of due) {
    await migration.apply(client, signal)
    await client.insert({
      table: sql`engine_migration`,
      values: [{ number: migration.number }],
      abort_signal: signal,
    })
  }
  return due.map(({ number }) => number)
}

/** The work before an engine is up. Nodes that share its server migrate in turn: each takes one only if something is due. */
export const migrating =
  (client: EngineClient, migrations: readonly EngineMigration[], { log, turn }: { log: Log; turn: Mutex }) =>
  async (signal: AbortSignal) => {
    if ((await dueMigrations(client, migrations, signal)).length === 0) return
    const done = await turn(() => migrateEngine(client, migrations, signal))
    if (done.length > 0) log.info({ migrations: done }, 'engine schema migrated')
  }

async function dueMigrations(
  client: EngineClient,
  migrations: readonly EngineMigration[],
  signal: AbortSignal,
): Promise<readonly EngineMigration[]> {
  const done = await newestMigration(client, signal)
  const newest = Math.max(...migrations.map(({ number }) => number))
  if (done > newest) throw engineSchemaTooNew(done, newest)
  return migrations.filter(({ number }) => number > done).sort((a, b) => a.number - b.number)
}

async function newestMigration(client: EngineClient, signal: AbortSignal): Promise<number> {
  const ask = async (query: Sql) => {
    const result = await client.query({ query, format: 'JSONEachRow', abort_signal: signal })
    const [row] = await result.json<{ result: number }>()
    return row?.result ?? 0
  }
  if ((await ask(sql`EXISTS TABLE engine_migration`)) === 0) return 0
  return await ask(sql`SELECT max(number) AS result FROM engine_migration`)
}
