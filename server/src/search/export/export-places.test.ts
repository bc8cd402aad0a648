/** Limits of concurrent exports: clients that disconnect, do not read, or start too many. */
import { once } from 'node:events'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '@logyard/languages/sql/sql'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { rounds } from '../../testing/rounds.ts'
import { basic, ROOT_PASSWORD } from '../../testing/start-identity.ts'
import { type EngineUnderTest, startTestEngine } from '../../testing/start-index-sets.ts'
import { clearMessages, type SearchUnderTest, startSearch } from '../testing/start-search.ts'

const S1 = '5ca1ab1e0000000000000001'
const PATH = '/views/search/messages'

let store: EngineUnderTest
let logyard: SearchUnderTest

beforeAll(async () => {
  store = await startTestEngine()
  await clearMessages(store.engine)
  await store.engine.client.command({
    query: sql`INSERT INTO messages (journal_offset, \`index\`, timestamp, source, message, stream_ids, own_message_id)
      SELECT number, 'graylog_0', toDateTime64('2026-03-01 00:00:00', 3, 'UTC') + toIntervalMillisecond(number),
        'web', repeat('word ', 40), ${S1}, toString(number) FROM numbers(200000)`,
  })
})
afterAll(() => store[Symbol.asyncDispose]())
beforeEach(async () => {
  logyard = await startSearch({ engine: store.engine })
})
afterEach(() => logyard[Symbol.asyncDispose]())

const ADMIN = `admin:${ROOT_PASSWORD}`
const bodyOf = (limit?: number) =>
  JSON.stringify({ timerange: { type: 'relative', range: 0 }, streams: [S1], fields_in_order: ['message'], limit })

function begin(as: string, limit?: number): ClientRequest {
  const request = httpRequest(`${logyard.url}${PATH}`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: basic(as),
      'x-requested-by': 'test',
      'content-type': 'application/json',
      accept: 'text/csv',
    },
  })
  request.on('error', () => undefined)
  request.end(bodyOf(limit))
  return request
}
/** Reads nothing of the answer. */
async function open(as: string): Promise<{ readonly request: ClientRequest; readonly response: IncomingMessage }> {
  const request = begin(as)
  const [response] = await once(request, 'response')
  return { request, response }
}
async function abortedAfter(ms: number, as: string): Promise<void> {
  const request = begin(as)
  const closed = new Promise((resolve) => request.once('close', resolve))
  await sleep(ms)
  request.destroy()
  await closed
}
const lines = async (as: string) => {
  const answer = await logyard.call('POST', PATH, {
    as,
    headers: { accept: 'text/csv' },
    body: JSON.parse(bodyOf(1000)),
  })
  return answer.status === 200 ? answer.text.split('\n').length - 2 : answer.status
}
/** The number of export statements that the engine is running. */
const running = async () => {
  const asked = sql`SELECT count() FROM system.processes WHERE query LIKE '%FORMAT CSV%' AND query NOT LIKE '%processes%'`
  const answer = await store.engine.client.query({ query: asked, format: 'JSONCompactEachRow' })
  return Number((await answer.json<[string]>())[0]?.[0])
}

test('twelve clients that disconnect before the answer release their places', async () => {
  for (let n = 0; n < 12; n++) await abortedAfter(2, ADMIN)
  await expect.poll(() => lines(ADMIN)).toBe(1000)
})

test('clients that disconnect at any moment release their places', { timeout: rounds(120_000, 900_000) }, async () => {
  const users = [ADMIN, ...(await Promise.all(['ada', 'bob', 'eve'].map((name) => logyard.addReader(name, S1))))]
  for (let n = 0; n < rounds(16, 1000); n += users.length) {
    await Promise.all(users.map((user) => abortedAfter(Math.random() ** 2 * 80, user)))
  }
  await expect.poll(running).toBe(0)
  for (const user of users) await expect.poll(() => lines(user)).toBe(1000)
  // Two concurrent exports of one user need two places.
  const both = await Promise.all([open(ADMIN), open(ADMIN)])
  expect(both.map(({ response }) => response.statusCode)).toEqual([200, 200])
  for (const { request } of both) request.destroy()
  await expect.poll(running).toBe(0)
})

test('a third concurrent export of a user is refused; other users do not wait', async () => {
  const ada = await logyard.addReader('ada', S1)
  const slow = await Promise.all([open(ADMIN), open(ADMIN)])
  const third = await logyard.call('POST', PATH, { headers: { accept: 'application/json' }, body: {} })
  expect([third.status, Object(third.body).message]).toEqual([
    429,
    'You are reading 2 exports, the maximum for one user at the same time: wait until one of them has ended.',
  ])
  expect(await lines(ada)).toBe(1000)
  slow[0]?.request.destroy()
  await expect.poll(() => lines(ADMIN)).toBe(1000)
  slow[1]?.request.destroy()
  await expect.poll(running).toBe(0)
})

test('the last place is reserved for a user without exports', async () => {
  const users = await Promise.all(['ada', 'bob', 'eve', 'joe'].map((name) => logyard.addReader(name, S1)))
  const [ada = '', bob = '', eve = '', joe = ''] = users
  const slow = await Promise.all([ada, ada, bob, bob, eve].map(open))
  const waiting = begin(eve)
  expect(await lines(joe)).toBe(1000)
  waiting.destroy()
  for (const { request } of slow) request.destroy()
  await expect.poll(running).toBe(0)
})

test('a client that reads nothing for a minute is disconnected', async () => {
  const { response } = await open(ADMIN)
  const torn = once(response, 'error')
  await expect.poll(running).toBe(1)
  // Data is accepted until the socket buffers are full.
  await expect
    .poll(
      async () => {
        logyard.clock.advance(60_000)
        return await running()
      },
      { timeout: 15_000 },
    )
    .toBe(0)
  response.resume()
  await torn
  expect(await lines(ADMIN)).toBe(1000)
})
