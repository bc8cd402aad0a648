/** A server of the cluster: its clients, its state, and its place among the shards. */
import { sql } from '@logyard/languages/sql/sql'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { Mutex } from '../../platform/mutex.ts'
import { checkedClient } from '../engine/checked-client.ts'
import { oncePerLife } from '../engine/engine.ts'
import { createEngineClient } from '../engine/engine-client.ts'
import type { ClusterAddress } from '../engine/engine-connections.ts'
import { createEngineLifecycle, watchCluster } from '../engine/engine-lifecycle.ts'
import { migrating } from '../engine/engine-migrations.ts'
import { KEEPER, type LimitedUser, OWNER, SEARCHER } from '../engine/engine-users.ts'
import type { MessageStore } from '../engine/message-stores.ts'
import type { EngineMigration } from '../engine/migrations/migration.ts'
import { hasOldMessages } from '../engine/old-messages.ts'
import { reachingFunctions } from '../engine/reaching-functions.ts'
import type { EngineClient } from '../engine/sql-client.ts'
import { allDatabase } from './cluster-tables.ts'
import { upClient } from './up-client.ts'

/** Clients for the tables of the whole cluster. */
export interface WholeClients {
  readonly client: EngineClient
  readonly patientClient: EngineClient
  readonly searchClient: EngineClient
  readonly keepClient: EngineClient
}

export interface Replica extends MessageStore, AsyncDisposable {
  /** The id of its table of messages, once it was up. */
  readonly tableId: string
  /** The database of its own tables. */
  readonly database: string
  readonly whole: WholeClients
  readonly searcher: EngineClient
  readonly keeper: EngineClient
}

/** A little longer than the limit of such statements, one hour. */
const PATIENCE_MS = 3_660_000
/** Searches read the same replica of a shard each time, so that messages of equal times keep their order. */
const READING = {
  load_balancing: 'in_order',
  prefer_localhost_replica: 1,
  // What a server writes into a statement for another one: seconds, also negative ones.
  cast_string_to_date_time_mode: 'basic',
} as const
/** Rows are on their servers before an insert counts as done. */
const CHANGING = { ...READING, distributed_foreground_insert: 1 } as const

const Places = Type.Array(Type.Object({ shard: Type.Integer(), isLocal: Type.Integer(), database: Type.String() }))
const Ids = Type.Array(Type.Object({ id: Type.String() }))

export interface ReplicaOptions {
  /** How many servers are named. */
  readonly servers: number
  readonly address: ClusterAddress
  readonly cluster: string
  readonly migrations: readonly EngineMigration[]
  readonly schemaTurn: Mutex
  readonly clock: Clock
  readonly log: Log
}

/** Its place is known once it was up for the first time. */
export function createReplica(options: ReplicaOptions): Replica {
  const { address, cluster, servers, migrations, schemaTurn, clock, log } = options
  const stopping = new AbortController()
  const url = new URL(address.url)
  const name = nameOfServer(url)
  const client = createEngineClient(address)
  const patientClient = createEngineClient(address, { requestTimeoutMs: PATIENCE_MS })
  const migrate = migrating(client, migrations, { log, turn: schemaTurn })
  const place = { shard: -1, database: '', tableId: '' }
  const lifecycle = createEngineLifecycle({
    async prepare(signal) {
      Object.assign(place, await findPlace(client, { cluster, servers }, signal))
      await migrate(signal)
      if (await hasOldMessages(client, signal))
        throw new Error(
          'the server has messages of an earlier version of Logyard: let it rewrite them before it joins a cluster',
        )
      place.tableId = await findTableId(client, signal)
    },
    clock,
    log: log.child({ server: name }),
    stopping: stopping.signal,
  })
  const { state, onState, ready } = lifecycle

  const up = (one: EngineClient) => upClient(one, lifecycle)
  const whole: ClusterAddress = { ...address, url: withDatabase(url, allDatabase) }
  const limited = (user: LimitedUser) => createEngineClient(whole, { user: user.name, settings: READING })
  const [searcher, keeper] = [limited(SEARCHER), limited(KEEPER)]
  const wholeClient = createEngineClient(whole, { user: OWNER, settings: CHANGING })
  const wholePatient = createEngineClient(whole, { requestTimeoutMs: PATIENCE_MS, settings: CHANGING })
  const reaching = oncePerLife(lifecycle, () => reachingFunctions(client))
  /** A server may come back with another disk between two checks. */
  async function checkIdentity(): Promise<void> {
    if ((await findTableId(client, stopping.signal)) !== place.tableId) throw new Error(`${name} has another table`)
  }
  const watching = watchCluster({ client, lifecycle, clock, log, stopping: stopping.signal, checkIdentity })

  return {
    name,
    get shard() {
      return place.shard
    },
    get tableId() {
      return place.tableId
    },
    get database() {
      return place.database
    },
    state,
    onState,
    ready,
    client: up(client),
    patientClient: up(patientClient),
    pid: () => undefined,
    searcher,
    keeper,
    whole: {
      client: up(wholeClient),
      patientClient: up(wholePatient),
      searchClient: up(checkedClient(searcher, SEARCHER, reaching)),
      keepClient: up(checkedClient(keeper, KEEPER, reaching)),
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await watching
      for (const one of [client, patientClient, wholeClient, wholePatient, searcher, keeper]) await one.close()
    },
  }
}

/** The place of the server in the cluster, as the server knows it. */
export async function findPlace(
  client: EngineClient,
  { cluster, servers }: { readonly cluster: string; readonly servers: number },
  abort_signal: AbortSignal,
) {
  const answer = await client.query({
    query: sql`SELECT toInt32(shard_num) AS shard, toInt32(is_local) AS isLocal, currentDatabase() AS database
      FROM system.clusters WHERE cluster = ${cluster}`,
    format: 'JSONEachRow',
    abort_signal,
  })
  const all = Value.Parse(Places, await answer.json())
  const own = all.find(({ isLocal }) => isLocal === 1)
  if (own === undefined)
    throw new Error(`the server is no replica of the cluster ${cluster} of LOGYARD_CLICKHOUSE_CLUSTER`)
  if (all.length !== servers)
    throw new Error(
      `LOGYARD_CLICKHOUSE_URL has ${servers} addresses, and the cluster ${cluster} ${all.length} replicas`,
    )
  return { shard: own.shard - 1, database: own.database }
}

/** The id of a server's own table of messages. */
export const TABLE_ID = sql`SELECT toString(uuid) AS id FROM system.tables
  WHERE database = currentDatabase() AND name = 'messages'`

async function findTableId(client: EngineClient, abort_signal: AbortSignal): Promise<string> {
  const answer = await client.query({ query: TABLE_ID, format: 'JSONEachRow', abort_signal })
  const [found] = Value.Parse(Ids, await answer.json())
  if (found === undefined) throw new Error('the server has no table of messages')
  return found.id
}

/** The stored state and the log know a server by it. */
export const nameOfServer = (url: URL): string => `${url.protocol}//${url.host}`

export const databaseOf = (url: URL): string => url.pathname.slice(1) || 'default'

function withDatabase(url: URL, nameOf: (database: string) => string): string {
  const changed = new URL(url)
  changed.pathname = `/${nameOf(databaseOf(url))}`
  return changed.href
}
