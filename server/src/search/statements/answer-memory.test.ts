/** Limits of the memory of searches: per search, per user, and in total. */
import type { SearchJob } from '@logyard/contract/search/search-jobs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EngineUnderTest, startTestEngine } from '../../testing/start-index-sets.ts'
import { insertMessages, TEST_STREAM } from '../testing/message-table.ts'
import { inStreams, messages, query, resultOf } from '../testing/search-drafts.ts'
import { startSearch } from '../testing/start-search.ts'
import { createAnswerMemory } from './answer-memory.ts'

let store: EngineUnderTest

beforeAll(async () => {
  store = await startTestEngine()
  // 100 messages of 20 KB: 2 MB.
  const at = '2026-03-01T10:00:00.000Z'
  await insertMessages(
    store.engine,
    Array.from({ length: 100 }, (_, n) => ({ at, message: `${n} ${'x'.repeat(20_000)}` })),
  )
})
afterAll(() => store[Symbol.asyncDispose]())

const MIB = 1024 * 1024
const TOO_LARGE =
  'The results of this search are larger than 1 MB: ask for fewer messages, for fewer fields, or for fewer lists in one search.'
const lists = (count: number, limit: number) =>
  query({ search_types: Array.from({ length: count }, (_, n) => messages({ id: `m${n}`, limit })) })
const found = (job: SearchJob) => Object.keys(resultOf(job).search_types)

test('reading stops when a list becomes too large, and the message tells how to avoid it', async () => {
  await using logyard = await startSearch({ engine: store.engine, limits: { bytesOfAnswer: MIB } })
  const job = await logyard.search([lists(1, 100)])
  expect(job.errors?.map(({ description }) => description)).toEqual([TOO_LARGE])
  expect(found(await logyard.search([lists(1, 10)]))).toEqual(['m0'])
})

test('lists that exceed the limit together fail, also if they are identical', async () => {
  await using logyard = await startSearch({ engine: store.engine, limits: { bytesOfAnswer: MIB } })
  const job = await logyard.search([lists(1000, 10)])
  // Lists that are read side by side may exceed it before one of them is complete.
  expect(found(job).length).toBeLessThan(6)
  expect(new Set(job.errors?.map(({ description }) => description))).toEqual(new Set([TOO_LARGE]))
})

test.each([
  { limit: 'of an answer', limits: { bytesOfAnswer: 10 } },
  { limit: 'of a user', limits: { bytesOfUser: 10 } },
  { limit: 'of all', limits: { bytesOfAll: 10 } },
])('a search that exceeded the limit $limit starts nothing more', ({ limits }) => {
  const budget = createAnswerMemory(limits).open('ada')
  budget.throwIfRefused()
  expect(() => budget.reserveAnswer(11)).toThrow()
  expect(() => budget.throwIfRefused()).toThrow()
})

test('a large answer is complete', async () => {
  await using logyard = await startSearch({ engine: store.engine })
  const answer = await logyard.call('POST', '/views/search/sync', { body: { queries: [lists(3, 100)] } })
  const job: SearchJob = Object(answer.body)
  expect(found(job)).toEqual(['m0', 'm1', 'm2'])
  expect(answer.text.length).toBeGreaterThan(6_000_000)
})

test('a legacy search that is too large is refused', async () => {
  await using logyard = await startSearch({ engine: store.engine, limits: { bytesOfAnswer: MIB } })
  const path = '/search/universal/relative?query=*&range=0&limit='
  const refused = await logyard.call('GET', `${path}100`)
  expect([refused.status, Object(refused.body).message]).toEqual([400, TOO_LARGE])
  expect((await logyard.call('GET', `${path}10`)).status).toBe(200)
})

test('old results of a user are evicted for new ones, those of others stay', async () => {
  await using logyard = await startSearch({ engine: store.engine, limits: { bytesOfUser: 1.5 * MIB } })
  const ada = await logyard.addReader('ada', TEST_STREAM)
  const inStream = { ...lists(1, 15), filter: inStreams(TEST_STREAM) }
  const status = async (id: string, as?: string) =>
    (await logyard.call('GET', `/views/search/status/${id}`, as === undefined ? {} : { as })).status
  const ofAda = await logyard.search([inStream], { as: ada })
  const first = await logyard.search([inStream])
  const others: SearchJob[] = []
  for (let n = 0; n < 6; n++) others.push(await logyard.search([inStream]))
  expect(await status(first.id)).toBe(404)
  expect(await status(others.at(-1)?.id ?? '')).toBe(200)
  expect(await status(ofAda.id, ada)).toBe(200)
})

test('beyond the limit of executions the oldest one of the user is dropped', async () => {
  await using logyard = await startSearch({ engine: store.engine, limits: { jobsOfUser: 5 } })
  const ada = await logyard.addReader('ada', TEST_STREAM)
  const id = await logyard.store([query({ search_types: [], filter: inStreams(TEST_STREAM) })])
  const ofAda = await logyard.search([query({ search_types: [], filter: inStreams(TEST_STREAM) })], { as: ada })
  const jobs: string[] = []
  for (let n = 0; n < 6; n++) {
    jobs.push(Object((await logyard.call('POST', `/views/search/${id}/execute`, { body: {} })).body).id)
  }
  const statuses = await Promise.all(
    jobs.map(async (job) => (await logyard.call('GET', `/views/search/status/${job}`)).status),
  )
  expect(statuses).toEqual([404, 200, 200, 200, 200, 200])
  expect((await logyard.call('GET', `/views/search/status/${ofAda.id}`, { as: ada })).status).toBe(200)
})

test('no user loses results to a user that holds more', () => {
  const memory = createAnswerMemory({ bytesOfAnswer: 100, bytesOfUser: 80, bytesOfAll: 100 })
  const dropped: string[] = []
  const keep = (user: string, name: string, bytes: number) => {
    const budget = memory.open(user)
    budget.reserveAnswer(bytes)
    budget.allowEviction(() => {
      dropped.push(name)
      budget[Symbol.dispose]()
    })
  }
  keep('ada', 'first of ada', 30)
  keep('bob', 'first of bob', 40)
  keep('bob', 'second of bob', 40)
  expect(dropped).toEqual(['first of bob'])
  keep('eve', 'first of eve', 35)
  expect(dropped).toEqual(['first of bob', 'second of bob'])
  const running = memory.open('eve')
  running.reserveAnswer(60)
  expect(dropped.at(-1)).toBe('first of eve')
  expect(() => memory.open('eve').reserveAnswer(30)).toThrow('Your running searches hold more than')
})
