/** A ClickHouse of `LOGYARD_CLICKHOUSE_URL` that hangs, responds with something else, or cuts its responses. */
import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { sql } from '@logyard/languages/sql/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { withoutMessages } from '../../search/scope/without-messages.ts'
import { createSearchEngine } from '../../search/statements/search-engine.ts'
import { storesOf } from '../../testing/stores-of.ts'
import { createEngineClient } from './engine-client.ts'
import { checkCluster } from './engine-health.ts'
import { type EngineState, watchCluster } from './engine-lifecycle.ts'
import type { EngineClient } from './sql-client.ts'

const WITHIN = { timeout: 60_000 }

type Respond = (response: ServerResponse) => void
const OWN = { 'x-clickhouse-query-id': 'of a test' }
const right: Respond = (response) => void response.writeHead(200, OWN).end('{"one":1}\n')
/** Writes until the client goes away. */
function endless(response: ServerResponse, chunk: Buffer): void {
  if (!response.headersSent) response.writeHead(response.statusCode, response.statusCode === 200 ? OWN : {})
  const write = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', write)
  write()
}

const failures: Readonly<Record<string, Respond>> = {
  'closed connections': (response) => void response.destroy(),
  'no response': () => undefined,
  'no end': (response) => void response.writeHead(200, OWN).write('{'),
  'a line without an end': (response) => void endless(response, Buffer.alloc(64 * 1024, '{')),
  'rows without an end': (response) => void endless(response, Buffer.from('{"two":2}\n'.repeat(5000))),
  'an error without an end': (response) => void endless(response.writeHead(500), Buffer.alloc(64 * 1024, 'e')),
  'a web page': (response) => void response.end('<html>another server</html>'),
  'a page that looks like an answer': (response) => void response.end('{"one":1}\n'),
  'something else than JSON': (response) => void response.writeHead(200, OWN).end('one\t1\n'),
  'an exception': (response) =>
    void response.writeHead(500).end('Code: 999. DB::Exception: Keeper is away. (KEEPER_EXCEPTION)'),
  'a cut response': (response) =>
    void response.writeHead(200, { ...OWN, 'content-length': 1000 }).write('{"one"', () => response.destroy()),
}

let respond = right
const lines: string[] = []
const log = createLog('info', { write: (line: string) => void lines.push(line) })
const server = createServer((request, response) => {
  request.resume()
  respond(response)
})
let client: EngineClient
beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  client = createEngineClient({ url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` })
})
afterAll(async () => {
  await client.close()
  server.closeAllConnections()
  server.close()
})

test.each(Object.entries(failures))(
  'a cluster that responds with %s does not count as available',
  async (_, failure) => {
    respond = failure
    await expect(checkCluster(client, 500)).rejects.toThrow()
    respond = right
    await checkCluster(client, WITHIN.timeout)
  },
)

/** Endless rows end with the memory of the search or with its time, whichever is first. */
const CODES: Readonly<Record<string, RegExp>> = {
  'a line without an end': /^(engine-unavailable|results-too-large)$/,
  'rows without an end': /^(engine-unavailable|results-too-large)$/,
  'an exception': /^engine-refused$/,
}

test.each(Object.keys(failures))(
  'a search at a cluster that responds with %s fails within its time',
  { timeout: WITHIN.timeout },
  async (name) => {
    const state = (): EngineState => 'up'
    const known = {
      state,
      ready: async () => undefined,
      onState: () => new DisposableStack(),
      openPartitions: sql`SELECT 1`,
      stores: storesOf(client),
    }
    const search = createSearchEngine({
      engine: { searchClient: client, keepClient: client, ...known },
      clock: systemClock,
      limits: { seconds: 0.5, moreSeconds: 0.5 },
    })
    respond = failures[name] ?? right
    const signal = new AbortController().signal
    const rows = search.rows(withoutMessages(sql`SELECT 1`), { signal })
    await expect(rows).rejects.toMatchObject({ code: expect.stringMatching(CODES[name] ?? /^engine-unavailable$/) })
    respond = right
  },
)

test('a cluster that hangs counts as down soon, with the reason in the log, and comes back by itself', {
  timeout: 3 * WITHIN.timeout,
}, async () => {
  let state: EngineState = 'starting'
  const become = (next: EngineState) => () => {
    state = next
  }
  const lifecycle = { state: () => state, listening: become('up'), down: become('down') }
  const stopping = new AbortController()
  const watching = watchCluster({ client, lifecycle, clock: systemClock, log, stopping: stopping.signal })
  for (const failure of [failures['no response'] ?? right, failures['no end'] ?? right]) {
    await expect.poll(() => state, WITHIN).toBe('up')
    respond = failure
    await expect.poll(() => state, WITHIN).toBe('down')
    respond = right
  }
  await expect.poll(() => state, WITHIN).toBe('up')
  stopping.abort()
  await watching
  expect(lines.filter((line) => line.includes('ClickHouse does not answer'))).toHaveLength(2)
})

async function rowsRead(): Promise<unknown> {
  return (await client.query({ query: sql`SELECT 1 AS one`, format: 'JSONEachRow' })).json()
}

async function bytesRead(): Promise<unknown> {
  const { stream } = await client.read({ query: sql`SELECT 1 AS one FORMAT JSONEachRow` })
  return [JSON.parse(await text(stream))]
}

test.each([
  ['rows', rowsRead],
  ['bytes', bytesRead],
])('a statement that reads %s is repeated once when its idle connection was closed', async (_, read) => {
  respond = right
  await expect(read()).resolves.toEqual([{ one: 1 }])
  let closed = 0
  respond = closingIdle(() => {
    closed += 1
  })
  // A connection may still be busy with the end of its response; then another one is opened.
  while (closed === 0) await expect(read()).resolves.toEqual([{ one: 1 }])
  respond = (response) => void response.destroy()
  await expect(read()).rejects.toMatchObject({ code: 'engine-unavailable' })
  respond = right
})

test('a statement that changes something is not repeated when its idle connection was closed', async () => {
  let closed = 0
  respond = closingIdle(() => {
    closed += 1
  })
  await rowsRead()
  closed = 0
  await expect(client.command({ query: sql`OPTIMIZE TABLE messages` })).rejects.toMatchObject({
    code: 'engine-unavailable',
  })
  expect(closed).toBe(1)
  respond = right
})

test('connections that stay idle are closed before a server that keeps them for long', async () => {
  const connections = () => promisify(server.getConnections.bind(server))()
  server.keepAliveTimeout = 0
  await rowsRead()
  expect(await connections()).toBeGreaterThan(0)
  await expect.poll(connections).toBe(0)
})

/** Closes each connection that is used again, as a server does whose limit for idle connections has just passed. */
function closingIdle(onClosed: () => void): Respond {
  const used = new WeakSet<object>()
  return (response) => {
    const isReused = response.socket !== null && used.has(response.socket)
    if (response.socket !== null) used.add(response.socket)
    if (!isReused) return right(response)
    onClosed()
    response.destroy()
  }
}
