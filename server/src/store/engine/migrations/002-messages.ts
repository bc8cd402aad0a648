import { sql } from '@logyard/languages/sql/sql'
import type { EngineMigration } from './migration.ts'

/**
 * Messages, a partition per index, and the templates that their texts follow. `id` is a UUID of version 7 and so grows
 * with the time of receipt: the index over its number finds what a range of the journal became, and one message by id.
 * Sizes and insert rates behind these choices are in ARCHITECTURE.md.
 */
export const messages: EngineMigration = {
  number: 2,
  async apply(client, signal) {
    await client.command({
      query: sql`CREATE TABLE IF NOT EXISTS messages (
        id UUID,
        \`index\` LowCardinality(String),
        timestamp DateTime64(3, 'UTC'),
        source LowCardinality(String),
        message String,
        full_message String,
        streams Array(LowCardinality(String)),
        gl2_source_input LowCardinality(String),
        gl2_source_node LowCardinality(String),
        gl2_remote_ip LowCardinality(String),
        gl2_remote_port UInt16,
        gl2_message_id String,
        gl2_accounted_message_size UInt32,
        template UInt64,
        fields JSON,
        INDEX message_words message TYPE text(tokenizer = 'splitByNonAlpha', preprocessor = lowerUTF8(message)),
        INDEX id_range UUIDToNum(id) TYPE minmax GRANULARITY 1
      )
      ENGINE = MergeTree PARTITION BY \`index\` ORDER BY timestamp
      SETTINGS default_compression_codec = 'ZSTD(1)', fsync_after_insert = 1, fsync_part_directory = 1,
        non_replicated_deduplication_window = 1000`,
      abort_signal: signal,
    })
    await client.command({
      query: sql`CREATE TABLE IF NOT EXISTS message_templates (
        hash UInt64,
        text SimpleAggregateFunction(any, String),
        first_seen SimpleAggregateFunction(min, DateTime64(3, 'UTC'))
      )
      ENGINE = AggregatingMergeTree ORDER BY hash SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`,
      abort_signal: signal,
    })
  },
}
