import { sql } from '@logyard/languages/sql/sql'
import type { EngineMigration } from './migration.ts'

/**
 * Merged parts store all names of `fields` together. A name that is stored apart costs each page of messages a third of
 * a millisecond, and what many messages have is in columns anyway.
 */
export const sharedFields: EngineMigration = {
  number: 9,
  async apply(client, signal) {
    await client.command({
      query: sql`ALTER TABLE messages MODIFY SETTING
        merge_max_dynamic_subcolumns_in_wide_part = 0, merge_max_dynamic_subcolumns_in_compact_part = 0`,
      abort_signal: signal,
    })
  },
}
