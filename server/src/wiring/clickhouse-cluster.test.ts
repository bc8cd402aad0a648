/** A server whose messages are in a ClickHouse cluster of two shards with two replicas each. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ClickHouseCluster, startClickHouseCluster } from '../testing/clickhouse-cluster.ts'
import { freePort } from '../testing/free-port.ts'
import { ADMIN_PASSWORD, type ServerProcess, startServer } from '../testing/server-process.ts'

const WITHIN = { timeout: 60_000, interval: 200 }
const LIMIT = { timeout: 180_000 }
const SENT_TOGETHER = 500
const WRITE_INDEX = /"current_target":"([^"]+)"/

let clickHouse: ClickHouseCluster
let server: ServerProcess
let gelfPort: number
let sent = 0

beforeAll(async () => {
  clickHouse = await startClickHouseCluster({ shards: 2, replicas: 2 })
  const { urls, cluster, users = {} } = clickHouse.addresses
  const [searcher = '', keeper = ''] = ['searcher', 'keeper'].map(
    (name) => `${users[name]?.username}:${users[name]?.password}`,
  )
  server = await startServer({
    env: {
      LOGYARD_CLICKHOUSE_URL: urls.join(', '),
      LOGYARD_CLICKHOUSE_CLUSTER: cluster,
      LOGYARD_CLICKHOUSE_SEARCHER: searcher,
      LOGYARD_CLICKHOUSE_KEEPER: keeper,
    },
  })
  gelfPort = await freePort()
  const configuration = { bind_address: '127.0.0.1', port: gelfPort, recv_buffer_size: 65_536 }
  const type = 'org.graylog2.inputs.gelf.http.GELFHttpInput'
  expect((await call('POST', '/system/inputs', { title: 'in', type, global: true, configuration })).status).toBe(201)
  // The input starts after the response.
  await vi.waitFor(async () => await (await fetch(`http://127.0.0.1:${gelfPort}/`)).text(), WITHIN)
}, 180_000)
afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  await clickHouse?.[Symbol.asyncDispose]()
})

async function call(method: string, path: string, body?: object) {
  const authorization = `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}`
  const response = await fetch(new URL(`api${path}`, server.url), {
    method,
    headers: { authorization, accept: 'application/json', 'x-requested-by': 't', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text() }
}

async function send(): Promise<void> {
  const lines = Array.from({ length: SENT_TOGETHER }, (_, at) =>
    JSON.stringify({ version: '1.1', host: 'test', short_message: 'of a cluster', _number: sent + at, _word: 'usual' }),
  )
  // The text of one request is one message for each line.
  const response = await fetch(`http://127.0.0.1:${gelfPort}/gelf`, { method: 'POST', body: lines.join('\n') })
  expect(response.status).toBe(202)
  sent += SENT_TOGETHER
}

const SEARCH = '/search/universal/relative?query=word:usual&range=0&limit=1'
async function total(): Promise<unknown> {
  const { text } = await call('GET', SEARCH)
  return Object(JSON.parse(text)).total_results
}
const servers = async () => Object(JSON.parse((await call('GET', '/logyard/store/servers')).text))
const health = async () => Object(JSON.parse((await call('GET', '/system/indexer/cluster/health')).text)).status

async function writeIndex(): Promise<string> {
  return WRITE_INDEX.exec((await call('GET', '/system/deflector')).text)?.[1] ?? ''
}

/** How many messages of the index each server has attached. */
const onServers = (index: string) =>
  Promise.all(
    clickHouse.servers.map((one) =>
      one.execute(`SELECT sum(rows) FROM system.parts WHERE active AND database = 'logs' AND table = 'messages'
        AND partition LIKE '(''${index}'',%'`),
    ),
  )
const sumOf = (counts: readonly string[]) => counts.reduce((sum, count) => sum + Number(count), 0)

test('messages are received, found and counted once', LIMIT, async () => {
  await expect.poll(async () => (await call('GET', '/system/indexer/cluster/health')).status, WITHIN).toBe(200)
  await expect.poll(health, WITHIN).toBe('green')
  for (let batch = 0; batch < 6; batch += 1) await send()
  await expect.poll(total, WITHIN).toBe(sent)
  const index = await writeIndex()
  expect(sumOf(await onServers(index))).toBe(2 * sent)
  const overview = Object(JSON.parse((await call('GET', '/system/indexer/overview')).text))
  expect(overview.indices[index].size.events).toBe(sent)
  expect(await servers()).toMatchObject({ is_embedded: false, servers: { length: 4 } })
})

test('an index is rotated, closed, reopened and deleted on every server', LIMIT, async () => {
  const index = await writeIndex()
  expect((await call('POST', '/system/deflector/cycle')).status).toBe(204)
  const events = await onServers(index)
  await expect.poll(async () => (await call('POST', `/system/indexer/indices/${index}/close`)).status, WITHIN).toBe(204)
  expect(await onServers(index)).toEqual(['0', '0', '0', '0'])
  expect(await total()).toBe(0)
  expect((await call('POST', `/system/indexer/indices/${index}/reopen`)).status).toBe(204)
  expect(await onServers(index)).toEqual(events)
  await expect.poll(total, WITHIN).toBe(sent)
  await clickHouse.server(2, 2).kill()
  // Its server misses this, and does it when it is back.
  expect((await call('DELETE', `/system/indexer/indices/${index}`)).status).toBe(204)
  sent = 0
  expect(await total()).toBe(0)
  await send()
  await expect.poll(total, WITHIN).toBe(sent)
  expect(await health()).toBe('yellow')
  await clickHouse.server(2, 2).start()
  await expect.poll(health, WITHIN).toBe('green')
  expect(await onServers(index)).toEqual(['0', '0', '0', '0'])
  expect(sumOf(await onServers(await writeIndex()))).toBe(2 * sent)
})

test('without a whole shard searches fail with its name, and messages are stored once it is back', LIMIT, async () => {
  for (const replica of [1, 2]) await clickHouse.server(1, replica).kill()
  await expect.poll(async () => (await call('GET', SEARCH)).text, WITHIN).toContain('Shard 1 of the ClickHouse cluster')
  expect(await health()).toBe('red')
  await send()
  for (const replica of [1, 2]) await clickHouse.server(1, replica).start()
  await expect.poll(total, WITHIN).toBe(sent)
  await expect.poll(health, WITHIN).toBe('green')
})
