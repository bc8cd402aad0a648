import { sql } from '@logyard/languages/sql/sql'
import type { EngineMigration } from './migration.ts'

/** The table of the migrations that have run. */
export const migrationTable: EngineMigration = {
  number: 1,
  async apply(client, signal) {
    await client.command({
      query: sql`CREATE TABLE IF NOT EXISTS engine_migration (number UInt32, applied_at DateTime64(3) DEFAULT now64(3))
        ENGINE = MergeTree ORDER BY number SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`,
      abort_signal: signal,
    })
  },
}
