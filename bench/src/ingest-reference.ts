/** The insert rate of the engine alone, as the reference for the whole ingest. */
import { Readable } from 'node:stream'
import type { ClickHouseClient } from '@clickhouse/client'

const BLOCK_BYTES = 8 * 2 ** 20
const INSERTS_AT_ONCE = 2

export interface Reference {
  /** Inserts all rows and returns the rows per second. */
  insert(): Promise<number>
}

/** Copies the newest rows, to insert them into a table of the same schema in blocks as large as those of processing. */
export async function createReference(store: ClickHouseClient, rows: number): Promise<Reference> {
  const blocks = await readBlocks(store, rows)
  return {
    async insert() {
      const clickhouse_settings = { allow_suspicious_low_cardinality_types: 1 } as const
      await store.command({ query: 'CREATE TABLE plain AS messages', clickhouse_settings })
      const pending = [...blocks]
      const startedAtMs = performance.now()
      await Promise.all(Array.from({ length: INSERTS_AT_ONCE }, () => insertAll(store, pending)))
      const elapsedMs = performance.now() - startedAtMs
      await store.command({ query: 'DROP TABLE plain SYNC' })
      return (1000 * rows) / elapsedMs
    },
  }
}

async function insertAll(store: ClickHouseClient, pending: Buffer[]): Promise<void> {
  for (let block = pending.shift(); block !== undefined; block = pending.shift()) {
    const values = Readable.from([block], { objectMode: false })
    const { stream } = await store.exec({ query: 'INSERT INTO plain FORMAT JSONEachRow', values })
    await stream.resume().toArray()
  }
}

async function readBlocks(store: ClickHouseClient, rows: number): Promise<readonly Buffer[]> {
  const id = '(received, journal_offset, place)'
  const newest = `SELECT ${id} FROM messages ORDER BY ${id} DESC LIMIT ${rows}`
  // In order of arrival: sorting is part of the engine's work.
  const query = `SELECT * FROM messages WHERE ${id} IN (${newest}) ORDER BY ${id} FORMAT JSONEachRow`
  const { stream } = await store.exec({ query })
  const bytes = Buffer.concat(await stream.toArray())
  const blocks: Buffer[] = []
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.lastIndexOf('\n', start + BLOCK_BYTES)
    const end = newline <= start ? bytes.length : newline + 1
    blocks.push(bytes.subarray(start, end))
    start = end
  }
  return blocks
}
