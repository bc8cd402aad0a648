import { Agent } from 'node:http'
import { connect } from 'node:net'
import { type ClickHouseClientConfigOptions, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import type { Role } from '@logyard/engine/role'
import { engineFailure } from './engine-failure.ts'
import { type EngineClient, sqlClient } from './sql-client.ts'

/** Where the engine listens: the socket of our own process, or the address of a cluster. */
export type EngineAddress = { readonly socket: string } | { readonly url: string }

const MAX_CONNECTIONS = 32
/** Longer than the engine's default limit for a query, so that the engine's own error arrives first. */
const REQUEST_TIMEOUT_MS = 90_000

/** How the server talks to ClickHouse. A lost connection becomes `engineUnavailable`. */
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
  const { query, command, exec, insert } = client
  client.query = async (params) => {
    const result = await query.call(client, params).catch(rethrow)
    const json = result.json.bind(result)
    const text = result.text.bind(result)
    result.json = <T>() => json<T>().catch(rethrow)
    result.text = () => text().catch(rethrow)
    return result
  }
  client.command = (params) => command.call(client, params).catch(rethrow)
  client.exec = (params) => exec.call(client, params).catch(rethrow)
  client.insert = (params) => insert.call(client, params).catch(rethrow)
  return sqlClient(client)
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

function rethrow(error: unknown): never {
  throw engineFailure(error)
}

function socketAgent(socket: string): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS })
  agent.createConnection = () => connect(socket)
  return agent
}
