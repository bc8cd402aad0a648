import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import type { JobKind } from '../jobs/job-kind.ts'
import { systemJobRoutes } from '../jobs/system-job-routes.ts'
import { systemStatsRoutes } from '../machine/system-stats-routes.ts'
import { createThreadDumps } from '../machine/thread-dump.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { notificationRoutes } from '../notices/notification-routes.ts'
import { systemClock } from '../platform/clock.ts'
import { createIds } from '../platform/ids.ts'
import { createLog } from '../platform/log.ts'
import { type FixedClock, fixedClock } from '../testing/fixed-clock.ts'
import { NO_AUDIT, startHttp } from '../testing/start-http.ts'
import { temporarySettings } from '../testing/temporary-settings.ts'
import { type Cluster, createCluster } from './cluster.ts'
import { clusterRoutes } from './cluster-routes.ts'
import { createHealth } from './health.ts'
import { nodeCollection } from './node-store.ts'
import { createOtherNodes } from './peers/other-nodes.ts'

const ADDRESSES = {
  transportAddress: 'http://127.0.0.1:9000/api/',
  peerAddress: 'http://127.0.0.1:9000/api/',
}
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

async function startCluster() {
  const store = await temporarySettings()
  const clock = fixedClock('2026-03-01T09:00:00Z')
  const open = (folder = store.folder, itsClock = clock) =>
    createCluster({
      settings: store.settings,
      clock: itsClock,
      isClockSteady: () => true,
      ids: createIds(clock.now),
      log: createLog('fatal'),
      dataFolder: folder,
      rootTimeZone: 'Europe/Madrid',
      metrics: createMetrics(clock),
      pace: { heartbeatMs: 1000, leaseMs: 30_000 },
      peerAuthorities: undefined,
    })
  const storeReached = Promise.withResolvers<void>()
  const reach: { settings: () => Promise<unknown> } = { settings: async () => undefined }
  const cluster = await open()
  const http = await startHttp(
    (api) => {
      const threadDumps = createThreadDumps(systemClock)
      const health = createHealth({
        ...cluster,
        askSettings: () => reach.settings(),
        clock,
        storeReached: storeReached.promise,
      })
      clusterRoutes(api, {
        cluster,
        threadDumps,
        health,
        consolePath: '/logs/',
        serviceStartsMs: () => ({ settings: 12 }),
      })
      systemStatsRoutes(api, cluster)
      notificationRoutes(api, cluster)
      systemJobRoutes(api, cluster)
    },
    { operationHooks: { nodes: createOtherNodes({ ...cluster, apiPath: '/api' }), audit: NO_AUDIT } },
  )
  await cluster.ready(ADDRESSES)
  return {
    clock,
    settings: store.settings,
    storeReached,
    reach,
    cluster,
    open,
    folder: store.folder,
    http,
    ask: http.ask,
    async [Symbol.asyncDispose]() {
      await http[Symbol.asyncDispose]()
      await cluster[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
    },
  }
}

test('the root identifies the node, and redirects browsers to the console', async () => {
  await using world = await startCluster()
  const hello = await fetch(world.http.api, { headers: { accept: 'application/json' } })
  expect(await hello.json()).toEqual({
    cluster_id: expect.stringMatching(UUID),
    node_id: world.cluster.nodeId,
    version: expect.stringMatching(/^4\.0\.\d+\+logyard\./),
    tagline: expect.any(String),
  })
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
  const browser = await fetch(`${world.http.api}/`, { headers: { accept }, redirect: 'manual' })
  expect([browser.status, browser.headers.get('location')]).toEqual([307, '/logs/'])
})

test('node and cluster ids survive a restart; a broken node id stops the start', async () => {
  await using world = await startCluster()
  const again = await world.open()
  expect(again.nodeId).toBe(world.cluster.nodeId)
  expect(again.hello().cluster_id).toBe(world.cluster.hello().cluster_id)
  await again[Symbol.asyncDispose]()
  const path = join(world.folder, 'node-id')
  expect(await readFile(path, 'utf8')).toBe(`${world.cluster.nodeId}\n`)
  await writeFile(path, 'half an i')
  await expect(world.open()).rejects.toThrow(`${path} has no node id`)
})

test('a node describes itself under both of its paths', async () => {
  await using world = await startCluster()
  const { nodeId } = world.cluster
  const node = {
    cluster_id: world.cluster.hello().cluster_id,
    node_id: nodeId,
    type: 'server',
    is_master: true,
    transport_address: 'http://127.0.0.1:9000/api/',
    last_seen: '2026-03-01T09:00:00.000Z',
    short_node_id: nodeId.slice(0, 8),
    hostname: expect.any(String),
    version: expect.stringMatching(/^\d+\.\d+/),
    is_active: true,
    has_left: false,
    clock_ahead_ms: 0,
  }
  for (const path of ['node', `nodes/${nodeId}`, `node/${nodeId}`])
    expect((await world.ask('GET', `/system/cluster/${path}`, 'nothing')).body).toEqual(node)
  expect((await world.ask('GET', '/system/cluster/nodes', 'nothing')).body).toEqual({ nodes: [node], total: 1 })
  expect(await world.ask('GET', '/system/cluster/nodes/nope', 'nothing')).toMatchObject({
    status: 404,
    body: { type: 'ApiError', message: 'Unable to find node nope' },
  })
})

/** Another node with the same settings. */
async function startSecond(world: Awaited<ReturnType<typeof startCluster>>, clock = world.clock) {
  const elsewhere = await temporarySettings()
  const second = await world.open(elsewhere.folder, clock)
  await second.ready({ ...ADDRESSES, transportAddress: 'http://10.0.0.2:9000/api/' })
  return {
    second,
    async [Symbol.asyncDispose]() {
      await second[Symbol.asyncDispose]()
      await elsewhere[Symbol.asyncDispose]()
    },
  }
}

const seen = async (cluster: Cluster) =>
  (await cluster.nodes.listActive()).map((node) => [node.node_id, node.is_master] as const)

test('two running nodes see each other; the leader is the first, and the other one after that was stopped', async () => {
  await using world = await startCluster()
  const { second, ...more } = await startSecond(world)
  await using _second = more
  const first = world.cluster
  expect(await seen(second)).toEqual([
    [second.nodeId, false],
    [first.nodeId, true],
  ])
  const overview = await world.ask('GET', '/cluster', '*')
  expect(overview.body).toEqual({
    [first.nodeId]: expect.objectContaining({ lifecycle: 'running' }),
    [second.nodeId]: null,
  })
  expect(second.nodes.activeCount()).toBe(2)
  await first.leave()
  expect(await seen(second)).toEqual([[second.nodeId, false]])
  world.clock.advance(1000)
  await expect.poll(() => seen(second)).toEqual([[second.nodeId, true]])
  await expect.poll(second.nodes.activeCount).toBe(1)
  expect(await second.nodes.listGone()).toMatchObject([{ node_id: first.nodeId, has_left: true, is_active: false }])
  expect(await second.notifications.list()).toEqual([])
})

/** One second, until its heartbeats were seen and have ended: one that is under way would miss the next second. */
async function advance(clocks: readonly FixedClock[], seen: () => Promise<void>): Promise<void> {
  const sleepers = clocks.map((clock) => clock.sleepers())
  for (const clock of clocks) clock.advance(1000)
  await seen()
  for (const [place, clock] of clocks.entries()) {
    await expect.poll(clock.sleepers, { interval: 2 }).toBeGreaterThanOrEqual(sleepers[place] ?? 0)
  }
}

test('a node that dies is noticed after four missed heartbeats, once, and its return too', async () => {
  await using world = await startCluster()
  const { second, ...more } = await startSecond(world)
  await using _second = more
  const clock = fixedClock('2026-03-01T09:00:00Z')
  // Its clock stands still, so it writes no heartbeats.
  const { second: dying, ...dead } = await startSecond(world, clock)
  await using _dead = dead
  const notices = async () => (await second.notifications.list()).map(({ type, details }) => [type, details])
  /** One second, and the heartbeats of both nodes. */
  const beat = () => advance([world.clock], seenByEachOther)
  async function seenByEachOther() {
    const now = world.clock.now().toISOString()
    const { nodeId } = world.cluster
    await expect.poll(async () => (await second.nodes.get(nodeId)).last_seen, { interval: 2 }).toBe(now)
    await expect.poll(async () => (await world.cluster.nodes.get(second.nodeId)).last_seen, { interval: 2 }).toBe(now)
  }
  for (let missed = 1; missed <= 4; missed++) await beat()
  expect(await seen(second)).toHaveLength(3)
  expect(await notices()).toEqual([])
  await beat()
  expect(await seen(second)).toHaveLength(2)
  const told = [['node_died', { nodes: expect.stringContaining(dying.nodeId.slice(0, 8)) }]]
  await expect.poll(notices).toEqual(told)
  expect(await second.nodes.listGone()).toMatchObject([{ node_id: dying.nodeId, has_left: false }])
  // A notice that was deleted is not raised again.
  await second.notifications.remove('node_died')
  await beat()
  await beat()
  expect(await notices()).toEqual([])

  clock.advance(8000)
  await expect.poll(() => seen(second)).toHaveLength(3)
  await world.settings.collection(nodeCollection).delete(dying.nodeId)
  await beat()
  expect(await seen(second)).toHaveLength(2)
})

test('clocks of nodes that differ change nothing about who is active, and are told', async () => {
  await using world = await startCluster()
  const ahead = fixedClock('2026-03-01T09:01:00Z')
  const { second, ...more } = await startSecond(world, ahead)
  await using _second = more
  const { notifications, nodes } = world.cluster
  for (let beats = 1; beats <= 6; beats++) {
    await advance([ahead, world.clock], async () => {
      const now = ahead.now().toISOString()
      await expect.poll(async () => (await nodes.get(second.nodeId)).last_seen, { interval: 2 }).toBe(now)
    })
    await expect.poll(() => seen(world.cluster)).toHaveLength(2)
    await expect.poll(() => seen(second)).toHaveLength(2)
  }
  await expect.poll(() => notifications.list()).toMatchObject([{ type: 'node_clock_differs' }])
  expect((await nodes.get(second.nodeId)).clock_ahead_ms).toBe(60_000)
})

test('the overview is for those who may read the system', async () => {
  await using world = await startCluster()
  const { nodeId } = world.cluster
  expect((await world.ask('GET', '/system', `system:read:${nodeId}`)).body).toEqual({
    facility: 'logyard-server',
    codename: 'Logyard',
    node_id: nodeId,
    cluster_id: world.cluster.hello().cluster_id,
    version: world.cluster.hello().version,
    started_at: '2026-03-01T09:00:00.000Z',
    is_processing: true,
    hostname: expect.any(String),
    lifecycle: 'running',
    lb_status: 'alive',
    timezone: 'Europe/Madrid',
    operating_system: expect.any(String),
  })
  expect(await world.ask('GET', '/system', 'system:write')).toMatchObject({
    status: 403,
    body: { message: `Not authorized to access resource id <${nodeId}>` },
  })
  expect((await world.ask('GET', '/cluster', 'nothing')).body).toEqual({ [nodeId]: null })
})

test.each([
  { override: 'dead', status: 503, text: 'DEAD' },
  { override: 'Throttled', status: 429, text: 'THROTTLED' },
  { override: 'ALIVE', status: 200, text: 'ALIVE' },
])('overridden as $override, load balancers get $status', async ({ override, status, text }) => {
  await using world = await startCluster()
  expect((await world.ask('PUT', `/system/lbstatus/override/${override}`, 'lbstatus:change')).status).toBe(204)
  const answer = await fetch(`${world.http.api}/system/lbstatus`)
  expect([answer.status, await answer.text()]).toEqual([status, text])
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(world.cluster.overview().lifecycle).toBe(`override lb:${override.toLowerCase()}`)
  world.cluster.lifecycle.enter('running')
  expect((await fetch(`${world.http.api}/system/lbstatus`)).status).toBe(200)
})

test('a node is ready once the message store was reached, while it is alive and reaches its settings', async () => {
  await using world = await startCluster()
  const health = async (name: string) => {
    const answer = await fetch(`${world.http.api}/logyard/health/${name}`)
    return [answer.status, await answer.text()]
  }
  expect(await health('live')).toEqual([200, 'LIVE'])
  expect(await health('ready')).toEqual([503, 'MESSAGE STORE NOT REACHED YET'])
  world.storeReached.resolve()
  expect(await health('ready')).toEqual([200, 'READY'])
  world.cluster.lifecycle.override('dead')
  expect(await health('ready')).toEqual([503, 'DEAD'])
  world.cluster.lifecycle.enter('running')
  world.reach.settings = () => Promise.reject(new Error('gone'))
  // The store is asked once a second at most.
  expect(await health('ready')).toEqual([200, 'READY'])
  world.clock.advance(1000)
  expect(await health('ready')).toEqual([503, 'SETTINGS STORE UNREACHABLE'])
  expect(await health('live')).toEqual([200, 'LIVE'])
})

test('an override of an unknown status or node is refused', async () => {
  await using world = await startCluster()
  expect((await world.ask('PUT', '/system/lbstatus/override/constructor', '*')).status).toBe(400)
  expect((await world.ask('PUT', '/cluster/nope/lbstatus/override/dead', '*')).status).toBe(404)
  expect((await world.ask('PUT', '/system/lbstatus/override/dead', 'lbstatus:read')).status).toBe(403)
})

test('a shutdown answers at once, is seen by load balancers, and is due five seconds later', async () => {
  await using world = await startCluster()
  let isDue = false
  void world.cluster.shutdown.due.then(() => {
    isDue = true
  })
  const answer = await world.ask('POST', `/cluster/${world.cluster.nodeId}/shutdown`, 'node:shutdown')
  expect(answer.status).toBe(204)
  expect((await fetch(`${world.http.api}/system/lbstatus`)).status).toBe(503)
  world.clock.advance(4999)
  await Promise.resolve()
  expect(isDue).toBe(false)
  world.clock.advance(1)
  await world.cluster.shutdown.due
  expect((await world.ask('POST', '/system/shutdown/shutdown', 'nothing')).status).toBe(403)
})

test('a notification is listed once, to callers who may read it, until it is dismissed', async () => {
  await using world = await startCluster()
  const { notifications, nodeId } = world.cluster
  await notifications.raise('no_input_running', 'urgent')
  world.clock.advance(1000)
  await notifications.raise('no_input_running', 'urgent')
  await notifications.raise('generic', 'normal', { title: 'Rotation' })
  const first = { severity: 'urgent', timestamp: '2026-03-01T09:00:00.000Z', node_id: nodeId, details: {} }
  const second = { type: 'generic', severity: 'normal', timestamp: '2026-03-01T09:00:01.000Z', node_id: nodeId }
  const all = [
    { ...second, details: { title: 'Rotation' } },
    { ...first, type: 'no_input_running' },
  ]
  const list = async (permissions: string) => (await world.ask('GET', '/system/notifications', permissions)).body
  expect(await list('*')).toEqual({ total: 2, notifications: all })
  expect(await list('notifications:read:generic')).toEqual({ total: 1, notifications: [all[0]] })

  const dismiss = (type: string, permissions: string) =>
    world.ask('DELETE', `/system/notifications/${type}`, permissions)
  expect((await dismiss('NO_INPUT_RUNNING', 'notifications:delete:generic')).status).toBe(403)
  expect((await dismiss('NO_INPUT_RUNNING', 'notifications:delete')).status).toBe(204)
  expect((await dismiss('no_input_running', '*')).status).toBe(204)
  expect((await dismiss('foo', '*')).status).toBe(400)
  expect(await list('*')).toMatchObject({ total: 1 })
})

test('system messages come thirty a page, newest first', async () => {
  await using world = await startCluster()
  for (let number = 2; number <= 35; number++) await world.cluster.messages.write('Gardener', `watered ${number}`)
  const page = (number: number | string) => world.ask('GET', `/system/messages?page=${number}`, 'systemmessages:read')
  const first = await page(1)
  expect(first.body).toMatchObject({ total: 35, messages: { length: 30, 0: { content: 'watered 35' } } })
  expect((await page(0)).body).toEqual(first.body)
  expect((await page(2)).body).toMatchObject({ messages: { length: 5, 4: { caller: 'ServerStarted' } } })
  expect((await page('abc')).status).toBe(404)
  expect((await world.ask('GET', '/system/messages', 'nothing')).status).toBe(403)
})

const nothing = Type.Object({})
const digging: JobKind<typeof nothing> = {
  name: 'org.example.DigJob',
  parameters: nothing,
  description: () => 'Digs.',
  info: () => 'Digging.',
  isCancelable: true,
  providesProgress: true,
  maxRunning: 1,
}

test('a job is listed with its progress while it waits and runs, and leaves a message', async () => {
  await using world = await startCluster()
  const { jobs, nodeId } = world.cluster
  const done = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const dig = jobs.register(digging, {
    async run(_parameters, _signal, progress) {
      progress(0.4)
      started.resolve()
      await done.promise
    },
  })
  await dig.start({}, 30_000)
  const [waiting] = await jobs.list()
  expect(waiting).toEqual({
    id: expect.any(String),
    description: 'Digs.',
    name: digging.name,
    info: 'Digging.',
    node_id: nodeId,
    started_at: null,
    percent_complete: 0,
    is_cancelable: true,
    provides_progress: true,
  })
  await expect(dig.start({ again: true })).rejects.toThrow(/^Concurrency level/)
  world.clock.advance(30_000)
  await started.promise
  const running = { ...waiting, started_at: '2026-03-01T09:00:30.000Z', percent_complete: 40 }
  expect((await world.ask('GET', '/cluster/jobs', '*')).body).toEqual({ [nodeId]: { jobs: [running] } })
  expect((await world.ask('GET', '/system/jobs', 'systemjobs:read:other')).body).toEqual({ jobs: [] })
  expect((await world.ask('GET', `/cluster/jobs/${waiting?.id}`, '*')).body).toEqual(running)
  done.resolve()
  await expect.poll(() => jobs.list()).toEqual([])
  expect((await world.ask('GET', `/system/jobs/${waiting?.id}`, '*')).status).toBe(404)
  const { messages } = await world.cluster.messages.page(1)
  expect(messages[0]?.content).toBe(`SystemJob <${waiting?.id}> [${digging.name}] finished in 0ms.`)
})

test('a job ends early when it is cancelled, if its kind can', async () => {
  await using world = await startCluster()
  const { jobs } = world.cluster
  const untilAborted = {
    run: (_parameters: unknown, signal: AbortSignal) =>
      new Promise<void>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  }
  await jobs.register(digging, untilAborted).start({})
  const stubbornKind = { ...digging, name: 'org.example.Stubborn', isCancelable: false }
  await jobs.register(stubbornKind, untilAborted).start({})
  const [id, stubborn] = (await jobs.list()).map((job) => job.id)
  expect((await world.ask('DELETE', `/system/jobs/${id}`, 'systemjobs:delete:other')).status).toBe(403)
  expect((await world.ask('DELETE', `/system/jobs/${stubborn}`, '*')).status).toBe(403)
  expect((await world.ask('DELETE', `/cluster/jobs/${id}`, `systemjobs:delete:${digging.name}`)).status).toBe(200)
  await expect.poll(async () => (await jobs.list()).map((job) => job.id)).toEqual([stubborn])
})

test('no job can be started by name', async () => {
  await using world = await startCluster()
  const start = (permissions: string) => world.ask('POST', '/system/jobs', permissions, { job_name: 'dig' })
  expect((await start('systemjobs:create:other')).status).toBe(403)
  expect(await start('systemjobs:create:dig')).toMatchObject({
    status: 400,
    body: { message: 'There is no system job named dig.' },
  })
})

test('a dismissed first-steps guide is dismissed for everybody', async () => {
  await using world = await startCluster()
  expect((await world.ask('GET', '/system/gettingstarted', 'nothing')).body).toEqual({ show: true })
  expect((await world.ask('POST', '/system/gettingstarted/dismiss', 'nothing', {})).status).toBe(204)
  expect((await world.ask('GET', '/system/gettingstarted', '*')).body).toEqual({ show: false })
})

test('debug events of the node and of the cluster are stored separately', async () => {
  await using world = await startCluster()
  const send = (kind: string, body: string) =>
    fetch(`${world.http.api}/system/debug/events/${kind}`, {
      method: 'POST',
      headers: { 'x-requested-by': 'test', 'x-test-permissions': '*', 'content-type': 'text/plain' },
      body,
    })
  expect((await world.ask('GET', '/system/debug/events/local', '*')).status).toBe(204)
  expect((await send('local', 'hello')).status).toBe(204)
  const event = { node_id: world.cluster.nodeId, date: '2026-03-01T09:00:00.000Z', text: 'hello' }
  expect((await world.ask('GET', '/system/debug/events/local', '*')).body).toEqual(event)
  expect((await world.ask('GET', '/system/debug/events/cluster', '*')).status).toBe(204)
  await send('cluster', 'all')
  expect((await world.ask('GET', '/system/debug/events/cluster', '*')).body).toEqual({ ...event, text: 'all' })
})

test('the facts about the machine do not include its environment', async () => {
  await using world = await startCluster()
  const { body } = await world.ask('GET', '/system/stats', 'nothing')
  expect(body).toMatchObject({
    fs: { filesystems: { [world.folder]: { path: world.folder, total: expect.any(Number) } } },
    jvm: { version: process.versions.node, system_properties: {} },
    os: { load_average: { length: 3 }, memory: { total: expect.any(Number) } },
    process: { pid: process.pid },
  })
  for (const part of ['fs', 'jvm', 'network', 'os', 'process'])
    expect((await world.ask('GET', `/system/stats/${part}`, 'nothing')).status).toBe(200)
  expect((await world.ask('GET', '/system/jvm', 'jvmstats:read')).body).toMatchObject({
    pid: String(process.pid),
    info: expect.stringMatching(/^Node\.js \d+/),
  })
  expect((await world.ask('GET', '/system/locales', 'nothing')).body).toMatchObject({
    locales: { 'de-AT': { language_tag: 'de-AT', display_name: 'Austrian German' } },
  })
  expect((await world.ask('GET', '/system/serviceManager', 'nothing')).body).toEqual({ settings: 12 })
})

test('a thread dump is plain text if the client asks for it, and has no environment', async () => {
  await using world = await startCluster()
  const headers = { 'x-test-permissions': 'threads:dump', accept: 'text/plain' }
  const answer = await fetch(`${world.http.api}/system/threaddump`, { headers })
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const text = await answer.text()
  expect(text).toContain('"main" event loop')
  expect(text).not.toContain(process.env['PATH'])
  expect((await world.ask('GET', '/system/threaddump', 'nothing')).status).toBe(403)
  const json = await world.ask('GET', `/cluster/${world.cluster.nodeId}/threaddump`, '*')
  expect(json.body).toEqual({ threaddump: expect.stringContaining('"main" event loop') })
})
