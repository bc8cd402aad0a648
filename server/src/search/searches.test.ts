/** Stored searches and their execution over HTTP: results, sorting, paging, errors. */
import type { SearchJob } from '@logyard/contract/search/search-jobs'
import type { MessageListResult } from '@logyard/contract/search/search-results'
import { expect, test } from 'vitest'
import { insertMessages } from './testing/message-table.ts'
import { listOf, messages, query, resultOf, text, textsOf } from './testing/search-drafts.ts'
import { searchTests } from './testing/search-tests.ts'
import { type SearchUnderTest, startSearch } from './testing/start-search.ts'

const tests = searchTests()

test('a message has all its fields: ISO timestamp, streams, and the exact digits of its numbers', async () => {
  const [id] = await insertMessages(tests.engine, [
    {
      at: '2026-03-01T11:00:00.250Z',
      message: 'Failed login',
      source: 'Web-01',
      fields: { big: 9007199254740993n, list: [18446744073709551615n, 1], level: 3, ok: true, at: '2026-03-01' },
    },
  ])
  const stored = await tests.logyard.store([query()])
  const answer = await tests.logyard.call('POST', `/views/search/${stored}/execute`, { body: {} })
  const job: SearchJob = Object(answer.body)
  expect(answer.status).toBe(201)
  expect(answer.headers.get('location')).toBe(`/api/views/search/status/${job.id}`)
  expect(answer.text).toContain('"big":9007199254740993,')
  expect(answer.text).toContain('"list":["18446744073709551615",1]')
  expect(listOf(job)).toMatchObject({
    id: 'm',
    type: 'messages',
    total_results: 1,
    effective_timerange: { type: 'absolute', from: '1970-01-01T00:00:00.000Z', to: '2026-03-01T12:00:00.000Z' },
    messages: [
      {
        index: 'graylog_0',
        highlight_ranges: {},
        decoration_stats: null,
        message: {
          _id: id,
          timestamp: '2026-03-01T11:00:00.250Z',
          source: 'Web-01',
          message: 'Failed login',
          streams: ['000000000000000000000001'],
          level: 3,
          ok: true,
          at: '2026-03-01',
          gl2_source_input: 'input-1',
          gl2_remote_port: 514,
        },
      },
    ],
  })
  expect(resultOf(job)).toMatchObject({ errors: [], state: 'COMPLETED' })
  expect(job).toMatchObject({
    search_id: stored,
    owner: 'admin',
    execution: { done: true, cancelled: false, completed_exceptionally: false },
  })
  expect(job).not.toHaveProperty('errors')
})

test('both ends of a time range are inclusive', async () => {
  await insertMessages(tests.engine, [
    { at: '2026-03-01T10:00:00.000Z', message: 'first' },
    { at: '2026-03-01T11:00:00.000Z', message: 'last' },
    { at: '2026-03-01T11:00:00.001Z', message: 'after' },
  ])
  const range = (from: string, to: string) => ({ timerange: { type: 'absolute', from, to } })
  const found = async (from: string, to: string) => textsOf(await tests.logyard.search([query(range(from, to))]))
  expect(await found('2026-03-01T10:00:00.000Z', '2026-03-01T11:00:00.000Z')).toEqual(['last', 'first'])
  expect(await found('2026-03-01T12:00:00.000+02:00', '2026-03-01T11:00:00')).toEqual(['last', 'first'])
  expect(await found('2026-03-01T11:00:00.000Z', '2026-03-01T10:00:00.000Z')).toEqual([])
  expect(await found('0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z')).toEqual(['after', 'last', 'first'])
})

test('a page of messages has the total number', async () => {
  const at = '2026-03-01T10:00:00.000Z'
  await insertMessages(
    tests.engine,
    Array.from({ length: 400 }, (_, n) => ({ at, message: `number ${n}` })),
  )
  const id = await tests.logyard.store([
    query({ search_types: [messages(), { id: 'other', type: 'messages', limit: 0 }] }),
  ])
  const page = async (offset: number): Promise<MessageListResult> => {
    const state = { global_override: { keep_search_types: ['m'], search_types: { m: { offset } } } }
    const answer = await tests.logyard.call('POST', `/views/search/${id}/execute`, { body: state })
    expect(Object.keys(resultOf(Object(answer.body)).search_types)).toEqual(['m'])
    return listOf(Object(answer.body))
  }
  const pages = [await page(0), await page(150), await page(300)]
  expect(pages.map(({ total_results }) => total_results)).toEqual([400, 400, 400])
  expect(pages.map((one) => one.messages.length)).toEqual([150, 150, 100])
  const seen = pages.flatMap((one) => one.messages.map(({ message }) => message.message))
  expect(new Set(seen).size).toBe(400)
  expect(seen[0]).toBe('number 399')

  const whole = await tests.logyard.search([query({ search_types: [messages({ limit: 0 })] })])
  expect(listOf(whole)).toMatchObject({ messages: [], total_results: 400 })
})

test('messages are sorted as requested, those without the field last', async () => {
  await insertMessages(tests.engine, [
    { at: '2026-03-01T10:00:00.000Z', message: 'none', source: 'b' },
    { at: '2026-03-01T10:00:01.000Z', message: 'nine', source: 'C', fields: { took: 9 } },
    { at: '2026-03-01T10:00:02.000Z', message: 'ten', source: 'a', fields: { took: 10 } },
  ])
  const sorted = async (field: string, order: string) =>
    textsOf(await tests.logyard.search([query({ search_types: [messages({ sort: [{ field, order }] })] })]))
  expect(await sorted('took', 'ASC')).toEqual(['nine', 'ten', 'none'])
  expect(await sorted('took', 'DESC')).toEqual(['ten', 'nine', 'none'])
  expect(await sorted('source', 'ASC')).toEqual(['ten', 'none', 'nine'])
  expect(await sorted('timestamp', 'ASC')).toEqual(['none', 'nine', 'ten'])

  const failing = async (field: string) => {
    const job = await tests.logyard.search([query({ search_types: [messages({ sort: [{ field, order: 'ASC' }] })] })])
    return job.errors
  }
  const error = { type: 'search_type', query_id: 'q', search_type_id: 'm' }
  expect(await failing('message')).toEqual([
    { ...error, description: expect.stringContaining('Fielddata is disabled') },
  ])
  expect(await failing('nope')).toEqual([{ ...error, description: expect.stringContaining('[nope]') }])
})

test('a page beyond the window fails only its own search type', async () => {
  const search_types = [messages({ offset: 10_000, limit: 150 }), { id: 'other', type: 'messages', limit: 1 }]
  const job = await tests.logyard.search([query({ search_types })])
  expect(job.errors).toEqual([
    {
      type: 'result_window_limit',
      description: expect.stringContaining('Result window is too large'),
      query_id: 'q',
      search_type_id: 'm',
      result_window_limit: 10_000,
    },
  ])
  expect(Object.keys(resultOf(job).search_types)).toEqual(['other'])
  expect(job.execution).toMatchObject({ done: true, cancelled: false, completed_exceptionally: true })
})

test('a negative limit and an unknown search type fail only themselves', async () => {
  const unknown = { id: 'u', type: 'heatmap', anything: { goes: true } }
  const job = await tests.logyard.search([query({ search_types: [messages({ limit: -1 }), unknown] })])
  expect(job.errors?.map(({ type, search_type_id }) => ({ type, search_type_id }))).toEqual(
    expect.arrayContaining([
      { type: 'search_type', search_type_id: 'm' },
      { type: 'search_type', search_type_id: 'u' },
    ]),
  )
  expect(JSON.stringify(job.errors)).toContain("Unknown search type 'heatmap'")
  expect(resultOf(job)).toMatchObject({ state: 'COMPLETED', search_types: {} })
})

test('an invalid query text fails only its own query', async () => {
  await insertMessages(tests.engine, [{ at: '2026-03-01T10:00:00.000Z', message: 'fine' }])
  const broken = query({ id: 'broken', query: text('login AND'), search_types: [messages(), messages({ id: 'n' })] })
  const job = await tests.logyard.search([broken, query()])
  expect(textsOf(job)).toEqual(['fine'])
  const result = resultOf(job, 'broken')
  expect(result).toMatchObject({ state: 'COMPLETED', search_types: {} })
  expect(result.errors.map(({ search_type_id }) => search_type_id)).toEqual(['m', 'n'])
  expect(result.errors[0]?.description).toContain('Failed to parse query [login AND]')
  expect(job.execution.completed_exceptionally).toBe(true)
})

test('a leading wildcard is refused in queries, not in filters, unless the settings allow it', async () => {
  await insertMessages(tests.engine, [{ at: '2026-03-01T10:00:00.000Z', message: 'login' }])
  const refused = await tests.logyard.search([query({ query: text('*ogin') })])
  expect(refused.errors?.[0]?.description).toContain('not allowed as first character')
  const filtered = await tests.logyard.search([query({ filter: { type: 'query_string', query: '*ogin' } })])
  expect(textsOf(filtered)).toEqual(['login'])

  await using lenient = await startSearch({ engine: tests.engine, config: { LOGYARD_LEADING_WILDCARDS: true } })
  expect(textsOf(await lenient.search([query({ query: text('*ogin') })]))).toEqual(['login'])
})

test('query, filter, and the query and filter of the search type are all applied', async () => {
  const at = '2026-03-01T10:00:00.000Z'
  const combinations = Array.from({ length: 16 }, (_, n) => ({ a: n & 1, b: (n >> 1) & 1, c: (n >> 2) & 1, d: n >> 3 }))
  await insertMessages(
    tests.engine,
    combinations.map((fields) => ({ at, message: JSON.stringify(fields), fields })),
  )
  const filter = (part: string) => ({ type: 'query_string', query: part })
  const job = await tests.logyard.search([
    query({
      query: text('a:1 OR a:2'),
      filter: { type: 'or', filters: [filter('b:1'), { type: 'tomorrow', anything: 1 }] },
      search_types: [messages({ filter: filter('c:1 OR c:2'), query: text('d:1') })],
    }),
  ])
  expect(textsOf(job)).toEqual(['{"a":1,"b":1,"c":1,"d":1}'])
})

test('matches are highlighted in every field, if highlighting is enabled', async () => {
  const at = '2026-03-01T10:00:00.000Z'
  await insertMessages(tests.engine, [
    { at, message: 'Failed login of Ada', source: 'login', fields: { action: 'login' } },
  ])
  const marked = async (searching: SearchUnderTest, query_string: string) =>
    listOf(await searching.search([query({ query: text(query_string) })])).messages[0]?.highlight_ranges
  expect(await marked(tests.logyard, 'login')).toEqual({})

  await using marking = await startSearch({ engine: tests.engine, config: { LOGYARD_HIGHLIGHTING: true } })
  expect(await marked(marking, 'message:login')).toEqual({
    message: [{ start: 7, length: 5 }],
    source: [{ start: 0, length: 5 }],
    action: [{ start: 0, length: 5 }],
  })
  expect(await marked(marking, '*')).toEqual({})
  const narrowed = await marking.search([query({ search_types: [messages({ query: text('login') })] })])
  expect(listOf(narrowed).messages[0]?.highlight_ranges).toEqual({})
})
