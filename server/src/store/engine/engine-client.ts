import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { connect } from 'node:net'
import { finished, Readable } from 'node:stream'
import { ClickHouseLogLevel, createClient, type ExecParams } from '@clickhouse/client'
import type { EngineAccess } from '@logyard/engine/engine-access'
import { sql } from '@logyard/languages/sql/sql'
import { engineFailure } from './engine-failure.ts'
import { allRowsOf, type EngineResponse, openResponse, rowsOf, textOf } from './engine-response.ts'
import { OWNER, SEARCHER } from './engine-users.ts'
import { type EngineClient, textOfSql } from './sql-client.ts'

/** Where ClickHouse listens: the process that runs at present, or the address of a server that others run. */
export type EngineAddress = { readonly running: () => EngineAccess | undefined } | { readonly url: string }

export interface EngineClientOptions {
  readonly requestTimeoutMs?: number
  /** The user of the engine. A server that others run has none of ours: there, searches are read-only by a setting. */
  readonly user?: string
}

const MAX_CONNECTIONS = 32
/** Longer than the engine's default limit for a query, so that the engine's own error arrives first. */
const REQUEST_TIMEOUT_MS = 90_000
const KILL_TIMEOUT_MS = 10_000

/**
 * Connects to ClickHouse. All failures but the errors that the engine reports become `engineUnavailable`: lost connections,
 * responses of other servers, those that are too large, and those that do not end in time.
 */
export function createEngineClient(
  address: EngineAddress,
  { requestTimeoutMs = REQUEST_TIMEOUT_MS, user = OWNER }: EngineClientOptions = {},
): EngineClient {
  const isSearcher = user === SEARCHER.name
  const client = createClient({
    ...('url' in address ? { url: address.url } : { url: 'http://127.0.0.1', http_agent: agentTo(address.running) }),
    ...('url' in address && isSearcher && { clickhouse_settings: { ...SEARCHER.settings, allow_ddl: 0 } }),
    application: 'logyard',
    max_open_connections: MAX_CONNECTIONS,
    request_timeout: requestTimeoutMs,
    log: { level: ClickHouseLogLevel.OFF },
  })
  const signIn = (username: string) =>
    'url' in address ? {} : { auth: { username, password: address.running()?.passwords[username] ?? '' } }

  async function open(params: ExecParams & { readonly values?: Readable }, signal?: AbortSignal) {
    const query_id = randomUUID()
    const opened = openResponse(client, { ...params, ...signIn(user), query_id }, signal)
    // The engine itself stops what only reads when its client leaves.
    if (!isSearcher && signal !== undefined) void stopWhenAborted(opened, query_id, signal)
    return await opened
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
        const response = await open({ query: text, ...more }, withinTime(abort_signal))
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
      return asEngine(() => open({ query: text, ...more }, abort_signal))
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

function agentTo(running: () => EngineAccess | undefined): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS })
  // Nobody listens on port 0: while no process runs, each call fails at once.
  agent.createConnection = () => connect(running()?.port ?? 0, '127.0.0.1')
  return agent
}
