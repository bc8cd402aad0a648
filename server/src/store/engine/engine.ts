import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type ColdPlace, STORAGE_POLICY } from '@logyard/engine/cold-storage'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { createMutex, type Mutex } from '../../platform/mutex.ts'
import { checkedClient } from './checked-client.ts'
import { requireColdPlace } from './cold-place.ts'
import { type ColdVolumeReader, createColdVolume } from './cold-volume.ts'
import { ENGINE_PROGRAM } from './engine-child.ts'
import { createEngineClient } from './engine-client.ts'
import type { ClusterAddress } from './engine-connections.ts'
import { createEngineLifecycle, type EngineLifecycle, type EngineState, watchCluster } from './engine-lifecycle.ts'
import { engineMigrations, migrating } from './engine-migrations.ts'
import { createEngineProcess, type EngineProcess } from './engine-process.ts'
import { KEEPER, type LimitedUser, SEARCHER } from './engine-users.ts'
import { watchMergePriority } from './merge-priority.ts'
import { type MessageStores, oneStore } from './message-stores.ts'
import type { EngineMigration } from './migrations/migration.ts'
import { reachingFunctions } from './reaching-functions.ts'
import type { EngineClient } from './sql-client.ts'
import { watchClusterUsers } from './watch-cluster-users.ts'

/** The message store's engine, wherever it runs. It may be unavailable at any time; the rest of the server goes on. */
export type Engine = AsyncDisposable & {
  state(): EngineState
  /** Calls the listener at each change until disposed. */
  onState(listener: (state: EngineState) => void): Disposable
  readonly client: EngineClient
  /** Client for statements that may run for an hour, such as merging the parts of an index. */
  readonly patientClient: EngineClient
  /** Client for statements of searches: the engine refuses everything except reading messages. */
  readonly searchClient: EngineClient
  /** Client for the caches of searches in the engine's memory. */
  readonly keepClient: EngineClient
  /** Resolves once the engine is up and its schema is current. */
  ready(signal?: AbortSignal): Promise<void>
  /** Where old messages lie. */
  readonly cold: ColdVolumeReader
  /** The turn of changes of the columns of messages. */
  readonly schemaTurn: Mutex
  /** Id of the embedded engine's process while it runs. */
  pid(): number | undefined
  /** The servers with the tables of messages. */
  readonly stores: MessageStores
  /** SELECT for `keepClient`: a text for each partition that searches read. It changes when the partition is stored again. */
  readonly openPartitions: Sql
}

export const OWN_PARTITIONS = sql`SELECT concat(partition, ':', toString(min(min_block_number))) FROM system.parts
  WHERE database = currentDatabase() AND table IN ('messages', 'old_messages') AND active GROUP BY table, partition`

/** A little longer than the limit of such statements, one hour. */
const PATIENCE_MS = 3_660_000
/** Returns at once, while the engine is still starting. */
export async function createEngine(options: {
  dataFolder: string
  /** Without a ClickHouse server that others run, the embedded engine is started. */
  cluster?: ClusterAddress
  /** Where the embedded engine may put old messages. */
  cold?: ColdPlace | undefined
  /** The storage policy for messages of a ClickHouse server that others run. */
  coldPolicy?: string | undefined
  log: Log
  clock: Clock
  migrations?: readonly EngineMigration[]
  /** Turn of all nodes that share the ClickHouse server. */
  schemaTurn?: Mutex
}): Promise<Engine> {
  const { log, clock, cluster, migrations = engineMigrations, schemaTurn = createMutex() } = options
  const folder = resolve(options.dataFolder, 'engine')
  let engineProcess: EngineProcess | undefined
  const address = cluster ?? { running: () => engineProcess?.access() }
  const client = createEngineClient(address)
  const patientClient = createEngineClient(address, { requestTimeoutMs: PATIENCE_MS })
  const policy = cluster === undefined ? options.cold && STORAGE_POLICY : options.coldPolicy
  const stopping = new AbortController()
  const lifecycle = createEngineLifecycle({
    prepare: migrating(client, migrations, { log, turn: schemaTurn }),
    clock,
    log,
    stopping: stopping.signal,
  })
  const reaching = oncePerLife(lifecycle, () => reachingFunctions(client))
  const signedIn = (user: LimitedUser) => ({ user, client: createEngineClient(address, { user: user.name }) })
  const [searcher, keeper] = [signedIn(SEARCHER), signedIn(KEEPER)]
  const searchClient = checkedClient(searcher.client, SEARCHER, reaching)
  const keepClient = checkedClient(keeper.client, KEEPER, reaching)

  await using owned = new AsyncDisposableStack()
  for (const one of [client, patientClient, searchClient, keepClient]) owned.defer(() => one.close())
  if (cluster === undefined) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    requireColdPlace(folder, options.cold)
    engineProcess = createEngineProcess({
      dataFolder: folder,
      program: ENGINE_PROGRAM,
      cold: options.cold,
      log,
      clock,
      onStarting: lifecycle.starting,
      onUp(pid, signal) {
        lifecycle.listening()
        void watchMergePriority(pid, { client, log, clock }, signal)
      },
      onDown: lifecycle.down,
    })
    owned.use(engineProcess)
  } else {
    const { ready } = lifecycle
    const watching = [
      watchCluster({ client, lifecycle, clock, log, stopping: stopping.signal }),
      watchClusterUsers(cluster, [searcher, keeper], { ready, clock, log, stopping: stopping.signal }),
    ]
    owned.defer(async () => void (await Promise.all(watching)))
  }
  owned.defer(() => stopping.abort())
  const resources = owned.move()

  const pid = () => engineProcess?.pid()
  const { state, onState, ready } = lifecycle
  const name = cluster === undefined ? 'the message store' : new URL(cluster.url).origin
  const store = { name, shard: 0, state, onState, ready, client, patientClient, pid }
  const stores = oneStore(store, cluster === undefined)
  return {
    state,
    onState,
    client,
    patientClient,
    searchClient,
    keepClient,
    cold: createColdVolume({ stores, policy, log }),
    schemaTurn,
    pid,
    ready,
    stores,
    openPartitions: OWN_PARTITIONS,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/** The result of the first successful call since the engine came up. */
export function oncePerLife<Result>(
  { onState }: Pick<EngineLifecycle, 'onState'>,
  call: () => Promise<Result>,
): () => Promise<Result> {
  let called: Promise<Result> | undefined
  const clear = () => {
    called = undefined
  }
  onState(clear)
  return () => {
    if (called === undefined) {
      called = call()
      called.catch(clear)
    }
    return called
  }
}
