/**
 * Turns over all nodes: advisory locks of a connection of its own. They end with the connection, so those of a node that
 * died are free at once, and those of a machine that was cut off within seconds.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Clock } from '../../clock.ts'
import { LogyardError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import { createMutex, type Mutex } from '../../mutex.ts'
import type { PostgresConnections } from './postgres-connections.ts'

/** A caller waits this long for the turn of another node. */
const WAIT_MS = 60_000
const ASK_AGAIN_MS = 50
/** The server notices within ten seconds that nobody answers any more. */
const NOTICE_DEATH = 'SET tcp_keepalives_idle = 4; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3'
const KEY = `hashtextextended('logyard turn ' || $1::text, 0)`

const turnNotFree = (name: string) =>
  new LogyardError('unavailable', 'turn-not-free', `Another node has been busy with ${name} for too long; try again`)

export function createPostgresTurns(deps: {
  readonly connections: Pick<PostgresConnections, 'open'>
  readonly clock: Clock
  readonly log: Log
  readonly waitMs?: number
}) {
  const { connections, clock, log, waitMs = WAIT_MS } = deps
  const local = new Map<string, Mutex>()
  let opened: Promise<Client> | undefined

  async function open(): Promise<Client> {
    const client = await connections.open()
    client.once('end', () => {
      opened = undefined
    })
    await client.query(NOTICE_DEATH)
    return client
  }

  function connected(): Promise<Client> {
    opened ??= open().catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }

  async function acquire(name: string): Promise<Client> {
    const startedMs = clock.monotonicMs()
    for (;;) {
      const client = await connected()
      const { rows } = await client.query<{ free: boolean }>(`SELECT pg_try_advisory_lock(${KEY}) AS free`, [name])
      if (rows[0]?.free === true) return client
      if (clock.monotonicMs() - startedMs > waitMs) throw turnNotFree(name)
      await sleep(ASK_AGAIN_MS)
    }
  }

  async function release(client: Client, name: string): Promise<void> {
    try {
      await client.query(`SELECT pg_advisory_unlock(${KEY})`, [name])
    } catch (error) {
      log.warn({ err: error, turn: name }, 'the connection of turns to PostgreSQL was lost during one')
    }
  }

  return {
    turns(name: string): Mutex {
      // The locks are those of the connection, so the calls of this node take turns by themselves.
      const inTurn = local.getOrInsertComputed(name, createMutex)
      return (task) =>
        inTurn(async () => {
          const client = await acquire(name)
          try {
            return await task()
          } finally {
            await release(client, name)
          }
        })
    },
    async [Symbol.asyncDispose]() {
      const client = await opened?.catch(() => undefined)
      await client?.end()
    },
  }
}
