import { Agent } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import {
  type ClickHouseClientConfigOptions,
  ClickHouseLogLevel,
  createClient,
  type ExecParams,
} from '@clickhouse/client'
import type { Role } from '@logyard/engine/role'
import { engineFailure } from './engine-failure.ts'
import { allRowsOf, openResponse, rowsOf, textOf } from './engine-response.ts'
import { type EngineClient, textOfSql } from './sql-client.ts'

/** Where the engine listens: the socket of our own process, or the address of a cluster. */
export type EngineAddress = { readonly socket: string } | { readonly url: string }

const MAX_CONNECTIONS = 32
/** Longer than the engine's default limit for a query, so that the engine's own error arrives first. */
const REQUEST_TIMEOUT_MS = 90_000

/**
 * Connects to ClickHouse. All failures but the errors that the engine reports become `engineUnavailable`: lost connections,
 * responses of other servers, those that are too large, and those that do not end in time.
 */
export function createEngineClient(
  address: EngineAddress,
  { requestTimeoutMs = REQUEST_TIMEOUT_MS, role }: { readonly requestTimeoutMs?: number; readonly role?: Role } = {},
): EngineClient {
  const client = createClient({
    ...('url' in address ? { url: address.url } : { url: 'http://engine', http_agent: socketAgent(address.socket) }),
    ...(role !== undefined && rightsOf(role, address)),
    application: 'logyard',
    max_open_connections: MAX_CONNECTIONS,
    request_timeout: requestTimeoutMs,
    log: { level: ClickHouseLogLevel.OFF },
  })
  const withinTime = (signal: AbortSignal | undefined) => {
    const limit = AbortSignal.timeout(requestTimeoutMs)
    return signal === undefined ? limit : AbortSignal.any([signal, limit])
  }
  async function execute({ abort_signal, ...more }: ExecParams & { readonly values?: Readable }) {
    const response = await openResponse(client, more, withinTime(abort_signal))
    return await textOf(response)
  }
  return {
    query({ query, format, abort_signal, ...more }) {
      const text = `${textOfSql(query)}\nFORMAT ${format}`
      return asEngine(async () => {
        const response = await openResponse(client, { query: text, ...more }, withinTime(abort_signal))
        return {
          json: <T>() => asEngine(async () => (await allRowsOf(response)) as T[]),
          stream: () => fromEngine(rowsOf(response)),
        }
      })
    },
    command({ query, ...more }) {
      const text = textOfSql(query)
      return asEngine(() => execute({ query: text, ...more }))
    },
    exec({ query, abort_signal, ...more }) {
      const text = textOfSql(query)
      return asEngine(() => openResponse(client, { query: text, ...more }, abort_signal))
    },
    insert({ table, values, ...more }) {
      const text = `INSERT INTO ${textOfSql(table)} FORMAT JSONEachRow`
      const lines = values.map((row) => Buffer.from(`${JSON.stringify(row)}\n`))
      return asEngine(async () => {
        await execute({ query: text, ...more, values: Readable.from(lines, { objectMode: false }) })
      })
    },
    close: () => client.close(),
  }
}

async function asEngine<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw engineFailure(error)
  }
}

async function* fromEngine<T>(rows: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* rows
  } catch (error) {
    throw engineFailure(error)
  }
}

/**
 * Only the embedded engine has our roles. The users of a cluster are managed by its administrator: there, read-only
 * clients set `readonly`, and the cluster decides what else the user of the URL may do.
 */
function rightsOf(
  role: Role,
  address: EngineAddress,
): Pick<ClickHouseClientConfigOptions, 'role' | 'clickhouse_settings'> {
  if ('socket' in address) return { role: role.name }
  return role.keepsIn === undefined ? { clickhouse_settings: { readonly: '2', allow_ddl: 0 } } : {}
}

function socketAgent(socket: string): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS })
  agent.createConnection = () => connect(socket)
  return agent
}
