/** Whole servers whose settings are on PostgreSQL. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../testing/free-port.ts'
import { type PostgresServer, startPostgres } from '../testing/postgres-server.ts'
import { ADMIN_PASSWORD, type ServerProcess, startServer } from '../testing/server-process.ts'

const LIMIT_MS = 120_000
const SECRET = 'the secret of both nodes'

let postgres: PostgresServer
let url: string
let nodes: readonly ServerProcess[] = []

const start = (env: Readonly<Record<string, string>> = {}) =>
  startServer({ env: { LOGYARD_POSTGRES_URL: url, LOGYARD_SECRET: SECRET, LOGYARD_WORKERS: '1', ...env } })

beforeAll(async () => {
  postgres = await startPostgres()
  url = await postgres.createDatabase()
  nodes = [await start(), await start()]
}, LIMIT_MS)
afterAll(async () => {
  for (const node of nodes) await node[Symbol.asyncDispose]()
  await postgres?.[Symbol.asyncDispose]()
})

const nodeAt = (index: number): ServerProcess => {
  const node = nodes[index]
  if (node === undefined) throw new Error('the node did not start')
  return node
}

async function call(index: number, method: string, path: string, body?: object, user = `admin:${ADMIN_PASSWORD}`) {
  const response = await fetch(new URL(`api${path}`, nodeAt(index).url), {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(user).toString('base64')}`,
      accept: 'application/json',
      'x-requested-by': 'test',
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text() }
}

const newUser = (username: string) => ({
  username,
  password: 'a long secret',
  email: 'u@example.org',
  full_name: 'U V',
  permissions: [],
})

test('a user who is created on one node signs in on the other at once, and is gone there at once', {
  timeout: LIMIT_MS,
}, async () => {
  for (let round = 0; round < 5; round += 1) {
    const name = `user-${round}`
    expect(await call(0, 'POST', '/users', newUser(name))).toMatchObject({ status: 201 })
    expect((await call(1, 'GET', `/users/${name}`, undefined, `${name}:a long secret`)).status).toBe(200)
    const { id } = JSON.parse((await call(1, 'GET', `/users/${name}`)).text)
    expect((await call(1, 'PUT', `/users/${id}`, { permissions: ['inputs:read'] })).status).toBe(204)
    expect((await call(0, 'GET', '/system/inputs', undefined, `${name}:a long secret`)).status).toBe(200)
    expect((await call(1, 'PUT', `/users/${id}`, { permissions: [] })).status).toBe(204)
    expect(
      JSON.parse((await call(0, 'GET', '/system/inputs', undefined, `${name}:a long secret`)).text).total ?? 0,
    ).toBe(0)
    expect((await call(1, 'DELETE', `/users/${name}`)).status).toBe(204)
    expect((await call(0, 'GET', '/users', undefined, `${name}:a long secret`)).status).toBe(401)
  }
})

test('while PostgreSQL is gone, calls answer 503, messages are taken, and nothing ends; then all of them are found', {
  timeout: LIMIT_MS,
}, async () => {
  const port = await freePort()
  const input = {
    title: 'in',
    type: 'org.graylog2.inputs.gelf.http.GELFHttpInput',
    global: false,
    node: JSON.parse((await call(0, 'GET', '/system')).text).node_id,
    configuration: { bind_address: '127.0.0.1', port, recv_buffer_size: 65_536 },
  }
  expect((await call(0, 'POST', '/system/inputs', input)).status).toBe(201)
  const send = async (text: string) => {
    const message = JSON.stringify({ version: '1.1', host: 'test', short_message: text })
    return (await fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body: message })).status
  }
  await expect.poll(() => send('before').catch(() => 0)).toBe(202)
  await postgres.kill()
  const refused = await call(0, 'GET', '/streams')
  expect(refused.status).toBe(503)
  expect(refused.text).toContain('The settings cannot be reached: PostgreSQL')
  for (let count = 0; count < 20; count += 1) expect(await send('during')).toBe(202)
  await postgres.start()
  const found = async () => {
    const answer = await call(0, 'GET', '/search/universal/relative?query=during&range=0&limit=50')
    return answer.status === 200 ? JSON.parse(answer.text).total_results : answer.status
  }
  await expect.poll(found).toBe(20)
  for (const node of nodes) expect(node.output()).not.toContain('unexpected error')
})

test('a node with another secret is refused, and so is one whose data folder has settings', {
  timeout: LIMIT_MS,
}, async () => {
  await expect(start({ LOGYARD_SECRET: 'another secret than that' })).rejects.toThrow('encrypted with another key')
  await using alone = await startServer({ env: { LOGYARD_POSTGRES_URL: '' } })
  const { dataFolder } = alone
  await alone.end('SIGTERM')
  await expect(startServer({ dataFolder, env: { LOGYARD_POSTGRES_URL: url } })).rejects.toThrow('settings move')
})
