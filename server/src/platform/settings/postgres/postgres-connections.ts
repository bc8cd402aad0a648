/** Connections to PostgreSQL: a bounded pool, each call with an end, and repeated on another connection if one is lost. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig, Pool, type PoolClient, types } from 'pg'
import type { Clock } from '../../clock.ts'
import type { Log } from '../../log.ts'
import { nameOfAddress, type PostgresAddress, parsePostgresAddress } from './postgres-address.ts'
import { foreseen, isConnectionLost, settingsUnreachable } from './postgres-errors.ts'

/** Besides these a node has one for notifications. */
const MAX_CONNECTIONS = 8
const CONNECT_MS = 4_000
/** A call fails after this. */
const CALL_MS = 6_000
const STATEMENT_MS = 5_000
const LOCK_MS = 4_000
const IDLE_IN_TRANSACTION_MS = 4_000
/** Migrations and copies read and write everything. */
export const LONG_MS = 600_000
const RETRY_MS = 100
/** After this, calls fail at once until the server answers again. */
const GRACE_MS = 3_000
const BIGINT = 20

export type Row = Readonly<Record<string, unknown>>
export type Run = (text: string, values?: readonly unknown[]) => Promise<readonly Row[]>

/** A statement that each connection prepares once. */
export interface Statement {
  readonly name: string
  readonly text: string
}

export type PostgresConnections = ReturnType<typeof createPostgresConnections>

export function createPostgresConnections(deps: {
  readonly address: PostgresAddress
  readonly clock: Clock
  readonly log: Log
  /** How the server lists its connections; nodes have the default. */
  readonly name?: string
}) {
  const { clock, log } = deps
  const config = configOf(deps.address, deps.name ?? 'logyard')
  const pool = new Pool({ ...config, max: MAX_CONNECTIONS, min: 1, idleTimeoutMillis: 30_000, allowExitOnIdle: true })
  pool.on('error', (error) => log.debug({ err: error }, 'an idle connection to PostgreSQL was lost'))
  const address = nameOfAddress(deps.address)
  let down: { readonly sinceMs: number; readonly cause: unknown } | undefined

  function noteDown(cause: unknown): void {
    if (down === undefined) log.warn({ err: cause, address }, 'PostgreSQL does not answer')
    down ??= { sinceMs: clock.monotonicMs(), cause }
  }
  function noteUp(): void {
    if (down === undefined) return
    log.info({ address }, 'PostgreSQL answers again')
    down = undefined
  }

  async function repeated<T>(work: (client: PoolClient) => Promise<T>, limitMs = CALL_MS): Promise<T> {
    const startedMs = clock.monotonicMs()
    for (;;) {
      const nowMs = clock.monotonicMs()
      if (down !== undefined && nowMs - down.sinceMs > GRACE_MS) throw settingsUnreachable(address, down.cause)
      try {
        const answer = await onConnection(pool, work, Math.max(1, limitMs - (nowMs - startedMs)))
        noteUp()
        return answer
      } catch (error) {
        if (!isConnectionLost(error)) {
          noteUp()
          throw foreseen(error)
        }
        noteDown(error)
        if (clock.monotonicMs() - startedMs >= limitMs) throw settingsUnreachable(address, error)
        // The start waits for nothing else.
        await sleep(RETRY_MS)
      }
    }
  }

  return {
    address,
    noteDown,
    noteUp,
    /** A statement that may be executed twice: after a lost connection it is unknown whether it was. */
    async query({ name, text }: Statement, values: readonly unknown[] = []): Promise<readonly Row[]> {
      return repeated(async (client) => (await client.query<Row>({ name, text, values: [...values] })).rows)
    },
    /** The same for a statement whose text varies. */
    async run(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
      return repeated(async (client) => (await client.query<Row>(text, [...values])).rows)
    },
    /** Several statements that may be executed twice, all or none; `long` if it may take minutes. */
    transaction<T>(work: (run: Run) => Promise<T>, how: 'short' | 'long' = 'short'): Promise<T> {
      const limitMs = how === 'long' ? LONG_MS : CALL_MS
      return repeated((client) => inTransaction(client, work, how), limitMs)
    },
    /** A connection of its own, for notifications; its caller ends it. */
    async open(): Promise<Client> {
      const client = new Client(config)
      client.on('error', () => undefined)
      await client.connect()
      return client
    },
    [Symbol.asyncDispose]: () => pool.end(),
  }
}

function configOf(address: PostgresAddress, name: string): ClientConfig {
  return {
    ...parsePostgresAddress(address),
    application_name: name,
    connectionTimeoutMillis: CONNECT_MS,
    // Statements are short, and compiling one takes longer than it does.
    options: '-c jit=off',
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    statement_timeout: STATEMENT_MS,
    lock_timeout: LOCK_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    // Numbers of the store are below 2^53.
    types: { getTypeParser: (oid, format) => (Number(oid) === BIGINT ? Number : types.getTypeParser(oid, format)) },
  }
}

async function onConnection<T>(pool: Pool, work: (client: PoolClient) => Promise<T>, limitMs: number): Promise<T> {
  const client = await pool.connect()
  let failure: Error | undefined
  const fail = (error: Error) => {
    failure = error
  }
  client.on('error', fail)
  // A server that hangs, or a network that was cut, never answers.
  const timer = setTimeout(() => client.connection.stream.destroy(new Error('it took too long')), limitMs)
  try {
    return await work(client)
  } catch (error) {
    if (isConnectionLost(error)) failure ??= new Error('the connection was lost', { cause: error })
    throw error
  } finally {
    clearTimeout(timer)
    client.off('error', fail)
    client.release(failure)
  }
}

async function inTransaction<T>(client: PoolClient, work: (run: Run) => Promise<T>, how: 'short' | 'long'): Promise<T> {
  await client.query('BEGIN')
  try {
    if (how === 'long') {
      // A node that is cut off meanwhile still loses its locks after some seconds.
      for (const name of ['statement_timeout', 'lock_timeout']) await client.query(`SET LOCAL ${name} = ${LONG_MS}`)
    }
    const answer = await work(async (text, values = []) => (await client.query<Row>(text, [...values])).rows)
    await client.query('COMMIT')
    return answer
  } catch (error) {
    // On a lost connection the server rolls back by itself.
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}
