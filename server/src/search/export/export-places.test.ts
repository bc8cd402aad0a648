/** The places for exports: readers that leave, stay without reading, or want more than their share. */
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
    query: sql`INSERT INTO messages (id, \`index\`, timestamp, source, message, streams, gl2_message_id)
      SELECT generateUUIDv7(), 'graylog_0', toDateTime64('2026-03-01 00:00:00', 3, 'UTC') + toIntervalMillisecond(number),
        'web', repeat('word ', 40), [${S1}], toString(number) FROM numbers(200000)`,
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
/** Nothing of the answer is read. */
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
/** Statements of exports that the engine works at. */
const running = async () => {
  const asked = sql`SELECT count() FROM system.processes WHERE query LIKE '%FORMAT CSV%' AND query NOT LIKE '%processes%'`
  const answer = await store.engine.client.query({ query: asked, format: 'JSONCompactEachRow' })
  return Number((await answer.json<[string]>())[0]?.[0])
}

test('twelve readers that leave before the answer take no place with them', async () => {
  for (let n = 0; n < 12; n++) await abortedAfter(2, ADMIN)
  await expect.poll(() => lines(ADMIN), { timeout: 15_000 }).toBe(1000)
})

test('readers that leave at any moment leave nothing behind', { timeout: rounds(120_000, 900_000) }, async () => {
  const users = [ADMIN, ...(await Promise.all(['ada', 'bob', 'eve'].map((name) => logyard.addReader(name, S1))))]
  for (let n = 0; n < rounds(40, 1000); n += users.length) {
    await Promise.all(users.map((user) => abortedAfter(Math.random() ** 2 * 80, user)))
  }
  await expect.poll(running, { timeout: 15_000 }).toBe(0)
  for (const user of users) await expect.poll(() => lines(user), { timeout: 15_000 }).toBe(1000)
  // Two at once of one user need two places.
  const both = await Promise.all([open(ADMIN), open(ADMIN)])
  expect(both.map(({ response }) => response.statusCode)).toEqual([200, 200])
  for (const { request } of both) request.destroy()
  await expect.poll(running, { timeout: 15_000 }).toBe(0)
})

test('a user reads two exports at once and is told that a third is too many; others are not kept waiting', async () => {
  const ada = await logyard.addReader('ada', S1)
  const slow = await Promise.all([open(ADMIN), open(ADMIN)])
  const third = await logyard.call('POST', PATH, { headers: { accept: 'application/json' }, body: {} })
  expect([third.status, Object(third.body).message]).toEqual([
    429,
    'You read 2 exports at this moment, the most that one user may read at once: wait until one of them has ended.',
  ])
  expect(await lines(ada)).toBe(1000)
  slow[0]?.request.destroy()
  await expect.poll(() => lines(ADMIN), { timeout: 15_000 }).toBe(1000)
  slow[1]?.request.destroy()
  await expect.poll(running, { timeout: 15_000 }).toBe(0)
})

test('the last place is for a user that reads no export', async () => {
  const users = await Promise.all(['ada', 'bob', 'eve', 'joe'].map((name) => logyard.addReader(name, S1)))
  const [ada = '', bob = '', eve = '', joe = ''] = users
  const slow = await Promise.all([ada, ada, bob, bob, eve].map(open))
  const waiting = begin(eve)
  expect(await lines(joe)).toBe(1000)
  waiting.destroy()
  for (const { request } of slow) request.destroy()
  await expect.poll(running, { timeout: 15_000 }).toBe(0)
})

test('a reader that takes nothing for a minute is cut off', async () => {
  const { response } = await open(ADMIN)
  const torn = once(response, 'error')
  await expect.poll(running).toBe(1)
  // Until the sockets are full it takes what is sent.
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
