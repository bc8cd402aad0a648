import { sql } from '@logyard/languages/sql/sql'
import type { EngineMigration } from './migration.ts'

/**
 * Settings for a table of many columns. Numbers of a field that few messages have are stored with their rows only, as
 * texts are without this setting: that halves the work of merges. What an insert writes is one file for all columns until
 * it is merged: a file for each of 200 columns and their indices would be 2000 files, each synced to the disk. Of the names
 * in `fields`, each part stores 64 apart: senders that invent names would make merges take minutes.
 */
export const manyColumns: EngineMigration = {
  number: 6,
  async apply(client, signal) {
    await client.command({
      query: sql`ALTER TABLE messages MODIFY SETTING nullable_serialization_version = 'allow_sparse',
        min_bytes_for_wide_part = 134217728,
        merge_max_dynamic_subcolumns_in_wide_part = 64, merge_max_dynamic_subcolumns_in_compact_part = 64`,
      abort_signal: signal,
    })
  },
}
