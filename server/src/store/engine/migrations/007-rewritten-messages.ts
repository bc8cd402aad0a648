import { sql } from '@logyard/languages/sql/sql'
import { hasOldMessages } from '../old-messages.ts'
import type { EngineMigration } from './migration.ts'

/** Where there are messages of an earlier version, tells those that were rewritten from all others. */
export const rewrittenMessages: EngineMigration = {
  number: 7,
  async apply(client, signal) {
    if (!(await hasOldMessages(client, signal))) return
    await client.command({
      query: sql`ALTER TABLE messages ADD COLUMN IF NOT EXISTS rewritten UInt32 AFTER fields`,
      clickhouse_settings: { allow_suspicious_low_cardinality_types: 1 },
      abort_signal: signal,
    })
  },
}
