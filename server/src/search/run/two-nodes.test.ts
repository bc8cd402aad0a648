/** Executions and downloads that one of two servers has in memory, requested from the other one. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNodeTags } from '../../cluster/node-tags.ts'
import { type EngineUnderTest, startTestEngine } from '../../testing/start-index-sets.ts'
import { insertMessages } from '../testing/message-table.ts'
import { messages, query } from '../testing/search-drafts.ts'
import { type SearchUnderTest, startSearch } from '../testing/start-search.ts'

let engine: EngineUnderTest
let one: SearchUnderTest
let two: SearchUnderTest

beforeAll(async () => {
  engine = await startTestEngine()
  await insertMessages(engine.engine, [{ at: '2026-03-01T11:59:00.000Z', message: 'hello' }])
  one = await startSearch(engine)
  two = await startSearch({ ...engine, beside: one })
})

afterAll(async () => {
  await two[Symbol.asyncDispose]()
  await one[Symbol.asyncDispose]()
  await engine[Symbol.asyncDispose]()
})

test('an execution of one node is answered and cancelled by the other, for its own user only', async () => {
  await one.addUser('ada')
  const job = await one.search([query({ search_types: [messages({})] })])
  const path = `/views/search/status/${job.id}`
  const answer = await two.call('GET', path)
  expect(answer.status, answer.text).toBe(200)
  expect(answer.body).toMatchObject({ id: job.id, results: job.results, execution: { done: true } })
  expect((await two.call('GET', path, { as: 'ada:ada-password' })).status).toBe(404)
  expect((await two.call('GET', path, { as: '' })).status).toBe(401)
  expect((await two.call('DELETE', `/views/search/cancel/${job.id}`)).status).toBe(204)
})

test('a download that one node has prepared is read from the other, once', async () => {
  const searchId = await one.store([query({ search_types: [messages({})] })])
  const body = { search_id: searchId, format: 'csv', file_name: 'messages.csv', fields_in_order: ['message'] }
  const prepared = await one.call('POST', '/logyard/search/downloads', { body })
  expect(prepared.status, prepared.text).toBeLessThan(300)
  const path = `/logyard/search/downloads/${Object(prepared.body).ticket}`
  expect((await two.call('GET', `${path}/status`)).body).toMatchObject({ state: 'prepared' })
  const file = await two.call('GET', path, { as: '' })
  expect(file.status, file.text).toBe(200)
  expect(file.headers.get('content-disposition')).toContain('messages.csv')
  expect(file.text).toContain('hello')
  expect((await two.call('GET', path, { as: '' })).status).toBe(404)
})

test('an invented id names no node, or one', async () => {
  const ids = { next: () => '5f0000000000000000000001', bytes: (length: number) => Buffer.alloc(length, 9) }
  const tagsOf = (nodeId: string) =>
    createNodeTags({ nodeId, ids, otherNodes: async () => ['one', 'two', 'three'].filter((id) => id !== nodeId) })
  const [first, second] = [tagsOf('one'), tagsOf('two')]
  for (const made of [first.nextId(), first.secret()]) {
    expect(await first.otherNodeOf(made)).toBeUndefined()
    expect(await second.otherNodeOf(made)).toBe('one')
  }
  expect(first.nextId()).toMatch(/^5f000000[0-9a-f]{10}000001$/)
  for (const invented of ['5f0000000000000000000001', 'x', '', 'A'.repeat(43)]) {
    expect(await second.otherNodeOf(invented)).toBeUndefined()
  }
})
