import { sql } from '@logyard/languages/sql/sql'
import type { EngineMigration } from './migration.ts'

/**
 * Numbers of a field that few messages have are stored with their rows only, as texts are without this setting. That
 * halves the work of merges with 200 columns of fields.
 */
export const sparseNumbers: EngineMigration = {
  number: 6,
  async apply(client, signal) {
    await client.command({
      query: sql`ALTER TABLE messages MODIFY SETTING nullable_serialization_version = 'allow_sparse'`,
      abort_signal: signal,
    })
  },
}
