/** The message store on a cluster of ClickHouse servers. */
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { createMutex, type Mutex } from '../../platform/mutex.ts'
import { unlessAborted } from '../../platform/unless-aborted.ts'
import { createWakeUp } from '../../platform/wake-up.ts'
import { createColdVolume } from '../engine/cold-volume.ts'
import type { Engine } from '../engine/engine.ts'
import type { ClusterAddress } from '../engine/engine-connections.ts'
import { engineUnavailable } from '../engine/engine-failure.ts'
import { createEngineLifecycle } from '../engine/engine-lifecycle.ts'
import { engineMigrations } from '../engine/engine-migrations.ts'
import { KEEPER, SEARCHER } from '../engine/engine-users.ts'
import type { MessageStores } from '../engine/message-stores.ts'
import type { EngineMigration } from '../engine/migrations/migration.ts'
import { watchClusterUsers } from '../engine/watch-cluster-users.ts'
import { createClusterMembers, type Sharing } from './cluster-members.ts'
import type { ClusterStateStore } from './cluster-state.ts'
import { createClusterStores } from './cluster-stores.ts'
import { openPartitionsOf } from './cluster-tables.ts'
import { createReplica, databaseOf, type Replica } from './replica.ts'
import { type CurrentServer, wholeClient } from './whole-client.ts'

export interface ClusterAddresses extends Omit<ClusterAddress, 'url'> {
  readonly urls: readonly string[]
  /** The name of the cluster in `remote_servers` of the servers. */
  readonly cluster: string
  /** Replicas of each shard that must have stored a message; by default one. */
  readonly quorum?: number
  /** Whether answers may lack shards that do not respond, and say so; by default they fail. */
  readonly isMissingSkipped?: boolean
}

/** A search that lost its server waits so long for another one. */
const OTHER_WITHIN_MS = 10_000
const SEEN_WITHIN_MS = 2500
/** Tables that searches read are made within this time on a server that came back. */
const TABLES_WITHIN_MS = 10_000
const TABLES_AGAIN_MS = 200

export async function createClusterEngine(options: {
  readonly addresses: ClusterAddresses
  readonly state: ClusterStateStore
  readonly log: Log
  readonly clock: Clock
  /** The storage policy for messages of all servers. */
  readonly coldPolicy?: string | undefined
  readonly migrations?: readonly EngineMigration[]
  /** By default this node is the only one. */
  readonly sharing?: Sharing
  readonly schemaTurn?: Mutex
}): Promise<Engine> {
  const { addresses, state: stored, log, clock, coldPolicy, migrations = engineMigrations } = options
  const { sharing = alone(), schemaTurn = createMutex() } = options
  const { urls, cluster, quorum = 1, isMissingSkipped = false, ...shared } = addresses
  const stopping = new AbortController()
  await using owned = new AsyncDisposableStack()
  owned.defer(() => stopping.abort())
  const facts = { cluster, servers: urls.length, migrations, schemaTurn, clock, log }
  const replicas = urls.map((url) => owned.use(createReplica({ ...facts, address: { ...shared, url } })))
  const lifecycle = createEngineLifecycle({ prepare: async () => undefined, clock, log, stopping: stopping.signal })
  const chosen = createWakeUp()
  let current: Replica | undefined

  /** The server that statements go to stays the same while it can be used: kept results are on it. */
  function choose() {
    const isUsable = (one: Replica) => members.publisher.hasTables(one)
    if (current !== undefined && isUsable(current)) return
    const before = current
    current = replicas.find(isUsable)
    if (current !== undefined) log.info({ server: current.name }, 'ClickHouse server is used')
    if (current === undefined) lifecycle.down()
    else if (before === undefined) lifecycle.listening()
    chosen.wake()
  }

  const members = createClusterMembers({
    replicas,
    stored,
    cluster,
    quorum,
    clock,
    log,
    stopping: stopping.signal,
    sharing,
    choose,
  })
  owned.use(members)
  const stores = createClusterStores({ ...members, ...sharing, replicas, quorum, isMissingSkipped, clock, log })
  members.onChange(stores.changed)

  const servers = currentServer({ ...members.publisher, current: () => current, chosen, stores, clock })
  const watching = replicas.map((replica) => watchUsers(replica, shared, { clock, log, stopping: stopping.signal }))
  owned.defer(async () => void (await Promise.all(watching)))
  owned.defer(() => stopping.abort())
  const resources = owned.move()

  const { state, onState, ready } = lifecycle
  const client = wholeClient(servers, ({ whole }) => whole.client)
  return {
    state,
    onState,
    ready,
    client,
    patientClient: wholeClient(servers, ({ whole }) => whole.patientClient),
    searchClient: wholeClient(servers, ({ whole }) => whole.searchClient),
    keepClient: wholeClient(servers, ({ whole }) => whole.keepClient),
    cold: createColdVolume({ stores, policy: coldPolicy, log }),
    schemaTurn,
    pid: () => undefined,
    stores,
    openPartitions: openPartitionsOf(databaseOf(new URL(urls[0] ?? ''))),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

const alone = (): Sharing => ({ nodeId: '', isShared: false, copyTurn: createMutex() })

interface ChosenServer {
  readonly current: () => Replica | undefined
  readonly chosen: ReturnType<typeof createWakeUp>
  readonly stores: Pick<MessageStores, 'complete'>
  /** Whether all servers that respond have the tables that searches read. */
  areAllPublished(): boolean
  readonly clock: Clock
}

/** The server that statements go to. */
function currentServer({ current, chosen, stores, areAllPublished, clock }: ChosenServer): CurrentServer {
  return {
    current,
    async otherThan(failed, signal) {
      const late = AbortSignal.timeout(OTHER_WITHIN_MS)
      const until = signal === undefined ? late : AbortSignal.any([signal, late])
      try {
        while (true) {
          const found = current()
          if (found !== undefined && found !== failed) return found
          await unlessAborted(chosen.next(), until)
        }
      } catch (error) {
        throw engineUnavailable({ cause: error })
      }
    },
    async untilShardsRespond(until) {
      // The states of the servers are seen within seconds.
      await clock.sleep(SEEN_WITHIN_MS, until)
      stores.complete()
      const lateMs = clock.monotonicMs() + TABLES_WITHIN_MS
      while (!areAllPublished() && clock.monotonicMs() < lateMs) await clock.sleep(TABLES_AGAIN_MS, until)
    },
  }
}

function watchUsers(
  { ready, searcher, keeper, name }: Replica,
  shared: Omit<ClusterAddress, 'url'>,
  deps: { readonly clock: Clock; readonly log: Log; readonly stopping: AbortSignal },
): Promise<void> {
  const users = [
    { user: SEARCHER, client: searcher },
    { user: KEEPER, client: keeper },
  ]
  return watchClusterUsers({ url: name, ...shared }, users, { ...deps, ready, log: deps.log.child({ server: name }) })
}
