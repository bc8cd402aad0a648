import { sql } from '@logyard/languages/sql/sql'
import type { EngineMigration } from './migration.ts'

/**
 * The streams of a message as one text. There are few different ones, so that the engine tests each of them once and not
 * the list of every message: a search limited to streams takes a quarter of the time. Ids are all of one length, so that
 * none is found within another. The index has the different ones of each sixteen granules: where all of them are wanted,
 * or none is, nothing of these is read.
 */
export const streamIds: EngineMigration = {
  number: 4,
  async apply(client, signal) {
    await client.command({
      query: sql`ALTER TABLE messages ADD COLUMN IF NOT EXISTS stream_ids LowCardinality(String)
        DEFAULT arrayStringConcat(streams, ' ') AFTER streams`,
      abort_signal: signal,
    })
    await client.command({
      query: sql`ALTER TABLE messages ADD INDEX IF NOT EXISTS stream_lists stream_ids TYPE set(100) GRANULARITY 16`,
      abort_signal: signal,
    })
  },
}
