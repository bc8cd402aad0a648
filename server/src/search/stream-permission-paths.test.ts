/**
 * A user who may read one of three streams, on every path by which messages leave Logyard: only messages of that stream
 * are returned, and naming another stream is refused. Live tails and lists of fields are tested on a whole server.
 */

import { EVENTS_STREAM_ID, SYSTEM_EVENTS_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { sql } from '@logyard/languages/sql/sql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTail } from '../live/testing/open-tail.ts'
import { INPUT, type Receiver, startReceiver } from '../senders/testing/receiver.ts'
import { ADMIN_PASSWORD } from '../testing/server-process.ts'
import type { ApiAnswer } from '../testing/start-identity.ts'
import { type EngineUnderTest, startTestEngine } from '../testing/start-index-sets.ts'
import { insertMessages, templateHash } from './testing/message-table.ts'
import { inStreams, messages, query, text } from './testing/search-drafts.ts'
import { type SearchUnderTest, startSearch } from './testing/start-search.ts'

/** Texts that no answer to the reader may contain, wherever they come from: a text, a value, a source. */
const FOREIGN = /vault|mallory|secret-host|cellar|orphan|alarm/
const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 11, 59, second)).toISOString()
const DAY = { type: 'absolute', from: '2026-03-01T00:00:00.000Z', to: '2026-03-02T00:00:00.000Z' }

/** An id lower than that of every message. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

let store: EngineUnderTest
let logyard: SearchUnderTest
let as: string
let [one, two, three] = ['', '', '']
let ids: readonly string[] = []

beforeAll(async () => {
  store = await startTestEngine()
  logyard = await startSearch({ engine: store.engine, startAt: '2026-03-01T12:00:00.000Z' })
  one = await logyard.addStream({ title: 'one' })
  two = await logyard.addStream({ title: 'two' })
  three = await logyard.addStream({ title: 'three' })
  as = await logyard.addReader('reader', one)
  ids = await insertMessages(store.engine, [
    { at: at(1), message: 'kettle sold', streams: [one], fields: { user: 'ada', took: 1 } },
    { at: at(2), message: 'vault opened', streams: [two], source: 'secret-host', fields: { user: 'mallory', took: 2 } },
    { at: at(3), message: 'teapot sold', streams: [one, two], fields: { user: 'ada', took: 4 } },
    { at: at(4), message: 'cellar opened', streams: [three], index: 'other_0', fields: { user: 'mallory', took: 8 } },
    { at: at(5), message: 'orphan', streams: [], fields: { user: 'mallory', took: 16 } },
    {
      at: at(6),
      message: 'alarm',
      streams: [EVENTS_STREAM_ID],
      index: 'gl-events_0',
      fields: { source_streams: [two] },
    },
  ])
})
afterAll(async () => {
  await logyard[Symbol.asyncDispose]()
  await store[Symbol.asyncDispose]()
})

const get = (path: string, parameters: Readonly<Record<string, string>> = {}, headers = {}) =>
  logyard.call('GET', `${path}?${new URLSearchParams(parameters)}`, { as, headers })
const post = (path: string, body: unknown, headers = {}) => logyard.call('POST', path, { as, body, headers })
const ask = (path: string, body: object) => post(`/logyard/search/${path}`, { timerange: DAY, ...body })
const named = (streams: readonly string[]) => (streams.length > 0 ? { filter: inStreams(...streams) } : {})

/** Stored by an administrator, shown in a view that the reader may read. */
async function sharedSearch(queries: readonly object[]): Promise<string> {
  const search_id = await logyard.store(queries)
  const state = { q: { widgets: [], widget_mapping: {}, positions: {} } }
  const view = { title: 'Shared', search_id, state }
  const { id } = Object((await logyard.call('POST', '/views', { body: view })).body)
  const reader = Object((await logyard.call('GET', '/users/reader')).body)
  const share = { selected_grantee_capabilities: { [`grn::::user:${reader.id}`]: 'view' } }
  await logyard.call('POST', `/authz/shares/entities/grn::::dashboard:${id}`, { body: share })
  expect((await get(`/views/${id}`)).status).toBe(200)
  return search_id
}

const CSV = { accept: 'text/csv' }
const JSON_TYPE = { accept: 'application/json' }
const LINES = { accept: 'application/x-ndjson' }
const RANGES = {
  relative: { range: '0' },
  absolute: { from: at(0), to: at(59) },
  keyword: { keyword: 'last day' },
}
const pivot = {
  id: 'p',
  type: 'pivot',
  rollup: true,
  row_groups: [
    { type: 'values', field: 'source', limit: 10 },
    { type: 'values', field: 'user', limit: 10 },
  ],
  series: [{ type: 'sum', field: 'took', id: 'took' }],
}
const users = { ...pivot, row_groups: [{ type: 'values', field: 'user', limit: 10 }] }

interface Path {
  readonly name: string
  /** Requests these streams; the path's default if there are none. */
  ask(streams: readonly string[]): Promise<ApiAnswer>
  /** Texts that the answer must contain; by default both messages of the stream. */
  readonly finds?: readonly string[]
  /** The path requires streams. */
  readonly isByStream?: true
}

const universal = Object.entries(RANGES).flatMap(([form, range]): Path[] => {
  const parameters = (streams: readonly string[]) => ({
    query: '*',
    fields: 'message,user,source',
    ...range,
    ...(streams.length > 0 ? { filter: `streams:${streams.join(',')}` } : {}),
  })
  const path = `/search/universal/${form}`
  return [
    { name: `universal ${form}`, isByStream: true, ask: (streams) => get(path, parameters(streams)) },
    { name: `universal ${form}, as CSV`, isByStream: true, ask: (streams) => get(path, parameters(streams), CSV) },
    {
      name: `universal ${form}, downloaded`,
      isByStream: true,
      ask: (streams) => get(`${path}/export`, parameters(streams), CSV),
    },
  ]
})

const EXPORT = '/views/search/messages'
const fields_in_order = ['message', 'user', 'source']
const exportsOf = Object.entries({ CSV, JSON: JSON_TYPE, NDJSON: LINES }).flatMap(([form, headers]): Path[] => [
  {
    name: `export of messages as ${form}`,
    ask: (streams) => post(EXPORT, { timerange: DAY, streams, fields_in_order }, headers),
  },
  {
    name: `export of a search as ${form}`,
    ask: async (streams) => {
      const id = await sharedSearch([query({ timerange: DAY, ...named(streams) })])
      return post(`${EXPORT}/${id}`, { fields_in_order }, headers)
    },
  },
  {
    name: `export of a list of messages as ${form}`,
    ask: async (streams) => {
      const id = await sharedSearch([query({ timerange: DAY, search_types: [messages({ streams })] })])
      return post(`${EXPORT}/${id}/m`, { fields_in_order }, headers)
    },
  },
])

const paths: readonly Path[] = [
  ...universal,
  ...exportsOf,
  {
    name: 'a search in one call, by its filter',
    ask: (streams) => post('/views/search/sync', { queries: [query(named(streams))] }),
  },
  {
    name: 'a search in one call, by its list of messages',
    ask: (streams) => post('/views/search/sync', { queries: [query({ search_types: [messages({ streams })] })] }),
  },
  {
    name: 'an aggregation',
    ask: (streams) => post('/views/search/sync', { queries: [query({ search_types: [{ ...pivot, streams }] })] }),
    finds: ['ada'],
  },
  {
    name: 'the execution of a saved search',
    ask: async (streams) => post(`/views/search/${await sharedSearch([query(named(streams))])}/execute`, {}),
  },
  {
    name: 'the execution with another query and range',
    ask: async (streams) =>
      post(`/views/search/${await sharedSearch([query(named(streams))])}/execute`, {
        global_override: { query: text('sold OR opened OR streams:*'), timerange: DAY },
      }),
  },
  {
    name: 'the state of a job',
    ask: async (streams) => {
      const id = await sharedSearch([query(named(streams))])
      const job = await post(`/views/search/${id}/execute`, {})
      return job.status === 201 ? get(`/views/search/status/${Object(job.body).id}`) : job
    },
  },
  { name: 'patterns', ask: (streams) => ask('patterns', { streams }) },
  {
    name: 'statistics of a field',
    ask: (streams) => ask('field-statistics', { streams, field: 'user' }),
    finds: ['ada'],
  },
  { name: 'coverage of fields', ask: (streams) => ask('field-coverage', { streams }), finds: ['user'] },
  {
    name: 'an explanation',
    ask: (streams) => ask('explanations', { streams, inside: { query: 'kettle' } }),
    finds: ['user'],
  },
  {
    name: 'suggestions of values',
    ask: (streams) => ask('suggestions', { streams, field: 'user', input: '' }),
    finds: ['ada'],
  },
  {
    name: 'the context of a message',
    ask: (streams) => post('/logyard/search/context', { index: 'graylog_0', id: ids[0], streams }),
    finds: ['teapot'],
  },
]

describe.each(paths)('$name', ({ ask: asked, finds = ['kettle', 'teapot'], isByStream }) => {
  test('returns only messages of the readable stream', async () => {
    for (const streams of isByStream ? [[one]] : [[], [one]]) {
      const answer = await asked(streams)
      expect(answer.status, answer.text).toBeLessThan(300)
      for (const word of finds) expect(answer.text).toContain(word)
      expect(answer.text).not.toMatch(FOREIGN)
    }
  })

  test('is refused with an unreadable stream', async () => {
    for (const streams of [[two], [one, two], [EVENTS_STREAM_ID], ['5f0000000000000000000000']]) {
      const answer = await asked(streams)
      expect(answer.status, answer.text).toBe(403)
      expect(answer.text).not.toMatch(/kettle|vault/)
    }
  })
})

test('legacy search without a stream needs the permission to search everything', async () => {
  for (const [form, range] of Object.entries(RANGES)) {
    for (const filter of [{}, { filter: '*' }, { filter: 'message:*' }]) {
      const answer = await get(`/search/universal/${form}`, { query: '*', ...range, ...filter })
      expect(answer.status, answer.text).toBe(403)
    }
  }
})

test('sums include only readable messages', async () => {
  const answer = await post('/views/search/sync', { queries: [query({ search_types: [users] })] })
  const { rows, total } = Object(answer.body).results.q.search_types.p
  expect(total).toBe(2)
  const sums = rows.map(({ key, values }: { key: string[]; values: { value: number }[] }) => [key, values[0]?.value])
  expect(sums).toEqual([
    [['ada'], 5],
    [[], 5],
  ])
})

test('queries cannot reach other streams', async () => {
  for (const query_string of [
    `streams:${two}`,
    'NOT streams:x',
    'kettle OR vault',
    '_exists_:streams',
    'user:mallory',
  ]) {
    const answer = await post('/views/search/sync', { queries: [query({ query: text(query_string) })] })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.text.replace(query_string, '')).not.toMatch(FOREIGN)
    const filtered = await ask('patterns', { filters: [query_string] })
    expect(filtered.text).not.toMatch(FOREIGN)
  }
})

test('a message can be read by id by users who may read one of its streams', async () => {
  const [mine, foreign, shared, hidden, orphan] = ids
  expect(await get(`/messages/graylog_0/${mine}`)).toMatchObject({ status: 200 })
  expect(await get(`/messages/graylog_0/${shared}`)).toMatchObject({ status: 200 })
  for (const [index, id] of [
    ['graylog_0', foreign],
    ['other_0', hidden],
    ['graylog_0', orphan],
  ] as const) {
    const answer = await get(`/messages/${index}/${id}`)
    expect(answer.status, answer.text).toBe(403)
    expect(answer.text).not.toMatch(FOREIGN)
  }
})

test('the context of an unreadable message is not found', async () => {
  for (const id of [ids[1], ids[4]])
    expect((await post('/logyard/search/context', { index: 'graylog_0', id })).status).toBe(404)
})

test('patterns of unreadable messages and their values are not found', async () => {
  const all = Object((await logyard.call('POST', '/logyard/search/patterns', { body: { timerange: DAY } })).body)
  const foreign = all.patterns.find((pattern: { text: string }) => pattern.text.includes('vault'))
  expect((await ask(`patterns/${foreign.id}`, {})).status).toBe(404)
  expect((await ask(`patterns/${foreign.id}`, { streams: [two] })).status).toBe(403)
})

test('the first occurrence of a pattern is that in readable messages', async () => {
  const earlier = '2026-02-20T08:00:00.000Z'
  await insertMessages(store.engine, [{ at: earlier, message: 'kettle sold', streams: [two] }])
  const values = [{ hash: templateHash('kettle sold'), text: 'kettle sold', first_seen: Date.parse(earlier) }]
  await store.engine.client.insert({ table: sql`message_templates`, values })
  const patternFor = async (answer: Promise<ApiAnswer>) =>
    Object((await answer).body).patterns.find((pattern: { text: string }) => pattern.text === 'kettle sold')
  expect(await patternFor(ask('patterns', {}))).toMatchObject({ count: 1, first_seen: at(1) })
  const everything = logyard.call('POST', '/logyard/search/patterns', { body: { timerange: DAY } })
  expect(await patternFor(everything)).toMatchObject({ count: 1, first_seen: earlier })
})

test('suggestions and statistics do not reveal unreadable values', async () => {
  expect((await ask('suggestions', { field: 'user', input: 'mal' })).body).toMatchObject({ values: [] })
  expect((await ask('field-statistics', { field: 'user' })).body).toMatchObject({
    total: 2,
    with_field: 2,
    distinct: 1,
  })
})

test('events need permission for both event streams and the streams that they are about', async () => {
  const events = { queries: [query({ search_types: [{ id: 'e', type: 'events' }] })] }
  expect(await post('/views/search/sync', events)).toMatchObject({ status: 403 })
  const watcher = await logyard.addReader('watcher', one, EVENTS_STREAM_ID, SYSTEM_EVENTS_STREAM_ID)
  const answer = await logyard.call('POST', '/views/search/sync', { as: watcher, body: events })
  expect(answer).toMatchObject({ status: 200, body: { results: { q: { search_types: { e: { events: [] } } } } } })
})

test("another user's job, and another user's search without a shared view, are not found", async () => {
  const id = await logyard.store([query()])
  const job = Object((await logyard.call('POST', `/views/search/${id}/execute`, { body: {} })).body)
  expect((await get(`/views/search/status/${job.id}`)).status).toBe(404)
  expect((await get(`/views/search/${id}`)).status).toBe(403)
  expect((await post(`/views/search/${id}/execute`, {})).status).toBe(403)
  expect((await post(`${EXPORT}/${id}`, {}, CSV)).status).toBe(403)
})

test('missed messages of a live tail are only of the readable stream', async () => {
  const console = logyard.url.replace(/api$/, '')
  await using tail = await openTail(console, { as, query: '', lastEventId: BEFORE_ALL })
  expect(await tail.texts(2)).toEqual(['kettle sold', 'teapot sold'])
})

describe('on a whole server', () => {
  let receiver: Receiver
  const streams: Record<string, string> = {}
  const reader = 'ada:ada-password'

  async function call(who: string, method: string, path: string, body?: object) {
    const answer = await fetch(`${receiver.url}api${path}`, {
      method,
      headers: { authorization: `Basic ${btoa(who)}`, 'content-type': 'application/json', 'x-requested-by': 'test' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: answer.status, text: await answer.text() }
  }
  async function make(path: string, body?: object) {
    const answer = await call(`admin:${ADMIN_PASSWORD}`, 'POST', path, body)
    expect(answer.status, answer.text).toBeLessThan(300)
    return Object(JSON.parse(answer.text === '' ? '{}' : answer.text))
  }

  beforeAll(async () => {
    receiver = await startReceiver()
    const [standard] = Object(await receiver.call('/system/indices/index_sets')).index_sets
    const { id: _id, default: _default, ...settings } = standard
    const other = await make('/system/indices/index_sets', { ...settings, title: 'Other', index_prefix: 'apart' })
    const setOf = { one: standard.id, two: standard.id, three: other.id }
    for (const [shop, index_set_id] of Object.entries(setOf)) {
      const rules = [{ type: 1, field: 'shop', value: shop, inverted: false }]
      const draft = { title: shop, index_set_id, rules, remove_matches_from_default_stream: true }
      const { stream_id } = await make('/streams', draft)
      await make(`/streams/${stream_id}/resume`)
      streams[shop] = stream_id
    }
    const permissions = [`streams:read:${streams['one']}`]
    const ada = { username: 'ada', password: 'ada-password', email: 'ada@example.org', full_name: 'Ada', permissions }
    await make('/users', { ...ada, roles: ['Reader'] })
  })
  afterAll(() => receiver[Symbol.asyncDispose]())

  /** One message of each stream, one of none, and last another one of the readable stream. */
  const send = async () => {
    const input = await receiver.launch(INPUT.gelfHttp, { enable_bulk_receiving: true })
    const lines = ['one', 'two', 'three', 'none', 'one'].map((shop, number) =>
      JSON.stringify({
        version: '1.1',
        host: shop,
        short_message: `${shop} ${number}`,
        _shop: shop,
        [`_in_${shop}`]: 1,
      }),
    )
    await fetch(`http://127.0.0.1:${input.port}/gelf`, { method: 'POST', body: lines.join('\n') })
    await receiver.stored(input, 5)
  }
  let sent: Promise<void> | undefined
  const allSent = () => (sent ??= send())

  test('a live tail shows only messages of the readable stream', async () => {
    await using live = await openTail(receiver.url, { as: reader, query: '' })
    await allSent()
    expect(await live.texts(2)).toEqual(['one 0', 'one 4'])
    await using late = await openTail(receiver.url, { as: reader, query: '', lastEventId: BEFORE_ALL })
    expect(await late.texts(2)).toEqual(['one 0', 'one 4'])
    for (const id of [streams['two'], EVENTS_STREAM_ID]) {
      const refused = await call(reader, 'GET', `/logyard/search/tail?streams=${streams['one']},${id}`)
      expect(refused.status).toBe(403)
    }
  })

  test('fields of unreadable index sets are not listed', async () => {
    await allSent()
    for (const fields of [
      await call(reader, 'GET', '/views/fields'),
      await call(reader, 'POST', '/views/fields', { streams: [streams['one']] }),
    ]) {
      expect(fields.status).toBe(200)
      expect(fields.text).toContain('in_one')
      expect(fields.text).not.toContain('in_three')
    }
    const refused = await call(reader, 'POST', '/views/fields', { streams: [streams['three']] })
    expect(refused.status).toBe(403)
    expect(JSON.parse(refused.text)).toMatchObject({ type: 'MissingStreamPermission', streams: [streams['three']] })
  })
})
