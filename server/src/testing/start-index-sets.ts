import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { RETENTION_CLASSES, ROTATION_CLASSES } from '@logyard/contract/store/index-strategies'
import type { ColdPlace } from '@logyard/engine/cold-storage'
import { sql } from '@logyard/languages/sql/sql'
import { expect } from 'vitest'
import { type ClusterConfig, createClusterConfig } from '../cluster-config/cluster-config.ts'
import { systemJobRoutes } from '../jobs/system-job-routes.ts'
import { createSystemJobs, type SystemJobs } from '../jobs/system-jobs.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { createNotifications, type Notifications } from '../notices/notifications.ts'
import { createSystemMessages, type SystemMessages } from '../notices/system-messages.ts'
import { systemClock } from '../platform/clock.ts'
import { createIds } from '../platform/ids.ts'
import { createLog } from '../platform/log.ts'
import { jobLeaseCollection } from '../platform/scheduler/job-leases.ts'
import { createScheduler } from '../platform/scheduler/scheduler.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import { createClusterEngine } from '../store/cluster/cluster-engine.ts'
import { openClusterState } from '../store/cluster/cluster-state.ts'
import { createEngine, type Engine } from '../store/engine/engine.ts'
import { engineMigrations } from '../store/engine/engine-migrations.ts'
import type { MessageStore } from '../store/engine/message-stores.ts'
import { deflectorRoutes } from '../store/index-sets/deflector-routes.ts'
import { indexRoutes } from '../store/index-sets/index-routes.ts'
import { indexSetRoutes } from '../store/index-sets/index-set-routes.ts'
import { createIndexSets, type IndexSets } from '../store/index-sets/index-sets.ts'
import { startClickHouseCluster } from './clickhouse-cluster.ts'
import { createDataFolder } from './data-folder.ts'
import { fixedClock } from './fixed-clock.ts'
import { isOnShards } from './on-shards.ts'
import { dropDatabaseOf, openSettingsOf } from './settings-of-folder.ts'
import { type HttpUnderTest, startHttp, TEST_NODE_ID } from './start-http.ts'
import { temporarySettings } from './temporary-settings.ts'

export const OTHER_NODE_ID = '5ca1ab1e-0000-4000-8000-00000000000b'

export interface EngineUnderTest extends AsyncDisposable {
  readonly engine: Engine
  readonly dataFolder: string
}

/** A real engine in a folder of its own. */
export async function startTestEngine(options: { readonly cold?: ColdPlace } = {}): Promise<EngineUnderTest> {
  if (isOnShards()) return await startShards(Number(process.env['LOGYARD_TEST_SHARDS']))
  const folder = await createDataFolder()
  const log = createLog('fatal')
  const engine = await createEngine({ ...options, dataFolder: folder, log, clock: systemClock })
  await engine.ready(AbortSignal.timeout(60_000))
  return {
    engine,
    dataFolder: folder,
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The same over a cluster, for tests that run with `LOGYARD_TEST_SHARDS`. */
async function startShards(shards: number): Promise<EngineUnderTest> {
  await using starting = new AsyncDisposableStack()
  const { settings, folder: dataFolder } = starting.use(await temporarySettings())
  const { addresses } = starting.use(await startClickHouseCluster({ shards, replicas: 1 }))
  const state = openClusterState(settings)
  const log = createLog('fatal')
  const engine = starting.use(await createClusterEngine({ addresses, state, log, clock: systemClock }))
  await engine.ready(AbortSignal.timeout(60_000))
  const running = starting.move()
  return { engine, dataFolder, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

/** Leaves the tables as a fresh installation has them. */
export async function emptyMessages({ stores }: Engine): Promise<void> {
  if (isOnShards()) return await stores.change(emptyTable)
  await stores.changeColumns(async ({ client }) => {
    await client.command({ query: sql`DROP TABLE IF EXISTS messages SYNC` })
    for (const { apply } of engineMigrations) await apply(client, AbortSignal.timeout(20_000))
  })
}

/** A server of a cluster with another table counts as one that lost its disk. */
async function emptyTable({ client }: MessageStore): Promise<void> {
  await client.command({ query: sql`TRUNCATE TABLE messages SYNC` })
  await client.command({
    query: sql`ALTER TABLE messages DROP DETACHED PARTITION ALL`,
    clickhouse_settings: { allow_drop_detached: 1 },
  })
}

export interface IndexSetsUnderTest extends AsyncDisposable {
  readonly indexSets: IndexSets
  readonly settings: SettingsStore
  readonly clock: ReturnType<typeof fixedClock>
  readonly jobs: SystemJobs
  readonly notifications: Notifications
  readonly messages: SystemMessages
  readonly http: HttpUnderTest
  readonly configs: Pick<ClusterConfig, 'get'>
  /** Index sets that count as assigned to a stream. */
  readonly assigned: Set<string>
  /** The id of the set with this prefix. */
  idOf(prefix: string): Promise<string>
  /** Creates a set and answers its id. */
  create(prefix: string, more?: Readonly<Record<string, unknown>>): Promise<string>
  change(prefix: string, update: Readonly<Record<string, unknown>>): Promise<void>
  writeIndex(prefix: string): Promise<string | undefined>
  /** Names of the indices of a set: `web_0`, `web_1 closed`, `web_2 reopened`. */
  indicesOf(prefix: string): Promise<readonly string[]>
  insert(index: string, rows: number, at?: string): Promise<void>
  rowsIn(index: string): Promise<number>
  /** Lets the periodic rotation, or retention, come round once and waits until it is through with every set. */
  rotate(): Promise<void>
  retain(): Promise<void>
}

export const byCount = (max: number) => ({
  rotation_strategy_class: ROTATION_CLASSES.count,
  rotation_strategy: { type: `${ROTATION_CLASSES.count}Config`, max_docs_per_index: max },
})
export const bySize = (max: number) => ({
  rotation_strategy_class: ROTATION_CLASSES.size,
  rotation_strategy: { type: `${ROTATION_CLASSES.size}Config`, max_size: max },
})
export const byTime = (period: string) => ({
  rotation_strategy_class: ROTATION_CLASSES.time,
  rotation_strategy: { type: `${ROTATION_CLASSES.time}Config`, rotation_period: period },
})
export const keeping = (kind: keyof typeof RETENTION_CLASSES, max: number) => ({
  retention_strategy_class: RETENTION_CLASSES[kind],
  retention_strategy: { type: `${RETENTION_CLASSES[kind]}Config`, max_number_of_indices: max },
})

/** Index sets as they are served, over a real engine, with a clock that the test moves. */
export async function startIndexSets(options: {
  readonly engine: Engine
  readonly startAt?: string
  readonly isClockSteady?: () => boolean
  /** The folder of a stopped server: its settings and its table of messages are used as they are. */
  readonly folder?: string
  /** Space that must stay free on the disk while messages are rewritten. */
  readonly spareBytes?: () => number
  /** How old parts are that are moved to cold storage. */
  readonly settledSeconds?: number
}): Promise<IndexSetsUnderTest> {
  const { engine } = options
  const folder = options.folder ?? (await createDataFolder())
  if (options.folder === undefined) {
    await emptyMessages(engine)
  }
  const log = createLog('fatal')
  const clock = fixedClock(options.startAt ?? '2026-03-01T09:00:00.000Z')
  const ids = createIds(clock.now)
  const settings = await openSettingsOf(folder, { clock, log })
  const facts = { settings, clock, ids, log, nodeId: TEST_NODE_ID }
  const messages = createSystemMessages(facts)
  const notifications = createNotifications(facts)
  const assigned = new Set<string>()
  const scheduler = createScheduler({ ...facts, metrics: createMetrics(clock) })
  const jobs = createSystemJobs({ ...facts, scheduler, messages })
  const clusterConfig = createClusterConfig({ settings })
  const indexSets = await createIndexSets({
    settings,
    clusterConfig,
    scheduler,
    engine,
    clock,
    isClockSteady: options.isClockSteady ?? (() => true),
    ids,
    log,
    jobs,
    notifications,
    messages,
    node: { id: TEST_NODE_ID, hostname: 'test-host', running: async () => [TEST_NODE_ID, OTHER_NODE_ID] },
    isAssigned: async (id) => assigned.has(id),
    ...(options.spareBytes && { spareBytes: options.spareBytes }),
    ...(options.settledSeconds !== undefined && { settledSeconds: options.settledSeconds }),
  })
  await jobs.open()
  const http = await startHttp((api) => {
    indexSetRoutes(api, indexSets)
    indexRoutes(api, indexSets)
    deflectorRoutes(api, indexSets)
    systemJobRoutes(api, { jobs, nodes: { listActive: async () => [] }, nodeId: TEST_NODE_ID })
  })

  const findId = async (prefix: string) => (await indexSets.sets.list()).find((set) => set.index_prefix === prefix)?.id
  const idOf = async (prefix: string) => {
    const id = await findId(prefix)
    if (id === undefined) throw new Error(`there is no index set ${prefix}`)
    return id
  }
  const create = async (prefix: string, more: Readonly<Record<string, unknown>> = {}) => {
    const draft = { title: prefix, index_prefix: prefix, ...byCount(1000), ...keeping('none', 1000), ...more }
    return (await indexSets.sets.create(draft)).id
  }
  const writeIndex = async (prefix: string) => indexSets.targets.of(await idOf(prefix))
  const leases = settings.collection(jobLeaseCollection)
  /** Waits until no round is under way: a clock that is moved during one would make the next round due later. */
  const untilIdle = async () => {
    for (const name of ['index-rotation', 'index-retention']) {
      const isIdle = async () => {
        const lease = await leases.find(name)
        return lease?.holder === '' && Date.parse(lease.due_at) > clock.now().getTime()
      }
      while (!(await isIdle())) await sleep(5)
    }
  }
  let markers = 0
  let marker: string | undefined
  /** A set that comes last in the round, rotates each time and keeps one index. */
  const placeMarker = async () => {
    if (marker !== undefined) await indexSets.sets.delete(await idOf(marker), true)
    marker = `zz-${++markers}-marker`
    const rules = { ...byTime('PT1S'), ...keeping('delete', 1), index_optimization_disabled: true }
    return { prefix: marker, id: await create(marker, rules) }
  }

  await untilIdle()
  return {
    indexSets,
    settings,
    clock,
    jobs,
    notifications,
    messages,
    http,
    configs: clusterConfig,
    assigned,
    idOf,
    create,
    async change(prefix, update) {
      await indexSets.sets.update(await idOf(prefix), update)
    },
    writeIndex,
    async indicesOf(prefix) {
      const found = await indexSets.lookup.list(await idOf(prefix))
      return found.map(({ index }) => {
        if (index.state === 'closed') return `${index.id} closed`
        return index.is_reopened ? `${index.id} reopened` : index.id
      })
    },
    async insert(index, rows, at = '2026-03-01 09:00:00.000') {
      const query = sql`INSERT INTO messages (journal_offset, \`index\`, timestamp, source, message)
        SELECT number, {index:String}, toDateTime64({at:String}, 3, 'UTC') + toIntervalSecond(number),
          'web-1', 'a message' FROM numbers({rows:UInt32})`
      await engine.client.command({ query, query_params: { index, rows, at } })
    },
    async rowsIn(index) {
      const query = sql`SELECT toFloat64(count()) AS n FROM messages WHERE \`index\` = {index:String}`
      const answer = await engine.client.query({ query, query_params: { index }, format: 'JSONEachRow' })
      return (await answer.json<{ n: number }>())[0]?.n ?? Number.NaN
    },
    async rotate() {
      const { prefix, id } = await placeMarker()
      await untilIdle()
      clock.advance(10_000)
      await expect.poll(() => indexSets.targets.of(id), { interval: 5 }).toBe(`${prefix}_1`)
      await untilIdle()
    },
    async retain() {
      const { prefix, id } = await placeMarker()
      await indexSets.indices.cycle(id)
      await untilIdle()
      clock.advance(300_000)
      await expect.poll(() => indexSets.lookup.find(`${prefix}_0`), { interval: 5 }).toBeUndefined()
      await untilIdle()
    },
    async [Symbol.asyncDispose]() {
      await http[Symbol.asyncDispose]()
      await indexSets[Symbol.asyncDispose]()
      await jobs[Symbol.asyncDispose]()
      await scheduler[Symbol.asyncDispose]()
      await settings[Symbol.asyncDispose]()
      if (options.folder !== undefined) return
      await dropDatabaseOf(folder)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
