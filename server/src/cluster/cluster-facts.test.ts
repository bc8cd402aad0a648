import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { createMetrics } from '../metrics/metrics.ts'
import { createTraffic } from '../metrics/traffic.ts'
import { readConfig } from '../platform/config.ts'
import { createLog } from '../platform/log.ts'
import { createScheduler } from '../platform/scheduler/scheduler.ts'
import { defineCollection } from '../platform/settings/settings-store.ts'
import { fixedClock } from '../testing/fixed-clock.ts'
import { areSettingsFiles } from '../testing/settings-of-folder.ts'
import { startHttp } from '../testing/start-http.ts'
import { temporarySettings } from '../testing/temporary-settings.ts'
import { clusterFactsRoutes } from './cluster-facts-routes.ts'
import { describeConfiguration } from './server-configuration.ts'

const INDEXER = {
  cluster_name: 'logyard',
  cluster_version: '26.1.2',
  status: 'Green' as const,
  cluster_health: {
    number_of_nodes: 1,
    number_of_data_nodes: 1,
    active_shards: 3,
    relocating_shards: 0,
    active_primary_shards: 3,
    initializing_shards: 0,
    unassigned_shards: 0,
    pending_tasks: 0,
    timed_out: false,
    pending_tasks_time_in_queue: [],
  },
  nodes_stats: { total: 1, master_only: 0, data_only: 0, master_data: 1, client: 0 },
  indices_stats: { index_count: 3, store_size: 4096, field_data_size: 0, id_cache_size: 0 },
}

async function startFacts(environment: Readonly<Record<string, string>> = {}) {
  const config = readConfig({ LOGYARD_DATA: '/data', ...environment })
  await using starting = new AsyncDisposableStack()
  const { settings } = starting.use(await temporarySettings())
  const clock = fixedClock('2026-03-05T09:00:00.000Z')
  const metrics = starting.use(createMetrics(clock))
  // A separate store: the test counts the documents of the other one.
  const { settings: trafficSettings } = starting.use(await temporarySettings())
  const node = { settings: trafficSettings, metrics, clock, log: createLog('fatal'), nodeId: 'node' }
  const scheduler = starting.use(createScheduler(node))
  const traffic = starting.use(createTraffic({ ...node, scheduler }))
  const http = starting.use(
    await startHttp((api) =>
      clusterFactsRoutes(api, {
        traffic,
        settings,
        indexerStats: async () => INDEXER,
        streams: async () => [
          { id: 'errors', rules: ['one', 'two'] },
          { id: 'all', rules: [] },
        ],
        inputs: async () => [
          { type: 'udp', global: true },
          { type: 'tcp', global: false },
          { type: 'udp', global: false },
        ],
        outputs: async () => [{ type: 'gelf' }, { type: 'log' }, { type: 'gelf' }],
        extractors: async () => [{ type: 'regex' }, { type: 'grok' }, { type: 'regex' }],
        alertCount: async () => 7,
        alarmCallbacks: async () => [{ type: 'email' }, { type: 'http' }, { type: 'email' }],
        userCount: async () => 4,
        dashboardCount: async () => 5,
        configuration: () =>
          describeConfiguration(config, {
            threads: 3,
            insertsAtOnce: 2,
            bufferEntries: 65_536,
            regexLimitMs: 2000,
            maxFaults: 3,
            outputLimitMs: 10_000,
            heartbeatMs: 500,
          }),
      }),
    ),
  )
  const running = starting.move()
  const ask = async (path: string) => (await http.ask('GET', path, 'nothing')).body
  return { settings, ask, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

test('counts the entities of each kind', async () => {
  await using world = await startFacts()
  expect(await world.ask('/system/cluster/stats')).toEqual({
    elasticsearch: INDEXER,
    mongo: await world.ask('/system/cluster/stats/mongo'),
    stream_count: 2,
    stream_rule_count: 2,
    stream_rule_count_by_stream: { errors: 2, all: 0 },
    user_count: 4,
    input_count: 3,
    global_input_count: 1,
    input_count_by_type: { udp: 2, tcp: 1 },
    output_count: 3,
    output_count_by_type: { gelf: 2, log: 1 },
    dashboard_count: 5,
    extractor_count: 3,
    extractor_count_by_type: { regex: 2, grok: 1 },
    alarm_stats: { alert_count: 7, alarmcallback_count_by_type: { email: 2, http: 1 } },
  })
})

test('describes the settings store and its size', async () => {
  await using world = await startFacts()
  const places = world.settings.collection(
    defineCollection({ name: 'places', audit: 'note', schema: Type.Object({ id: Type.String() }) }),
  )
  const notes = world.settings.collection(
    defineCollection({ name: 'notes', audit: 'note', schema: Type.Object({ id: Type.String() }) }),
  )
  await places.insert({ id: 'a' })
  await places.insert({ id: 'b' })
  await notes.insert({ id: 'c' })
  await notes.delete('c')
  expect(await world.ask('/system/cluster/stats/mongo')).toEqual({
    server: { name: areSettingsFiles ? 'SQLite' : 'PostgreSQL' },
    build_info: { version: expect.stringMatching(areSettingsFiles ? /^3\.\d+\.\d+$/ : /^\d+\.\d+/) },
    host_info: {
      system: expect.stringMatching(/^\w+ \S+/),
      processors: expect.any(Number),
      memory: expect.any(Number),
    },
    server_status: { commits: 4 },
    database_stats: {
      collections: 1,
      objects: 2,
      data_size: 2 * '{"id":"a"}'.length,
      storage_size: expect.any(Number),
    },
  })
})

test('shows the configuration of the node and the paths of its files', async () => {
  await using world = await startFacts()
  expect(await world.ask('/system/configuration')).toMatchObject({
    processbuffer_processors: 3,
    outputbuffer_processors: 2,
    data_dir: '/data',
    node_id_file: '/data/node-id',
    stream_processing_timeout: 2000,
    stream_processing_max_faults: 3,
    output_module_timeout: 10_000,
    stale_master_timeout: 2000,
  })
})

test.each([
  { environment: {}, highlighting: false, wildcards: true },
  {
    environment: { LOGYARD_HIGHLIGHTING: 'true', LOGYARD_LEADING_WILDCARDS: 'false' },
    highlighting: true,
    wildcards: false,
  },
])(
  'tells whether $environment lets queries highlight and begin with a wildcard',
  async ({ environment, highlighting, wildcards }) => {
    await using world = await startFacts(environment)
    expect(await world.ask('/system/configuration')).toMatchObject({
      allow_highlighting: highlighting,
      allow_leading_wildcard_searches: wildcards,
    })
  },
)
