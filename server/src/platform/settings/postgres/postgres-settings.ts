/**
 * The settings store on PostgreSQL, for several nodes: each commit is one call of a function in the database, and each
 * node hears of the commits of all nodes. Not here: the key (secret-key.ts), which all nodes must share.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../clock.ts'
import type { Log } from '../../log.ts'
import { createChangeEvents } from '../change-events.ts'
import { checkProof, proofOf } from '../check-secret-key.ts'
import { createDocumentCodec, type DocumentCodec } from '../document-codec.ts'
import { keyFor } from '../key-for.ts'
import { createOpenedCollections } from '../opened-collections.ts'
import { createSecretBox, type SecretBox } from '../secret-box.ts'
import type { Collection, CollectionSpec, Document, SettingsStore } from '../settings-store.ts'
import type { PostgresAddress } from './postgres-address.ts'
import { followChanges } from './postgres-changes.ts'
import { createPostgresCollection } from './postgres-collection.ts'
import { createPostgresConnections, type PostgresConnections } from './postgres-connections.ts'
import { createPostgresEntryLog } from './postgres-entry-log.ts'
import { readPostgresFacts } from './postgres-facts.ts'
import { type CollectionLayout, createCollectionLayout } from './postgres-layouts.ts'
import { migratePostgres, type PostgresMigration, postgresMigrations } from './postgres-migrate.ts'
import { createPostgresTurns } from './postgres-turns.ts'
import { createPostgresWriter } from './postgres-writer.ts'

const WAIT_MS = 60_000
const TRY_EVERY_MS = 1_000

export interface PostgresSettingsDeps {
  readonly address: PostgresAddress
  readonly secretKey: Uint8Array
  readonly log: Log
  /** Called when commits of other nodes were missed for so long that this node must start again. */
  readonly onMissed: () => void
  /** How long to wait for the server. */
  readonly waitMs?: number
  readonly migrations?: readonly PostgresMigration[]
}

export async function openPostgresSettings(deps: PostgresSettingsDeps): Promise<SettingsStore> {
  const { secretKey, log, migrations = postgresMigrations } = deps
  // Connections are made and lost in real time, also where a test stops the clock.
  const clock = systemClock
  await using opening = new AsyncDisposableStack()
  const connections = opening.use(createPostgresConnections({ ...deps, clock }))
  await waitForServer(connections, deps)
  await migratePostgres(connections, migrations)
  const box = createSecretBox(secretKey)
  await checkKey(connections, box)
  const events = createChangeEvents(log)
  const changes = opening.use(await followChanges({ ...deps, clock, connections, announce: events.tell }))
  const turns = opening.use(createPostgresTurns({ ...deps, clock, connections }))
  const opened = createOpenedCollections()
  const layouts = new Map<string, CollectionLayout>()
  const layoutOf = (collection: string) => {
    const layout = layouts.get(collection)
    if (layout === undefined) throw new TypeError(`the collection was not opened: ${collection}`)
    return layout
  }
  const writer = createPostgresWriter({ connections, opened, changes, layoutOf })
  /** Collections by their specs: several parts open the same one. */
  const collections = new Map<object, unknown>()
  const running = opening.move()

  return {
    entryLog: createPostgresEntryLog(connections, writer, secretKey),
    collection<T extends Document, Key extends string>(spec: CollectionSpec<T, Key>): Collection<T, Key> {
      const known = collections.get(spec)
      // It was opened with this spec, which has its types.
      if (known !== undefined) return known as Collection<T, Key>
      const codec: DocumentCodec<T> = createDocumentCodec(spec, box)
      opened.register(spec, codec)
      const layout = createCollectionLayout({ connections, opened }, spec, codec)
      layouts.set(spec.name, layout)
      const collection = createPostgresCollection({ connections, layout, spec, codec, commit: writer.commit })
      collections.set(spec, collection)
      return collection
    },
    async commit(writes) {
      await writer.commit(writes)
    },
    onChange: events.on,
    caughtUp: changes.caughtUp,
    turns: turns.turns,
    keyFor: (purpose) => keyFor(secretKey, purpose),
    inCall: changes.inCall,
    facts: () => readPostgresFacts(connections),
    audited: opened.audited,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

async function waitForServer(connections: PostgresConnections, deps: PostgresSettingsDeps): Promise<void> {
  const { log, waitMs = WAIT_MS } = deps
  const startedMs = systemClock.monotonicMs()
  for (let attempt = 1; ; attempt += 1) {
    try {
      await connections.run('SELECT 1')
      return
    } catch (error) {
      if (systemClock.monotonicMs() - startedMs >= waitMs) throw error
      if (attempt === 1) log.warn({ err: error, waitMs }, 'waiting for PostgreSQL')
      await sleep(TRY_EVERY_MS)
      connections.noteUp()
    }
  }
}

/** The first node stores the value to check against. */
async function checkKey(connections: PostgresConnections, box: SecretBox): Promise<void> {
  await connections.run('UPDATE store SET key_check = $1 WHERE key_check IS NULL', [proofOf(box)])
  const [row] = await connections.run('SELECT key_check FROM store')
  checkProof(String(row?.['key_check']), box)
}
