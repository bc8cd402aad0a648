import { settingsTooNew } from '../migrate.ts'
import { store } from './migrations/001-store.ts'
import type { PostgresConnections } from './postgres-connections.ts'

/** A migration of the tables: a numbered file, run once by the first node that has it, never edited once released. */
export interface PostgresMigration {
  readonly number: number
  readonly sql: string
}

export const postgresMigrations: readonly PostgresMigration[] = [store]

/** One node migrates, the others wait for it. Any number will do that no other program uses in the same database. */
export const MIGRATION_LOCK = 7_091_204_113

export async function migratePostgres(
  connections: Pick<PostgresConnections, 'transaction'>,
  migrations: readonly PostgresMigration[],
): Promise<void> {
  await connections.transaction(async (run) => {
    await run('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await run(`CREATE TABLE IF NOT EXISTS migration (
      number integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT clock_timestamp())`)
    const [row] = await run('SELECT coalesce(max(number), 0) AS done FROM migration')
    const done = Number(row?.['done'])
    const newest = Math.max(...migrations.map(({ number }) => number))
    if (done > newest) throw settingsTooNew(done, newest)
    for (const { number, sql } of migrations.filter((migration) => migration.number > done)) {
      await run(sql)
      await run('INSERT INTO migration (number) VALUES ($1)', [number])
    }
  }, 'long')
}
