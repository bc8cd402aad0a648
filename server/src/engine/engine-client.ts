import { Agent } from 'node:http'
import { connect } from 'node:net'
import { ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { engineFailure } from './engine-failure.ts'
import { type EngineClient, sqlClient } from './sql-client.ts'

/** Where the engine listens: the socket of our own process, or the address of a cluster. */
export type EngineAddress = { readonly socket: string } | { readonly url: string }

const MAX_CONNECTIONS = 32
/** Above the engine's own default limit for a query, so that its answer arrives and not our impatience. */
const REQUEST_TIMEOUT_MS = 90_000

/** How the server talks to ClickHouse. A lost connection becomes `engineUnavailable`. */
export function createEngineClient(address: EngineAddress, requestTimeoutMs = REQUEST_TIMEOUT_MS): EngineClient {
  const client = createClient({
    ...('url' in address ? { url: address.url } : { url: 'http://engine', http_agent: socketAgent(address.socket) }),
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

function rethrow(error: unknown): never {
  throw engineFailure(error)
}

function socketAgent(socket: string): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS })
  agent.createConnection = () => connect(socket)
  return agent
}
