import { Readable } from 'node:stream'
import { sql } from '@logyard/languages/sql/sql'
import { engineUnavailable } from '../engine/engine-failure.ts'
import type { EngineClient } from '../engine/sql-client.ts'
import type { RowBatch } from './row-batch.ts'

/** Blocks need not have all columns: the engine computes the others. */
const INSERT = sql`INSERT INTO messages FORMAT Native`

/**
 * Inserts rows. Repeating a call with the same bytes and token stores nothing twice, even while the first call is still
 * running in the engine.
 */
export async function insertRows(
  client: Pick<EngineClient, 'command'>,
  { chunks }: RowBatch,
  token: string,
  signal: AbortSignal,
): Promise<void> {
  const response = await client.command({
    query: INSERT,
    values: Readable.from(chunks, { objectMode: false }),
    abort_signal: signal,
    clickhouse_settings: {
      insert_deduplication_token: token,
      type_json_skip_duplicated_paths: 1,
      // With a thousand, an insert of 30,000 messages whose senders invent names takes more than a minute.
      max_dynamic_subcolumns_in_json_type_parsing: '64',
      // A column that the table lacks is an error: its values would be lost.
      input_format_skip_unknown_fields: 0,
      // Texts that look like dates are stored unchanged.
      input_format_try_infer_dates: 0,
      input_format_try_infer_datetimes: 0,
      // A list is stored with its own type, whatever the type of the list before it.
      input_format_json_read_numbers_as_strings: 0,
      input_format_json_read_bools_as_numbers: 0,
      input_format_json_read_bools_as_strings: 0,
      max_partitions_per_insert_block: '0',
    },
  })
  // Whatever follows a status of success is not one.
  if (response !== '') throw engineUnavailable({ cause: new Error('an insert was answered with a text') })
}

/** Whether an insert with the token is being executed: its answer may have been lost. */
export async function isInsertRunning(
  client: Pick<EngineClient, 'query'>,
  token: string,
  abort_signal: AbortSignal,
): Promise<boolean> {
  const query = sql`SELECT 1 FROM system.processes WHERE Settings['insert_deduplication_token'] = ${token}`
  return (await (await client.query({ query, format: 'JSONEachRow', abort_signal })).json()).length > 0
}
