/** A server whose messages are in a ClickHouse that responds slowly, wrongly, in part, without an end, or not at all. */
import { readFile } from 'node:fs/promises'
import { sql } from '@logyard/languages/sql/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEngineClient } from '../store/engine/engine-client.ts'
import {
  type ClickHouseFault,
  type ClickHouseProxy,
  LOST_IN_CRASH,
  startClickHouseProxy,
} from '../testing/clickhouse-proxy.ts'
import { freePort } from '../testing/free-port.ts'
import { ADMIN_PASSWORD, type ServerProcess, startServer } from '../testing/server-process.ts'

const WITHIN = { timeout: 60_000 }
const LIMIT_MS = 120_000
const SENT_TOGETHER = 20
const STORED_ONCE = 'stored once'
const MAX_READ = 65_536
/** An idle server needs about 400 MB, and a search may read 64 MB. */
const MAX_PEAK_BYTES = 1536 * 1024 * 1024

let clickHouse: ClickHouseProxy
let server: ServerProcess
let gelfPort: number
let sent = 0

beforeAll(async () => {
  clickHouse = await startClickHouseProxy()
  server = await startServer({ env: { LOGYARD_CLICKHOUSE_URL: clickHouse.url } })
  gelfPort = await freePort()
  const configuration = { bind_address: '127.0.0.1', port: gelfPort, recv_buffer_size: 65_536 }
  const type = 'org.graylog2.inputs.gelf.http.GELFHttpInput'
  expect((await call('POST', '/system/inputs', { title: 'in', type, global: true, configuration })).status).toBe(201)
}, LIMIT_MS)
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
  return { status: response.status, text: await beginOf(response) }
}

/** An export may have no end, or be cut. */
async function beginOf({ body }: Response): Promise<string> {
  let text = ''
  try {
    for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part
      if (text.length > MAX_READ) break
    }
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError)
  }
  return text
}

const loadBalancerStatus = async () => (await fetch(new URL('api/system/lbstatus', server.url))).text()

/** Resolves with the number of messages that were accepted. */
async function send(text = STORED_ONCE): Promise<number> {
  const lines = Array.from({ length: SENT_TOGETHER }, (_, at) =>
    JSON.stringify({ version: '1.1', host: 'test', short_message: text, _n: sent + at }),
  )
  const response = await fetch(`http://127.0.0.1:${gelfPort}/gelf`, { method: 'POST', body: lines.join('\n') })
  await response.arrayBuffer()
  if (response.status !== 202) return 0
  if (text === STORED_ONCE) sent += SENT_TOGETHER
  return SENT_TOGETHER
}

const HEALTH = '/system/indexer/cluster/health'
const SEARCH = '/search/universal/relative?query=stored&range=0&limit=5'
const sync = (query_string: string) => {
  const search_types = [
    { id: 'list', type: 'messages' },
    {
      id: 'chart',
      type: 'pivot',
      row_groups: [],
      column_groups: [],
      series: [{ type: 'count', id: 'c' }],
      rollup: true,
    },
  ]
  const timerange = { type: 'relative', range: 0 }
  return { queries: [{ id: 'q', query: { type: 'elasticsearch', query_string }, timerange, search_types }] }
}
const CALLS: readonly (readonly [string, string, object?])[] = [
  ['GET', SEARCH],
  ['POST', '/views/search/sync?timeout=60000', sync('stored')],
  ['POST', '/views/search/messages', {}],
  ['GET', HEALTH],
  ['GET', '/system/indexer/overview'],
  ['GET', '/system/indices/index_sets?stats=true'],
]

/** Asks the engine without the proxy how many rows it has, and of how many different messages. */
async function stored(text = STORED_ONCE): Promise<{ rows: number; messages: number }> {
  const client = createEngineClient({ url: clickHouse.engineUrl })
  await using _closed = { [Symbol.asyncDispose]: () => client.close() }
  const query = sql`SELECT toFloat64(count()) AS rows, toFloat64(uniqExact(toString(fields.n))) AS messages FROM messages
    WHERE message = ${text}`
  const [row] = await (await client.query({ query, format: 'JSONEachRow' })).json<{ rows: number; messages: number }>()
  return row ?? { rows: 0, messages: 0 }
}
const allStored = () => expect.poll(() => stored(), WITHIN).toEqual({ rows: sent, messages: sent })

/** Endless rows exceed the memory of a search, which is a bad request: a user may have asked for them. */
const STATUS_OF_SEARCH: Readonly<Partial<Record<ClickHouseFault, number>>> = {
  slow: 200,
  'endless rows': 400,
  'an endless line': 400,
}

async function expectWords(fault: ClickHouseFault, calls = CALLS): Promise<void> {
  const wrong: string[] = []
  for (const [method, path, body] of calls) {
    const { status, text } = await call(method, path, body)
    const ofSearch = STATUS_OF_SEARCH[fault] ?? 503
    // In the Graylog 4.0 API, an unknown health is status 500.
    const expected = path === SEARCH ? [ofSearch] : [200, 400, path === HEALTH ? 500 : 503]
    const isTold = status === 200 || TOLD.test(text)
    if (!expected.includes(status) || !isTold || INSIDE.test(text))
      wrong.push(`${path}: ${status} ${text.slice(0, 300)}`)
  }
  expect(wrong).toEqual([])
}

/** The form of an error in the contract. */
const TOLD = /^{"type":"ApiError","message":"[^"]{10,}/
/** The insides of the server, which no response shows. */
const INSIDE = /\.ts:|node_modules|secret_of_the_statement|\bat \w+ \(/

/** The most memory that the server has used. */
async function peakBytes(): Promise<number> {
  const peak = /VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${server.pid}/status`, 'utf8'))?.[1]
  return Number(peak) * 1024
}

test('messages are stored in the ClickHouse server of the address', { timeout: LIMIT_MS }, async () => {
  await expect.poll(() => send().catch(() => 0), WITHIN).toBe(SENT_TOGETHER)
  await allStored()
  expect(server.output()).toContain('searches run as the user of LOGYARD_CLICKHOUSE_URL, read-only by settings')
})

async function expectStoredOnce(fault: ClickHouseFault, calls = CALLS): Promise<void> {
  clickHouse.become(fault)
  expect(await send()).toBe(SENT_TOGETHER)
  await expectWords(fault, calls)
  expect(await loadBalancerStatus()).toBe('ALIVE')
  await expect.poll(clickHouse.inserts, WITHIN).toBeGreaterThan(0)
  expect(await send()).toBe(SENT_TOGETHER)
  clickHouse.become('well')
  await allStored()
  expect((await call('GET', SEARCH)).status).toBe(200)
}

test.each<ClickHouseFault>([
  'slow',
  'closed connections',
  'a response that is cut after the work is done',
  'half a response',
  'a web page',
  'an error page',
  'an error of ClickHouse',
  'another text',
  'rows of another form',
  'an endless error',
])(
  'with %s errors are told in words, and each accepted message is stored once afterwards',
  {
    timeout: LIMIT_MS,
  },
  (fault) => expectStoredOnce(fault),
)

test.each<ClickHouseFault>(['endless rows', 'an endless line'])(
  'with %s the memory has a limit, and each accepted message is stored once afterwards',
  { timeout: LIMIT_MS },
  async (fault) => {
    await expectStoredOnce(fault, [['GET', SEARCH]])
    expect(await peakBytes()).toBeLessThan(MAX_PEAK_BYTES)
  },
)

test('an insert whose rows a crash of ClickHouse lost is repeated, though ClickHouse knows its token', {
  timeout: LIMIT_MS,
}, async () => {
  clickHouse.become('a crash after an insert')
  expect(await send(LOST_IN_CRASH)).toBe(SENT_TOGETHER)
  await expect.poll(clickHouse.inserts, WITHIN).toBeGreaterThan(0)
  clickHouse.become('well')
  await expect.poll(() => stored(LOST_IN_CRASH), WITHIN).toEqual({ rows: SENT_TOGETHER, messages: SENT_TOGETHER })
})

test('a ClickHouse that does not respond counts as down, and nothing waits for it', { timeout: LIMIT_MS }, async () => {
  clickHouse.become('no response', true)
  expect(await send()).toBe(SENT_TOGETHER)
  const searching = call('GET', SEARCH)
  expect(await loadBalancerStatus()).toBe('ALIVE')
  expect((await searching).status).toBe(503)
  clickHouse.become('well')
  await allStored()
  expect((await call('GET', SEARCH)).status).toBe(200)
  expect(server.output()).not.toContain('"code":"internal"')
})
