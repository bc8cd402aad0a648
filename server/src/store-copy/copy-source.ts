/** Where messages are copied from: the only store, or the servers of a cluster. */
import type { Sql } from '@logyard/languages/sql/sql'
import type { Static, TSchema } from 'typebox'
import type { CopyPlace } from './copy-place.ts'

export interface CopySource {
  /** For sentences: without a password. */
  readonly title: string
  /** The servers that have all messages together: the only one, or a replica of each shard. Others, once one is away. */
  servers(signal: AbortSignal): Promise<readonly CopyPlace[]>
  /** Every server that responds. */
  all(signal: AbortSignal): Promise<readonly CopyPlace[]>
}

export const oneSource = (place: CopyPlace): CopySource => ({
  title: place.title,
  servers: async () => [place],
  all: async () => [place],
})

/** The rows of all shards, one after the other. */
export async function rowsOfSource<S extends TSchema>(
  source: CopySource,
  row: S,
  query: Sql,
  signal: AbortSignal,
): Promise<Static<S>[]> {
  const servers = await source.servers(signal)
  return (await Promise.all(servers.map((server) => server.rows(row, query, signal)))).flat()
}
