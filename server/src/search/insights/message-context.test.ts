/** The neighbours of a message: with, without and with a wrong timestamp hint. */

import type { ContextRequest } from '@logyard/contract/search/message-context'
import type { MessageHit } from '@logyard/contract/search/search-results'
import { sql } from '@logyard/languages/sql/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../../http/caller.ts'
import { systemClock } from '../../platform/clock.ts'
import { createMessagePartitions } from '../../store/index-sets/message-partitions.ts'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { type EngineUnderTest, startTestEngine } from '../../testing/start-index-sets.ts'
import { createSearchEngine } from '../statements/search-engine.ts'
import { insertMessages, schemaOf, TEST_STREAM } from '../testing/message-table.ts'
import { readableStreams } from '../testing/readable-streams.ts'
import { createMessageContext } from './message-context.ts'

const OTHER_STREAM = '000000000000000000000002'
const INDEX = 'graylog_0'
const MESSAGES = 60
/** Beyond the exact doubles: as doubles all of them would be equal. */
const SESSIONS = [9007199254740992n, 9007199254740993n]

let store: EngineUnderTest
let ids: readonly string[]
let secret = ''

const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 10, 0, second)).toISOString()

beforeAll(async () => {
  store = await startTestEngine()
  ids = await insertMessages(
    store.engine,
    Array.from({ length: MESSAGES }, (_, number) => ({
      at: at(number),
      message: `number ${number}`,
      source: `web-${number % 2}`,
      fields: { session: SESSIONS[number % 2], tags: ['a', 'b'], 'http.path': `/${number % 3}` },
    })),
  )
  ;[secret = ''] = await insertMessages(store.engine, [
    { at: at(30), message: 'of others', streams: [OTHER_STREAM], fields: { session: SESSIONS[0] } },
  ])
  // A message is stored in one index for each index set of its streams.
  await store.engine.client.command({
    query: sql`INSERT INTO messages (* EXCEPT \`index\`, \`index\`) SELECT * EXCEPT \`index\`, 'other_0' FROM messages
      WHERE message IN ('number 28', 'number 29', 'number 31')`,
  })
})
afterAll(() => store[Symbol.asyncDispose]())

const somebody: Caller = { userId: 'u', username: 'somebody', holds: () => false, require: () => undefined }

/** The answer for a user with one readable stream, and the statements that were run. */
async function ask(request: Partial<ContextRequest>) {
  const asked: string[] = []
  const engine = createSearchEngine({ engine: store.engine, clock: systemClock })
  const context = createMessageContext({
    engine: {
      of: () => ({
        ...engine,
        rows(statement, options) {
          asked.push(statement.text)
          return engine.rows(statement, options)
        },
      }),
    },
    access: { choose: async () => readableStreams(TEST_STREAM) },
    schema: () => schemaOf(store.engine),
    clock: fixedClock('2026-03-01T12:00:00.000Z'),
  })
  const whole = { index: INDEX, id: ids[30] ?? '', before: 3, after: 3, ...request }
  const answer = await context(somebody, whole, AbortSignal.timeout(30_000))
  return { ...answer, before: textsOf(answer.before), after: textsOf(answer.after), asked }
}

const textsOf = (hits: readonly MessageHit[]) => hits.map(({ message }) => message.message)
const numbers = (...all: readonly number[]) => all.map((number) => `number ${number}`)

const NEXT = { before: numbers(27, 28, 29), after: numbers(31, 32, 33) }

test('the neighbours are the same, without duplicates, with and without the hint', async () => {
  expect(await ask({})).toMatchObject(NEXT)
  expect(await ask({ timestamp: at(30) })).toMatchObject(NEXT)
  const linked = { before: numbers(24, 26, 28), after: numbers(32, 34, 36) }
  expect(await ask({ fields: ['source'] })).toMatchObject(linked)
  expect(await ask({ fields: ['source'], timestamp: at(30) })).toMatchObject(linked)
})

test('with the hint, no statement searches all time first', async () => {
  const { asked } = await ask({ timestamp: at(30) })
  expect(asked).toHaveLength(4)
  const lookUp = asked.find((sql) => sql.includes('LIMIT 1')) ?? ''
  const instants = [...lookUp.matchAll(/timestamp [<>]= fromUnixTimestamp64Milli\((\d+)/g)].map(([, ms]) => Number(ms))
  expect(instants).toEqual([Date.parse(at(30)), Date.parse(at(30))])
})

test.each([
  at(10),
  '2026-03-01T10:00:30.001Z',
  '1066-10-14T00:00:00.000Z',
  '+200000-01-01T00:00:00.000Z',
  'yesterday',
  '',
])('a message is found in spite of a wrong hint (%s)', async (timestamp) => {
  expect(await ask({ timestamp })).toMatchObject(NEXT)
  expect(await ask({ timestamp, fields: ['source'] })).toMatchObject({ linked_by: { source: 'web-0' } })
})

test.each([{}, { timestamp: at(30) }, { timestamp: at(30), fields: ['session'] }])(
  'what there is not, or is not to be read, has no neighbours (%o)',
  async (request) => {
    const notFound = { kind: 'not-found', code: 'message-not-found' }
    await expect(ask({ ...request, id: secret })).rejects.toMatchObject(notFound)
    await expect(ask({ ...request, index: 'graylog_1' })).rejects.toMatchObject(notFound)
    await expect(ask({ ...request, id: ids[0]?.replace(/^0/, 'f') ?? '' })).rejects.toMatchObject(notFound)
    await expect(ask({ ...request, id: "'" })).rejects.toMatchObject(notFound)
  },
)

test('neighbours are linked by exact values, to the last digit', async () => {
  const { linked_by, before, after } = await ask({ fields: ['session', 'http.path', 'tags', 'nope'] })
  expect(linked_by).toEqual({ session: SESSIONS[0], 'http.path': '/0' })
  expect(before).toEqual(numbers(12, 18, 24))
  expect(after).toEqual(numbers(36, 42, 48))
})

test('neighbours are found at any distance', async () => {
  const years = [1950, 1999, 2024, 2027, 2100].map((year) => `${year}-03-01T10:00:00.000Z`)
  const [before1950, , middle = '', , after2100] = await insertMessages(
    store.engine,
    years.map((year) => ({ at: year, message: year, source: 'lonely' })),
  )
  const answer = await ask({ id: middle, before: 2, after: 2, fields: ['source'] })
  expect(answer).toMatchObject({ before: years.slice(0, 2), after: years.slice(3) })
  expect(await ask({ id: before1950 ?? '', before: 2, after: 1, fields: ['source'] })).toMatchObject({
    before: [],
    after: years.slice(1, 2),
  })
  expect(await ask({ id: after2100 ?? '', before: 1, after: 2, fields: ['source'] })).toMatchObject({
    before: years.slice(3, 4),
    after: [],
  })
  await store.engine.stores.change(async ({ client }) => {
    await client.command({ query: sql`DELETE FROM messages WHERE source = 'lonely'` })
  })
})

test('messages with equal timestamps are ordered by id, wherever they are in the table', async () => {
  const all = await insertMessages(
    store.engine,
    Array.from({ length: 200 }, (_, number) => ({
      at: '2050-03-01T10:00:00.000Z',
      message: `${number}`,
      index: 'sorted_0',
    })),
  )
  await store.engine.client.command({
    query: sql`INSERT INTO messages (* EXCEPT \`index\`, \`index\`) SELECT * EXCEPT \`index\`, 'mixed_0' FROM messages
      WHERE \`index\` = 'sorted_0' ORDER BY cityHash64(id)`,
  })
  await createMessagePartitions(store.engine).drop('sorted_0')
  for (const timestamp of ['', '2050-03-01T10:00:00.000Z']) {
    expect(await ask({ index: 'mixed_0', id: all[100] ?? '', timestamp })).toMatchObject({
      before: ['97', '98', '99'],
      after: ['101', '102', '103'],
    })
  }
  await createMessagePartitions(store.engine).drop('mixed_0')
})

test('if there are fewer than requested, all of them are neighbours', async () => {
  expect(await ask({ id: ids[1] ?? '', timestamp: at(1) })).toMatchObject({
    before: numbers(0),
    after: numbers(2, 3, 4),
  })
  expect(await ask({ before: 0, after: 500 })).toMatchObject({
    before: [],
    after: numbers(...Array.from({ length: 29 }, (_, place) => 31 + place)),
  })
  expect(await ask({ before: 0, after: 0 })).toMatchObject({ before: [], after: [] })
})
