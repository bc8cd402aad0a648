import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ADMIN_PASSWORD, type ServerProcess, startServer } from '../testing/server-process.ts'
import { HEADERS } from './testing/start-sidecars.ts'

const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
const ADMIN = basic('admin', ADMIN_PASSWORD)

async function ask(server: ServerProcess, method: string, path: string, body?: unknown, as = ADMIN) {
  const answer = await fetch(`${server.url}api${path}`, {
    method,
    headers: { ...HEADERS, authorization: as, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  return Object(text === '' ? {} : JSON.parse(text))
}

const REPORT = { node_name: 'web', node_details: { operating_system: 'Linux' } }

test('sidecars, assignments, tags and actions that were answered survive a crash', { timeout: 120_000 }, async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'logyard-'))
  try {
    const server = await startServer({ dataFolder })
    const { token } = await ask(server, 'POST', '/users/graylog-sidecar/tokens/agents', {})
    const agent = basic(String(token), 'token')
    await ask(server, 'PUT', '/sidecars/web', REPORT, agent)
    const [collector] = (await ask(server, 'GET', '/sidecar/collectors')).collectors
    const draft = { name: 'web', collector_id: collector.id, color: '#FFFFFF', template: 'a' }
    const configuration = await ask(server, 'POST', '/sidecar/configurations', draft)
    const assignments = [{ collector_id: collector.id, configuration_id: configuration.id }]
    await ask(server, 'PUT', '/sidecars/configurations', { nodes: [{ node_id: 'web', assignments }] })
    await ask(server, 'POST', '/logyard/sidecars/tags', { node_ids: ['web'], add: ['frankfurt'] })
    const actions = [{ collector_id: collector.id, properties: { restart: true } }]
    await ask(server, 'PUT', '/sidecar/action/web', actions)
    await server.end('SIGKILL')

    await using again = await startServer({ dataFolder })
    const sidecar = await ask(again, 'GET', '/sidecars/web')
    expect(sidecar).toMatchObject({ node_name: 'web', assignments, tags: ['frankfurt'] })
    expect(await ask(again, 'PUT', '/sidecars/web', REPORT, agent)).toMatchObject({ assignments, actions })
    expect((await ask(again, 'PUT', '/sidecars/web', REPORT, agent)).actions).toBeNull()
  } finally {
    await rm(dataFolder, { recursive: true, force: true })
  }
})
