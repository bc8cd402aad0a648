/**
 * Tells the listeners of this node of the commits of all nodes, in the order of their versions, each once. A notification
 * only says that there is something to read; what is missing is read from the table of changes.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock } from '../../clock.ts'
import type { Log } from '../../log.ts'
import type { SettingsChange } from '../settings-store.ts'
import type { PostgresConnections, Row } from './postgres-connections.ts'
import { isConnectionLost } from './postgres-errors.ts'
import { textOf } from './postgres-text.ts'

/** Also notices that the connection is dead, and what was not notified. */
const HEARTBEAT_MS = 2_000
const HEARTBEAT_LIMIT_MS = 4_000
const RECONNECT_MS = 500
const PRUNE_MS = 60_000
/** A call of the API rarely takes longer; what goes on after it asks again. */
const ANSWER_MS = 200
const CHANGES_AT_ONCE = 1_000
/** A node that was cut off for longer cannot know what it has missed. */
const KEPT = '2 hours'

const AFTER = {
  name: 'changes-after',
  // With both ends of the range the planner takes the index, also when it does not know yet how many rows there are.
  text: `SELECT store.commits, change.version, change.collections, change.ids FROM store
    LEFT JOIN change ON change.version > $1 AND change.version <= $1 + ${CHANGES_AT_ONCE}
    WHERE store.one = 1 ORDER BY change.version`,
}

export interface CommittedChange {
  readonly version: number
  readonly changes: readonly SettingsChange[]
}

export type PostgresChanges = Awaited<ReturnType<typeof followChanges>>

interface ChangesDeps {
  readonly connections: PostgresConnections
  readonly announce: (changes: readonly SettingsChange[]) => void
  /** Changes were deleted before this node heard of them: what it knows may be old, and it must start again. */
  readonly onMissed: () => void
  readonly clock: Clock
  readonly log: Log
}

export async function followChanges(deps: ChangesDeps) {
  const { connections, announce, onMissed, clock, log } = deps
  /** Commits of this node that follow commits which it has not heard of yet. */
  const own = new Map<number, readonly SettingsChange[]>()
  let applied = Number((await connections.run('SELECT commits FROM store'))[0]?.['commits'])

  function apply(version: number, changes: readonly SettingsChange[]): void {
    if (version !== applied + 1) return
    applied = version
    own.delete(version)
    announce(changes)
    const next = own.get(applied + 1)
    if (next !== undefined) apply(applied + 1, next)
  }

  /** Applies what was committed before the question. */
  async function ask(question: (after: number) => Promise<readonly Row[]>): Promise<void> {
    for (;;) {
      const rows = await question(applied)
      const commits = Number(rows[0]?.['commits'])
      for (const row of rows) if (row['version'] !== null) apply(Number(row['version']), changesOf(row))
      if (applied >= commits) return
      if (rows.every(({ version }) => version === null || Number(version) > applied)) {
        log.fatal({ known: applied, commits }, 'changes of the settings were missed for too long')
        return onMissed()
      }
    }
  }
  const caughtUp = sharedQuestion(() => ask((after) => connections.query(AFTER, [after])))
  const calls = new AsyncLocalStorage<{ atMs: number; answer: Promise<void> | undefined }>()
  function caughtUpInCall(): Promise<void> {
    const call = calls.getStore()
    if (call === undefined) return caughtUp()
    const nowMs = clock.monotonicMs()
    if (call.answer === undefined || nowMs - call.atMs > ANSWER_MS) {
      call.atMs = nowMs
      call.answer = caughtUp()
    }
    return call.answer
  }
  const listener = listen({ ...deps, ask, caughtUp, isKnown: (version) => version <= applied })
  const pruning = clock.every(PRUNE_MS, () => {
    connections
      .run(`DELETE FROM change WHERE version <= (
        SELECT version FROM change WHERE at < clock_timestamp() - interval '${KEPT}' ORDER BY at DESC LIMIT 1)`)
      .catch((error: unknown) => log.debug({ err: error }, 'old changes not deleted'))
  })

  return {
    caughtUp: caughtUpInCall,
    inCall: <T>(work: () => T): T => calls.run({ atMs: 0, answer: undefined }, work),
    /** Resolves once the listeners have heard of this commit of the node itself. */
    async committed({ version, changes }: CommittedChange): Promise<void> {
      if (version <= applied) return
      own.set(version, changes)
      if (version === applied + 1) apply(version, changes)
      // The commit is stored whatever becomes of the question, and the heartbeat repeats it.
      else await caughtUp().catch(() => undefined)
    },
    async [Symbol.asyncDispose]() {
      pruning[Symbol.dispose]()
      await listener[Symbol.asyncDispose]()
    },
  }
}

/** Calls that arrive while a question is under way share the next one, which begins after all of them. */
function sharedQuestion(ask: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const start = (): Promise<void> => {
    running = ask().finally(() => {
      running = undefined
    })
    return running
  }
  return () => {
    if (running === undefined) return start()
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return running ?? start()
      })
    return next
  }
}

const textsOf = (value: unknown) => (Array.isArray(value) ? value.map(textOf) : [])

export function changesOf(row: Row, columns = { collections: 'collections', ids: 'ids' }): readonly SettingsChange[] {
  const ids = textsOf(row[columns.ids])
  const pairs = textsOf(row[columns.collections]).map((collection, index) => ({ collection, id: ids[index] ?? '' }))
  return [...Map.groupBy(pairs, ({ collection }) => collection)].map(([collection, group]) => ({
    collection,
    ids: [...new Set(group.map(({ id }) => id))],
  }))
}

/** Keeps a connection open for notifications. */
function listen(
  deps: ChangesDeps & {
    readonly ask: (question: (after: number) => Promise<readonly Row[]>) => Promise<void>
    readonly caughtUp: () => Promise<void>
    readonly isKnown: (version: number) => boolean
  },
): AsyncDisposable {
  const { connections, clock, log } = deps
  const ending = new AbortController()

  /** Ends with the connection. */
  async function follow(): Promise<void> {
    const client = await connections.open()
    const lost = new AbortController()
    const ended = AbortSignal.any([lost.signal, ending.signal])
    client.on('error', () => lost.abort())
    client.on('end', () => lost.abort())
    client.on('notification', ({ payload }) => {
      // The node's own commit is answered at about the same time.
      if (deps.isKnown(Number(payload))) return
      deps.caughtUp().catch((error: unknown) => log.debug({ err: error }, 'changes not read'))
    })
    try {
      await client.query('LISTEN logyard')
      while (!ended.aborted) {
        const timer = setTimeout(() => client.connection.stream.destroy(), HEARTBEAT_LIMIT_MS)
        try {
          await deps.ask(async (after) => (await client.query<Row>({ ...AFTER, values: [after] })).rows)
        } finally {
          clearTimeout(timer)
        }
        connections.noteUp()
        await clock.sleep(HEARTBEAT_MS, ended).catch(() => undefined)
      }
    } finally {
      // A connection that is cut does not end in order.
      client.connection.stream.destroy()
    }
  }

  async function keepFollowing(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        await follow()
      } catch (error) {
        if (isConnectionLost(error)) connections.noteDown(error)
        else log.error({ err: error }, 'changes of the settings not read')
      }
      await clock.sleep(RECONNECT_MS, ending.signal).catch(() => undefined)
    }
  }
  const following = keepFollowing()

  return {
    async [Symbol.asyncDispose]() {
      ending.abort()
      await following
    },
  }
}
