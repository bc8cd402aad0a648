import { randomUUID } from 'node:crypto'
import { finished, Readable } from 'node:stream'
import { ClickHouseLogLevel, type ClickHouseSettings, createClient, type ExecParams } from '@clickhouse/client'
import { sql } from '@logyard/languages/sql/sql'
import type { Credentials } from '../../platform/credentials.ts'
import { createEngineConnections, type EngineAddress } from './engine-connections.ts'
import { engineFailure } from './engine-failure.ts'
import { allRowsOf, type EngineResponse, openResponse, rowsOf, textOf } from './engine-response.ts'
import { OWNER, SEARCHER } from './engine-users.ts'
import { type EngineClient, textOfSql } from './sql-client.ts'

export interface EngineClientOptions {
  readonly requestTimeoutMs?: number
  /** A user of the engine. If a server that others run has none for searches, they are read-only by settings. */
  readonly user?: string
  /** Values with which each statement begins. */
  readonly settings?: ClickHouseSettings
}

/** Longer than the engine's default limit for a query, so that the engine's own error arrives first. */
const REQUEST_TIMEOUT_MS = 90_000
const KILL_TIMEOUT_MS = 10_000

/**
 * Connects to ClickHouse. All failures but the errors that the engine reports become `engineUnavailable`: lost connections,
 * responses of other servers, those that are too large, and those that do not end in time.
 */
export function createEngineClient(
  address: EngineAddress,
  { requestTimeoutMs = REQUEST_TIMEOUT_MS, user = OWNER, settings = {} }: EngineClientOptions = {},
): EngineClient {
  const isSearcher = user === SEARCHER.name
  const connections = createEngineConnections(address)
  const client = createClient({
    url: 'url' in address ? address.url : 'http://127.0.0.1',
    http_agent: connections.agent,
    // The agent closes idle connections. The client's own timer survives a statement that is aborted while it begins,
    // and closes the connection while another one uses it.
    keep_alive: { idle_socket_ttl: 0 },
    clickhouse_settings: {
      ...settings,
      ...(isSearcher && credentialsOf(address, user) === undefined && { ...SEARCHER.settings, allow_ddl: 0 }),
    },
    application: 'logyard',
    request_timeout: requestTimeoutMs,
    log: { level: ClickHouseLogLevel.OFF },
  })
  const signIn = (username: string) => {
    const auth = credentialsOf(address, username)
    return auth === undefined ? {} : { auth }
  }

  async function open(params: ExecParams & { readonly values?: Readable }, signal?: AbortSignal) {
    const { query_id = randomUUID() } = params
    const opened = openResponse(client, { ...params, ...signIn(user), query_id }, signal)
    // The engine itself stops what only reads when its client leaves.
    if (!isSearcher && signal !== undefined) void stopWhenAborted(opened, query_id, signal)
    return await opened
  }

  /** Repeats a statement that only reads, once, if its connection was closed while it was idle. */
  async function openRead(params: ExecParams, signal?: AbortSignal) {
    try {
      return await open(params, signal)
    } catch (error) {
      if (!connections.wasClosedWhileIdle(error) || signal?.aborted) throw error
      connections.closeIdle()
      return await open(params, signal)
    }
  }

  async function stopWhenAborted(opened: Promise<EngineResponse>, queryId: string, signal: AbortSignal) {
    const stop = () => {
      const query = sql`KILL QUERY WHERE query_id = ${queryId} ASYNC`.text
      const late = AbortSignal.timeout(KILL_TIMEOUT_MS)
      // It may have ended, or the engine may be gone.
      openResponse(client, { query, ...signIn(OWNER) }, late)
        .then(textOf)
        .catch(() => undefined)
    }
    signal.addEventListener('abort', stop, { once: true })
    const done = () => signal.removeEventListener('abort', stop)
    await opened.then(({ stream }) => finished(stream, done), done)
  }

  const withinTime = (signal: AbortSignal | undefined) => {
    const limit = AbortSignal.timeout(requestTimeoutMs)
    return signal === undefined ? limit : AbortSignal.any([signal, limit])
  }
  async function execute({ abort_signal, ...more }: ExecParams & { readonly values?: Readable }) {
    return await textOf(await open(more, withinTime(abort_signal)))
  }
  return {
    query({ query, format, abort_signal, ...more }) {
      const text = `${textOfSql(query)}\nFORMAT ${format}`
      return asEngine(async () => {
        const response = await openRead({ query: text, ...more }, withinTime(abort_signal))
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
    read({ query, abort_signal, ...more }) {
      const text = textOfSql(query)
      return asEngine(() => openRead({ query: text, ...more }, abort_signal))
    },
    insert({ table, values, ...more }) {
      const text = `INSERT INTO ${textOfSql(table)} FORMAT JSONEachRow`
      const lines = values.map((row) => Buffer.from(`${JSON.stringify(row)}\n`))
      return asEngine(async () => {
        await execute({ query: text, ...more, values: Readable.from(lines, { objectMode: false }) })
      })
    },
    async close() {
      await client.close()
      connections.agent.destroy()
    },
  }
}

/** `undefined` stands for the credentials in the address. */
function credentialsOf(address: EngineAddress, username: string): Credentials | undefined {
  if ('url' in address) return address.users?.[username]
  return { username, password: address.running()?.passwords[username] ?? '' }
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
