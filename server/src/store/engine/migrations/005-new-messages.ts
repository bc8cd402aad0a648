import { storedWordsOf, TEXT_COLUMNS, type TextColumn } from '@logyard/languages/query-sql/text-column'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { dropEmptyOld, hasOldMessages } from '../old-messages.ts'
import type { EngineMigration } from './migration.ts'

/**
 * A new table of messages; the one before is `old_messages` from now on. A partition is an index and a day, so that late
 * messages leave with those of their own time. An id is its three parts, which hardly need space: the time of receipt, the
 * offset in the journal, and the place within the raw message with the number of the node. A message id is stored only if
 * the sender or an event has its own. Parts are merged in large blocks, which halves the time of merges.
 *
 * The old table gets the new columns as aliases, so that `all_messages` reads both.
 */
export const newMessages: EngineMigration = {
  number: 5,
  async apply(client, signal) {
    const run = async (query: Sql) => {
      await client.command({
        query,
        abort_signal: signal,
        // Templates are few, and their numbers are large.
        clickhouse_settings: { allow_suspicious_low_cardinality_types: 1 },
      })
    }
    if (!(await hasOldMessages(client, signal))) await run(sql`RENAME TABLE messages TO old_messages`)
    await run(sql`CREATE TABLE IF NOT EXISTS messages (
        received DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
        journal_offset UInt64 CODEC(DoubleDelta, ZSTD(1)),
        place UInt32 CODEC(T64, ZSTD(1)),
        \`index\` LowCardinality(String),
        day Date,
        timestamp DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
        source LowCardinality(String),
        message String CODEC(ZSTD(3)),
        words String,
        full_message String CODEC(ZSTD(3)),
        full_words String,
        stream_ids LowCardinality(String),
        gl2_source_input LowCardinality(String),
        gl2_source_node LowCardinality(String),
        gl2_remote_ip LowCardinality(String),
        gl2_remote_port UInt16,
        own_message_id String,
        gl2_accounted_message_size UInt32 CODEC(T64, ZSTD(1)),
        template LowCardinality(UInt64),
        values String,
        fields JSON,
        id UUID ALIAS ${ID},
        gl2_message_id String ALIAS if(own_message_id = '', ${MESSAGE_ID}, own_message_id),
        streams Array(String) ALIAS if(stream_ids = '', [], splitByChar(' ', stream_ids)),
        INDEX message_text ${indexOf(TEXT_COLUMNS.message)},
        INDEX full_message_text ${indexOf(TEXT_COLUMNS.full_message)},
        INDEX value_words values TYPE tokenbf_v1(65536, 2, 0) GRANULARITY 1,
        INDEX received_range received TYPE minmax GRANULARITY 1,
        INDEX source_values lowerUTF8(source) TYPE bloom_filter(0.01) GRANULARITY 1,
        INDEX node_set gl2_source_node TYPE set(16) GRANULARITY 1,
        INDEX input_set gl2_source_input TYPE set(64) GRANULARITY 1,
        INDEX size_range gl2_accounted_message_size TYPE minmax GRANULARITY 1,
        INDEX own_message_id_range own_message_id TYPE minmax GRANULARITY 1,
        INDEX stream_lists stream_ids TYPE set(100) GRANULARITY 16
      )
      ENGINE = MergeTree PARTITION BY (\`index\`, day) ORDER BY timestamp
      SETTINGS default_compression_codec = 'ZSTD(1)', fsync_after_insert = 1, fsync_part_directory = 1,
        non_replicated_deduplication_window = 10000, merge_max_block_size = 65536, merge_max_block_size_bytes = 67108864`)
    await run(sql`ALTER TABLE old_messages ADD COLUMN IF NOT EXISTS received DateTime64(3, 'UTC') ALIAS ${OLD_RECEIVED},
      ADD COLUMN IF NOT EXISTS journal_offset UInt64 ALIAS ${OLD_OFFSET},
      ADD COLUMN IF NOT EXISTS place UInt32 ALIAS toUInt32(bitAnd(${OLD_NUMBER}, 4294967295)),
      ADD COLUMN IF NOT EXISTS own_message_id String ALIAS gl2_message_id`)
    await dropEmptyOld(client, signal)
    if (!(await hasOldMessages(client, signal))) return
    await run(sql`CREATE TABLE IF NOT EXISTS all_messages (
        received DateTime64(3, 'UTC'), journal_offset UInt64, place UInt32, \`index\` LowCardinality(String),
        timestamp DateTime64(3, 'UTC'), source LowCardinality(String), message String, words String,
        full_message String, full_words String, stream_ids LowCardinality(String),
        gl2_source_input LowCardinality(String), gl2_source_node LowCardinality(String),
        gl2_remote_ip LowCardinality(String), gl2_remote_port UInt16, own_message_id String,
        gl2_accounted_message_size UInt32, template UInt64, values String, fields JSON, id UUID,
        gl2_message_id String, streams Array(String)
      ) ENGINE = Merge(currentDatabase(), '^(?:old_)?messages$')`)
  },
}

/** Words are found by an index over them, as conditions name them. */
function indexOf(text: TextColumn): Sql {
  return sql`${storedWordsOf(text)} TYPE text(tokenizer = 'array', posting_list_codec = 'bitpacking')`
}

/** A UUID of version 7: 48 bits of time, 12 and 30 bits of the offset, 32 bits of the place. */
const ID = (() => {
  const first = sql`bitShiftLeft(toUInt128(toUnixTimestamp64Milli(received)), 80)`
  const second = sql`bitShiftLeft(toUInt128(bitOr(28672, bitShiftRight(journal_offset, 30))), 64)`
  const third = sql`bitShiftLeft(toUInt128(bitOr(2147483648, bitAnd(journal_offset, 1073741823))), 32)`
  const number = sql`bitOr(bitOr(${first}, ${second}), bitOr(${third}, toUInt128(place)))`
  return sql`toUUID(UUIDNumToString(reinterpretAsFixedString(byteSwap(${number}))))`
})()

/** A ULID of the same parts, as `message-ids.ts` makes it. */
export const MESSAGE_ID = (() => {
  const digits = (value: Sql, count: number) =>
    sql`arrayStringConcat(arrayMap(i -> substring('0123456789ABCDEFGHJKMNPQRSTVWXYZ', toUInt8(bitAnd(bitShiftRight(${value}, 5 * i), 31)) + 1, 1), reverse(range(${count}))))`
  const time = digits(sql`toUInt64(toUnixTimestamp64Milli(received))`, 10)
  const high = digits(sql`bitShiftRight(journal_offset, 30)`, 3)
  const low = digits(sql`bitAnd(journal_offset, 1073741823)`, 6)
  return sql`concat(${time}, ${high}, ${low}, ${digits(sql`toUInt64(place)`, 7)})`
})()

const OLD_NUMBER = sql`reinterpretAsUInt128(reverse(UUIDToNum(id)))`
const OLD_RECEIVED = sql`fromUnixTimestamp64Milli(toInt64(bitShiftRight(${OLD_NUMBER}, 80)), 'UTC')`
const OLD_OFFSET = (() => {
  const high = sql`toUInt64(bitAnd(bitShiftRight(${OLD_NUMBER}, 64), 4095))`
  return sql`${high} * 1073741824 + toUInt64(bitAnd(bitShiftRight(${OLD_NUMBER}, 32), 1073741823))`
})()
