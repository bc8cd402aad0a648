/** A client of the whole cluster: statements go to the server that is used at present. */

import { ClickHouseError } from '@clickhouse/client'
import { LogyardError } from '../../platform/errors.ts'
import { engineUnavailable } from '../engine/engine-failure.ts'
import type { EngineClient } from '../engine/sql-client.ts'
import type { Replica } from './replica.ts'

export interface CurrentServer {
  current(): Replica | undefined
  /** Resolves with a server other than this one, which did not respond. Rejects if there is none in time. */
  otherThan(failed: Replica, signal?: AbortSignal): Promise<Replica>
  /** Resolves once each shard has a replica that can be read. Rejects with the name of the shard if one has none. */
  untilShardsRespond(signal?: AbortSignal): Promise<void>
}

const isUnavailable = (error: unknown) => error instanceof LogyardError && error.code === 'engine-unavailable'

/** Error codes of a server that did not reach a replica of another shard, or lost it in the middle. */
const SHARD_CODES: ReadonlySet<string> = new Set([
  '32', // ATTEMPT_TO_READ_AFTER_EOF
  '209', // SOCKET_TIMEOUT
  '210', // NETWORK_ERROR
  '279', // ALL_CONNECTION_TRIES_FAILED
  '904', // TOO_MANY_UNAVAILABLE_SHARDS
])
const isAboutShard = (error: unknown) => error instanceof ClickHouseError && SHARD_CODES.has(error.code)

/**
 * Repeats statements that only read on another server if the first one is gone. Statements that change something are not
 * repeated.
 */
export function wholeClient(servers: CurrentServer, of: (replica: Replica) => EngineClient): EngineClient {
  const client = () => {
    const current = servers.current()
    if (current === undefined) throw engineUnavailable()
    return current
  }
  async function reading<Answer>(
    signal: AbortSignal | undefined,
    read: (client: EngineClient) => Promise<Answer>,
  ): Promise<Answer> {
    async function readFrom(server: Replica): Promise<Answer> {
      try {
        return await read(of(server))
      } catch (error) {
        if (signal?.aborted || !isAboutShard(error)) throw error
        await servers.untilShardsRespond(signal)
        return await read(of(client()))
      }
    }
    const first = client()
    try {
      return await readFrom(first)
    } catch (error) {
      if (signal?.aborted || !isUnavailable(error)) throw error
      return await readFrom(await servers.otherThan(first, signal))
    }
  }
  return {
    query: (statement) => reading(statement.abort_signal, (one) => one.query(statement)),
    read: (statement) => reading(statement.abort_signal, (one) => one.read(statement)),
    async command(statement) {
      return await of(client()).command(statement)
    },
    async insert(rows) {
      await of(client()).insert(rows)
    },
    close: async () => undefined,
  }
}
