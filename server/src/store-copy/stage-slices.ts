/**
 * Copies slices of a day: first into a table beside that of the messages of the target, where they are compared. Then all of
 * them join the messages at once, so that a slice is there as a whole or not at all, whatever ends in between. Each server of
 * a cluster gets the rows of its shard in this way.
 */
import { Readable } from 'node:stream'
import { sql } from '@logyard/languages/sql/sql'
import { sqlList, sqlName } from '@logyard/languages/sql/sql-parts'
import { untilFailure } from '../store/engine/until-failure.ts'
import { type CopyPlace, failureAt } from './copy-place.ts'
import type { CopySource } from './copy-source.ts'
import {
  type IndexDay,
  type MessageTable,
  type Share,
  type Slice,
  selectSlices,
  slicesOf,
  unlike,
  withinSlices,
} from './day-slices.ts'

/** Blocks of modest size need modest memory. */
const READING = { preferred_block_size_bytes: '1000000', max_block_size: '16384' } as const
const WRITING = {
  max_insert_threads: '1',
  // The same block may be written again after it was dropped.
  insert_deduplicate: 0,
  input_format_skip_unknown_fields: 0,
  max_partitions_per_insert_block: '0',
  min_insert_block_size_rows: '131072',
  min_insert_block_size_bytes: '67108864',
} as const

export interface Staging {
  readonly source: CopySource
  readonly target: CopyPlace
  /** The rows of the target. */
  readonly share: Share
  readonly table: MessageTable
  readonly columns: readonly string[]
  /** Slows the bytes down. */
  limited(bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncIterable<Uint8Array>
}

/** Makes the table, also after a copy that was interrupted. A field that gets a column later gets it here, too. */
export async function prepareStaged(target: CopyPlace, signal: AbortSignal): Promise<void> {
  await dropStagedTable(target, signal)
  await target.run(sql`CREATE TABLE staged_messages AS messages`, signal)
  // Its merged parts become those of the messages, also after a loss of power.
  await target.run(
    sql`ALTER TABLE staged_messages MODIFY SETTING min_compressed_bytes_to_fsync_after_merge = 1`,
    signal,
  )
}

export const dropStagedTable = (target: CopyPlace, signal: AbortSignal): Promise<void> =>
  target.run(sql`DROP TABLE IF EXISTS staged_messages SYNC`, signal)

/** Answers the slices that do not have the rows of the source after the copy. */
export async function stageSlices(
  day: IndexDay,
  slices: readonly Slice[],
  staging: Staging,
  signal: AbortSignal,
): Promise<readonly Slice[]> {
  const { source, target, share, table, columns } = staging
  await dropStaged(target, day.partition, signal)
  const query = sql`${selectSlices({ table: table.name, share, ...day }, slices, columns)} FORMAT Native`
  const into = sql`INSERT INTO staged_messages (${sqlList(columns.map(sqlName))}) FORMAT Native`
  for (const server of await source.servers(signal)) {
    const answer = await server.read(query, signal, READING)
    const bytes = staging.limited(namedFailures(server, untilFailure(answer)), signal)
    await target.insert(into, Readable.from(bytes, { objectMode: false }), signal, WRITING)
  }
  const staged = await slicesOf(target, { table: sql`staged_messages`, ...day }, { columns }, signal)
  return unlike(slices, staged)
}

/** From now on the staged slices are among the messages. */
export async function attachStaged(target: CopyPlace, { partition }: IndexDay, signal: AbortSignal): Promise<void> {
  await target.run(sql`ALTER TABLE messages ATTACH PARTITION ID ${partition} FROM staged_messages`, signal)
  await dropStaged(target, partition, signal)
}

export const dropCopied = (target: CopyPlace, partition: string, signal: AbortSignal): Promise<void> =>
  target.run(sql`ALTER TABLE messages DROP PARTITION ID ${partition}`, signal)

/** Deletes slices of a day. Parts without their rows stay as they are. */
export const deleteCopied = (
  target: CopyPlace,
  { partition }: IndexDay,
  slices: readonly Slice[],
  signal: AbortSignal,
): Promise<void> =>
  target.run(sql`ALTER TABLE messages DELETE IN PARTITION ID ${partition} WHERE ${withinSlices(slices)}`, signal, {
    mutations_sync: '2',
  })

const dropStaged = (target: CopyPlace, partition: string, signal: AbortSignal): Promise<void> =>
  target.run(sql`ALTER TABLE staged_messages DROP PARTITION ID ${partition}`, signal)

/** A failure of the source is not one of the target that writes its rows. */
async function* namedFailures(source: CopyPlace, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } catch (error) {
    throw failureAt(source.title, error)
  }
}
