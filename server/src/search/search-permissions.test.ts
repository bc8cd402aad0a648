/** Permissions to search streams, and to see searches and executions of others. */
import { EVENTS_STREAM_ID, SYSTEM_EVENTS_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { expect, test } from 'vitest'
import { insertMessages } from './testing/message-table.ts'
import { inStreams, messages, query, resultOf, textsOf } from './testing/search-drafts.ts'
import { searchTests } from './testing/search-tests.ts'

const tests = searchTests()

const PAGE = { q: { widgets: [], widget_mapping: {}, positions: {} } }
const at = '2026-03-01T10:00:00.000Z'

async function threeStreams() {
  const ids: string[] = []
  for (const title of ['one', 'two', 'three']) ids.push(await tests.logyard.addStream({ title }))
  const [one = '', two = '', three = ''] = ids
  await insertMessages(tests.engine, [
    { at, message: 'one', streams: [one] },
    { at, message: 'two', streams: [two] },
    { at, message: 'one and three', streams: [one, three] },
    { at, message: 'three', streams: [three] },
    { at, message: 'none', streams: [] },
    { at, message: 'event', streams: [EVENTS_STREAM_ID] },
  ])
  return { one, two, three }
}

const missing = (streams: readonly string[]) => ({
  status: 403,
  body: { type: 'MissingStreamPermission', message: expect.any(String), streams },
})

test('a search without streams searches all streams that the caller may read', async () => {
  const { one, two } = await threeStreams()
  const as = await tests.logyard.addReader('reader', one, two, EVENTS_STREAM_ID)
  const job = await tests.logyard.search([query()], { as })
  expect(textsOf(job).sort()).toEqual(['one', 'one and three', 'two'])
  expect(resultOf(job).query.filter).toEqual(inStreams(one, two))

  const filter = { type: 'query_string', query: '*' }
  const filtered = await tests.logyard.search([query({ filter })], { as })
  expect(resultOf(filtered).query.filter).toEqual({ type: 'and', filters: [filter, inStreams(one, two)] })
  expect(textsOf(await tests.logyard.search([query()])).sort()).toEqual(['one', 'one and three', 'three', 'two'])
})

test('a message in two streams is one hit per index', async () => {
  const streams = ['000000000000000000000001']
  await insertMessages(tests.engine, [
    { at, streams, index: 'graylog_0' },
    { at, streams, index: 'other_0' },
  ])
  const job = await tests.logyard.search([query()])
  expect(textsOf(job)).toHaveLength(2)
})

test('a user without readable streams cannot search', async () => {
  const as = await tests.logyard.addReader('nobody')
  const id = await tests.logyard.store([query()], { as })
  expect(await tests.logyard.call('POST', `/views/search/${id}/execute`, { as, body: {} })).toMatchObject(missing([]))
  expect(await tests.logyard.call('POST', '/views/search/sync', { as, body: { queries: [query()] } })).toMatchObject(
    missing([]),
  )
})

test('one unreadable stream refuses the whole search, wherever it is named', async () => {
  const { one, three } = await threeStreams()
  const as = await tests.logyard.addReader('reader', one)
  const naming = [
    query({ filter: inStreams(one, three) }),
    query({ filter: { type: 'and', filters: [{ type: 'or', filters: [inStreams(three)] }] } }),
    query({ search_types: [messages(), messages({ id: 'n', streams: [three] })] }),
  ]
  for (const named of naming) {
    const created = await tests.logyard.call('POST', '/views/search', { as, body: { queries: [named] } })
    expect(created).toMatchObject(missing([three]))
    const readable = query({ id: 'readable' })
    const synced = await tests.logyard.call('POST', '/views/search/sync', { as, body: { queries: [readable, named] } })
    expect(synced).toMatchObject(missing([three]))
  }
})

test('permissions are checked at each execution', async () => {
  const { one, two } = await threeStreams()
  const as = await tests.logyard.addReader('reader', one, two)
  const id = await tests.logyard.store([query({ filter: inStreams(one, two) })], { as })
  const user = Object((await tests.logyard.call('GET', '/users/reader')).body)
  const permissions = [`streams:read:${one}`]
  const changed = await tests.logyard.call('PUT', `/users/${user.id}`, { body: { permissions } })
  expect(changed.status).toBe(204)
  expect(await tests.logyard.call('POST', `/views/search/${id}/execute`, { as, body: {} })).toMatchObject(
    missing([two]),
  )
})

test('a list of events needs permission for both event streams', async () => {
  const { one } = await threeStreams()
  const as = await tests.logyard.addReader('reader', one, EVENTS_STREAM_ID)
  const body = { queries: [query({ search_types: [{ id: 'e', type: 'events' }] })] }
  const answer = await tests.logyard.call('POST', '/views/search/sync', { as, body })
  expect(answer).toMatchObject(missing([SYSTEM_EVENTS_STREAM_ID]))
})

test('events are shown to users who may read all streams that they are about', async () => {
  const { one, two } = await threeStreams()
  const as = await tests.logyard.addReader('reader', one, EVENTS_STREAM_ID, SYSTEM_EVENTS_STREAM_ID)
  const about = (message: string, source_streams: readonly string[]) => ({
    at,
    message,
    streams: [EVENTS_STREAM_ID],
    index: 'gl-events_0',
    fields: { alert: message === 'of one', ...(source_streams.length > 0 ? { source_streams } : {}) },
  })
  await insertMessages(tests.engine, [about('of one', [one]), about('of both', [one, two]), about('of nothing', [])])
  const body = { queries: [query({ search_types: [{ id: 'e', type: 'events', name: 'events' }] })] }
  const answer = await tests.logyard.call('POST', '/views/search/sync', { as, body })
  const events = Object(answer.body).results.q.search_types.e
  expect(events).toMatchObject({ id: 'e', type: 'events', name: 'events' })
  expect(events.events).toEqual(
    expect.arrayContaining([
      { id: expect.any(String), streams: [one], timestamp: at, message: 'of one', alert: true },
      { id: expect.any(String), streams: [], timestamp: at, message: 'event', alert: false },
      { id: expect.any(String), streams: [], timestamp: at, message: 'of nothing', alert: false },
    ]),
  )
  expect(events.events).toHaveLength(3)
})

const dashboardOf = (search_id: string) => ({ type: 'DASHBOARD', title: 'Board', search_id, state: PAGE })

test("another user's search can be executed through a readable view; a job is visible only to its owner", async () => {
  const { one } = await threeStreams()
  const ada = await tests.logyard.addReader('ada', one)
  const bob = await tests.logyard.addReader('bob', one)
  const id = await tests.logyard.store([query()], { as: ada })
  const asBob = (method: string, path: string) =>
    tests.logyard.call(method, path, { as: bob, ...(method === 'POST' ? { body: {} } : {}) })
  expect((await asBob('POST', `/views/search/${id}/execute`)).status).toBe(403)
  expect((await asBob('GET', `/views/search/${id}`)).status).toBe(403)
  expect((await asBob('GET', `/views/search/metadata/${id}`)).status).toBe(403)
  expect((await asBob('GET', '/views/search')).body).toEqual([])
  expect((await asBob('GET', '/views/search/5f0000000000000000000099')).body).toEqual({
    type: 'ApiError',
    message: 'Search with id 5f0000000000000000000099 does not exist',
  })

  const view = Object((await tests.logyard.call('POST', '/views', { body: dashboardOf(id) })).body)
  const account = Object((await tests.logyard.call('GET', '/users/bob')).body)
  const permissions = [...account.permissions, `dashboards:read:${view.id}`]
  await tests.logyard.call('PUT', `/users/${account.id}`, { body: { permissions } })

  const executed = await asBob('POST', `/views/search/${id}/execute`)
  expect(executed.status, executed.text).toBe(201)
  expect((await asBob('GET', `/views/search/${id}`)).body).toMatchObject({ id, owner: 'ada' })
  expect((await asBob('GET', '/views/search')).body).toMatchObject([{ id }])
  const path = `/views/search/status/${Object(executed.body).id}`
  expect((await asBob('GET', path)).status).toBe(200)
  expect((await tests.logyard.call('GET', path, { as: ada })).status).toBe(404)
  expect((await tests.logyard.call('GET', path)).status).toBe(404)
  const cancelling = path.replace('status', 'cancel')
  expect((await tests.logyard.call('DELETE', cancelling, { as: ada })).status).toBe(404)
})

test('only the owner and administrators can replace a search; it then belongs to them', async () => {
  const { one } = await threeStreams()
  const ada = await tests.logyard.addReader('ada', one)
  const bob = await tests.logyard.addReader('bob', one)
  const id = await tests.logyard.store([query()], { as: ada })
  const replace = (as?: string) =>
    tests.logyard.call('POST', '/views/search', { body: { id, queries: [] }, ...(as === undefined ? {} : { as }) })
  expect((await replace(bob)).status).toBe(403)
  expect((await replace(ada)).body).toMatchObject({ owner: 'ada', queries: [] })
  const byAdmin = await replace()
  expect(byAdmin.status).toBe(201)
  expect(byAdmin.body).toMatchObject({ owner: 'admin' })
  expect((await replace(ada)).status).toBe(403)
})

test('a new user with the name of a deleted one gets none of their searches', async () => {
  const { one } = await threeStreams()
  const old = await tests.logyard.addReader('bob', one)
  const id = await tests.logyard.store([query()], { as: old })
  const job = Object((await tests.logyard.call('POST', `/views/search/${id}/execute`, { as: old, body: {} })).body)
  expect(job.owner).toBe('bob')
  expect((await tests.logyard.call('DELETE', '/users/bob')).status).toBe(204)

  const bob = await tests.logyard.addReader('bob', one)
  const statusOf = async (method: string, path: string, body?: unknown) =>
    (await tests.logyard.call(method, path, { as: bob, ...(body === undefined ? {} : { body }) })).status
  expect((await tests.logyard.call('GET', '/views/search', { as: bob })).body).toEqual([])
  expect(await statusOf('GET', `/views/search/${id}`)).toBe(403)
  expect(await statusOf('POST', '/views/search', { id, queries: [] })).toBe(403)
  expect(await statusOf('GET', `/views/search/status/${job.id}`)).toBe(404)
  expect(await statusOf('DELETE', `/views/search/cancel/${job.id}`)).toBe(404)
  expect((await tests.logyard.call('GET', `/views/search/${id}`)).body).toMatchObject({ id, owner: 'bob' })
})
