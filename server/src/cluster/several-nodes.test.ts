/** Two real servers on one PostgreSQL: calls for each other, deaths, inputs. Each has a message store of its own here. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../testing/free-port.ts'
import { startHttpSource, text } from '../testing/lookup/http-source.ts'
import { type PostgresServer, startPostgres } from '../testing/postgres-server.ts'
import { ADMIN_PASSWORD, type ServerProcess, startServer } from '../testing/server-process.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

const LIMIT_MS = 120_000
/** A dead node is noticed within ten seconds; the rest is for a busy machine. */
const WITHIN = { timeout: 20_000, interval: 100 }
const ADMIN = `admin:${ADMIN_PASSWORD}`

interface Node {
  readonly id: string
  readonly server: ServerProcess
}

let postgres: PostgresServer
let url: string
const folders: Awaited<ReturnType<typeof temporaryFolder>>[] = []
const nodes: Node[] = []

async function start(dataFolder: string, more: Readonly<Record<string, string>> = {}): Promise<Node> {
  const env = { LOGYARD_POSTGRES_URL: url, LOGYARD_SECRET: 'the secret of both nodes', LOGYARD_WORKERS: '1', ...more }
  const server = await startServer({ dataFolder, env })
  const { body } = await request(server, 'GET', '/system/cluster/node')
  return { id: body.node_id, server }
}

async function request({ url: base }: ServerProcess, method: string, path: string, body?: object, user = ADMIN) {
  const response = await fetch(`${base}api${path}`, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(user).toString('base64')}`,
      accept: 'application/json',
      'x-requested-by': 'test',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text }
}

const nodeAt = (index: number): Node => {
  const node = nodes[index]
  if (node === undefined) throw new Error('the node did not start')
  return node
}
const call = (index: number, method: string, path: string, body?: object, user?: string) =>
  request(nodeAt(index).server, method, path, body, user)

/** The ids of the active nodes, and whether each leads. */
async function listed(index: number): Promise<Record<string, boolean>> {
  const { body } = await call(index, 'GET', '/system/cluster/nodes')
  return Object.fromEntries(
    body.nodes.map(({ node_id, is_master }: { node_id: string; is_master: boolean }) => [node_id, is_master]),
  )
}

/** Sends a node a message that no codec can read, to an input of its own. */
async function failMessage(index: number): Promise<void> {
  const port = await freePort()
  const configuration = { bind_address: '127.0.0.1', port, recv_buffer_size: 262_144 }
  const type = 'org.graylog2.inputs.gelf.http.GELFHttpInput'
  await call(index, 'POST', '/system/inputs', { title: 'HTTP', type, configuration, node: nodeAt(index).id })
  const send = () => fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body: '{' }).catch(() => undefined)
  await expect.poll(async () => (await send())?.status, WITHIN).toBe(202)
}

beforeAll(async () => {
  postgres = await startPostgres()
  url = await postgres.createDatabase()
  for (let count = 0; count < 2; count += 1) folders.push(await temporaryFolder())
  // At once, on an empty store: only one of them creates the first users, streams and index sets.
  nodes.push(...(await Promise.all(folders.map(({ path }) => start(path)))))
  if ((await listed(0))[nodeAt(0).id] === false) for (const list of [nodes, folders]) list.reverse()
}, LIMIT_MS)
afterAll(async () => {
  for (const { server } of nodes) await server[Symbol.asyncDispose]()
  for (const folder of folders) await folder[Symbol.asyncDispose]()
  await postgres?.[Symbol.asyncDispose]()
})

test('each node lists both, and answers for the other one and for all', { timeout: LIMIT_MS }, async () => {
  const [one, two] = [nodeAt(0).id, nodeAt(1).id]
  for (const index of [0, 1]) {
    await expect.poll(() => listed(index), WITHIN).toEqual({ [one]: true, [two]: false })
    for (const id of [one, two]) {
      expect(await call(index, 'GET', `/cluster/${id}/jvm`)).toMatchObject({ status: 200, body: { node_id: id } })
    }
    const overviews = await call(index, 'GET', '/cluster')
    expect(overviews.body).toMatchObject({ [one]: { node_id: one }, [two]: { node_id: two } })
    const jobs = await call(index, 'GET', '/cluster/jobs')
    expect(Object.keys(jobs.body).toSorted()).toEqual([one, two].toSorted())
    const metrics = await call(index, 'POST', '/cluster/metrics/multiple', { metrics: ['jvm.memory.heap.used'] })
    expect(metrics.body).toMatchObject({ [one]: { total: 1 }, [two]: { total: 1 } })
    const loggers = await call(index, 'GET', '/cluster/system/loggers/subsystems')
    expect(Object.keys(loggers.body)).toHaveLength(2)
  }
  expect((await call(0, 'GET', '/cluster/no-such-node/jvm')).status).toBe(404)
})

test('what is asked of another node happens there, as the user who asked', { timeout: LIMIT_MS }, async () => {
  const { id } = nodeAt(1)
  expect((await call(0, 'POST', `/cluster/${id}/processing/pause`)).status).toBe(204)
  expect((await call(1, 'GET', '/system')).body).toMatchObject({ lifecycle: 'paused' })
  expect((await call(0, 'GET', '/system')).body).toMatchObject({ lifecycle: 'running' })
  const { body } = await call(0, 'GET', '/logyard/audit/entries?event=processing:pause')
  expect(body.entries).toMatchObject([{ username: 'admin', node_id: id, client_address: '127.0.0.1' }])
  expect((await call(0, 'POST', `/cluster/${id}/processing/resume`)).status).toBe(204)

  const reader = { username: 'rosa', password: 'a long secret', email: 'r@example.org', full_name: 'R S' }
  expect((await call(0, 'POST', '/users', { ...reader, permissions: [], roles: ['Reader'] })).status).toBe(201)
  const refused = await call(0, 'POST', `/cluster/${id}/processing/pause`, undefined, 'rosa:a long secret')
  expect(refused.status).toBe(403)
  expect((await call(1, 'GET', '/system')).body).toMatchObject({ lifecycle: 'running' })
})

test('a local input runs on its node only, a global one on each, and a taken port is a failure of one', {
  timeout: LIMIT_MS,
}, async () => {
  const port = await freePort()
  const input = { title: 'UDP', type: 'org.graylog2.inputs.gelf.tcp.GELFTCPInput' }
  const configuration = { bind_address: '127.0.0.1', port, recv_buffer_size: 262_144, max_message_size: 65_536 }
  const local = await call(0, 'POST', '/system/inputs', { ...input, configuration, node: nodeAt(1).id })
  expect(local.status).toBe(201)
  const states = async (index: number, inputId: string) => {
    const { body } = await call(index, 'GET', '/cluster/inputstates')
    return nodes.map(({ id }) => body[id].find((state: { id: string }) => state.id === inputId)?.state)
  }
  await expect.poll(() => states(0, local.body.id), WITHIN).toEqual([undefined, 'RUNNING'])
  const diagnosis = await call(0, 'GET', `/logyard/inputs/${local.body.id}/diagnosis`)
  expect(diagnosis.body.nodes.map(({ state }: { state: string }) => state).toSorted()).toEqual(
    ['RUNNING', null].toSorted(),
  )
  expect((await call(0, 'DELETE', `/cluster/inputstates/${local.body.id}`)).status).toBe(200)
  await expect.poll(() => states(1, local.body.id), WITHIN).toEqual([undefined, undefined])

  const shared = await call(1, 'POST', '/system/inputs', { ...input, configuration, global: true })
  await expect.poll(async () => (await states(0, shared.body.id)).toSorted(), WITHIN).toEqual(['FAILED', 'RUNNING'])
  expect((await call(0, 'DELETE', `/system/inputs/${shared.body.id}`)).status).toBe(204)
  await expect.poll(() => states(1, shared.body.id), WITHIN).toEqual([undefined, undefined])
})

test('failed messages are those of the node that is named, or of all', { timeout: LIMIT_MS }, async () => {
  const { id } = nodeAt(1)
  for (const index of [0, 1]) await failMessage(index)
  const failures = async (query = '') => (await call(0, 'GET', `/system/indexer/failures${query}`)).body
  await expect.poll(() => failures(), WITHIN).toMatchObject({ total: 2 })
  const all = await failures()
  expect(new Set(all.failures.map(({ letter_id }: { letter_id: string }) => letter_id)).size).toBe(2)
  expect(await failures('?limit=1&offset=1')).toEqual({ total: 2, failures: all.failures.slice(1) })
  const since = new Date(Date.now() - 3_600_000).toISOString()
  expect((await call(1, 'GET', `/system/indexer/failures/count?since=${since}`)).body).toEqual({ count: 2 })
  const own = await call(1, 'GET', `/logyard/failures/counts?node_id=${id}`)
  expect(await call(0, 'GET', `/logyard/failures/counts?node_id=${id}`)).toEqual(own)
  expect((await call(0, 'GET', '/logyard/failures/counts')).body.size_limit).toBe(2 * own.body.size_limit)
  expect((await call(0, 'GET', '/logyard/failures?node_id=nobody')).status).toBe(404)
})

test('a purge of a lookup table empties the caches of all nodes', { timeout: LIMIT_MS }, async () => {
  await using source = await startHttpSource(text('{"value":1}'))
  const entries = [{ id: 'source', title: 'source', type: 'literal', value: `${source.url}/k` }]
  await call(0, 'PUT', '/system/urlwhitelist', { entries, disabled: false })
  const named = { title: 'Seeds', description: '', name: 'seeds' }
  const hour = { expire_after_access: 0, expire_after_access_unit: 'SECONDS', expire_after_write: 3600 }
  const cache = { type: 'guava_cache', max_size: 100, ...hour, expire_after_write_unit: 'SECONDS' }
  const adapter = {
    type: 'httpjsonpath',
    url: `${source.url}/\${key}`,
    single_value_jsonpath: '$.value',
    user_agent: 'x',
  }
  const [{ body: caches }, { body: adapters }] = [
    await call(0, 'POST', '/system/lookup/caches', { ...named, config: cache }),
    await call(0, 'POST', '/system/lookup/adapters', { ...named, config: adapter }),
  ]
  const defaults = { default_single_value: '', default_single_value_type: 'NULL' }
  const multi = { default_multi_value: '', default_multi_value_type: 'NULL' }
  const parts = { cache_id: caches.id, data_adapter_id: adapters.id }
  await call(0, 'POST', '/system/lookup/tables', { ...named, ...defaults, ...multi, ...parts })
  const value = async (index: number) =>
    (await call(index, 'GET', '/system/lookup/tables/seeds/query?key=k')).body.single_value
  for (const index of [0, 1]) await expect.poll(() => value(index), WITHIN).toBe(1)
  source.answer(text('{"value":2}'))
  expect([await value(0), await value(1)]).toEqual([1, 1])
  expect((await call(1, 'POST', '/system/lookup/tables/seeds/purge')).status).toBe(204)
  expect([await value(0), await value(1)]).toEqual([2, 2])
})

test('a node that is killed is noticed, another one leads, and both are back after a start', {
  timeout: LIMIT_MS,
}, async () => {
  for (const [dying, other] of [
    [0, 1],
    [1, 0],
  ] as const) {
    const { id, server } = nodeAt(dying)
    const input = { title: 'Stopped meanwhile', type: 'org.graylog2.inputs.gelf.tcp.GELFTCPInput', global: true }
    const configuration = { bind_address: '127.0.0.1', port: await freePort() }
    const stopped = await call(other, 'POST', '/system/inputs', { ...input, configuration })
    await server.end('SIGKILL')
    await expect.poll(() => listed(other), WITHIN).toEqual({ [nodeAt(other).id]: true })
    expect((await call(other, 'DELETE', `/cluster/inputstates/${stopped.body.id}`)).status).toBe(200)
    const { status, body } = await call(other, 'GET', `/cluster/${id}/jvm`)
    expect([status, body.message]).toEqual([502, expect.stringContaining('has written no heartbeat since')])
    const notices = async () => (await call(other, 'GET', '/system/notifications')).body.notifications
    await expect.poll(notices, WITHIN).toContainEqual(expect.objectContaining({ type: 'node_died' }))
    nodes[dying] = await start(folders[dying]?.path ?? '')
    expect(nodeAt(dying).id).toBe(id)
    await expect.poll(() => listed(other), WITHIN).toEqual({ [nodeAt(other).id]: true, [id]: false })
    await expect.poll(notices, WITHIN).not.toContainEqual(expect.objectContaining({ type: 'node_died' }))
    const states = (await call(dying, 'GET', '/system/inputstates')).body.states
    expect(states.map((state: { id: string }) => state.id)).not.toContain(stopped.body.id)
  }
})

test('a node that is stopped serves until load balancers have noticed, and is then gone without a notice', {
  timeout: LIMIT_MS,
}, async () => {
  const { id, server } = nodeAt(0)
  const ended = server.end('SIGTERM')
  const ready = async () => (await fetch(`${server.url}api/logyard/health/ready`)).status
  await expect.poll(ready, WITHIN).toBe(503)
  expect((await call(0, 'GET', '/system')).body).toMatchObject({ node_id: id, lb_status: 'dead' })
  expect(await ended).toBe(0)
  expect(Object.keys(await listed(1))).toEqual([nodeAt(1).id])
  expect((await call(1, 'GET', '/system/cluster/nodes?gone=true')).body.nodes).toMatchObject([
    { node_id: id, has_left: true },
  ])
  const { body } = await call(1, 'GET', '/system/notifications')
  expect(body.notifications).not.toContainEqual(expect.objectContaining({ type: 'node_died' }))
})

test('timers that fire at every moment while a node stops do not disturb it', { timeout: LIMIT_MS }, async () => {
  const oftener = 'const every = setInterval; globalThis.setInterval = (task, ms) => every(task, ms >= 10000 ? 3 : ms)'
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(oftener)}`
  const { server } = await start(folders[0]?.path ?? '', { NODE_OPTIONS })
  expect(await server.end('SIGTERM')).toBe(0)
})
