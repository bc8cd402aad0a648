/** An execution can override only the page of a list of messages, nothing else of the stored search. */
import { EventList, MessageList, Pivot } from '@logyard/contract/search/search-types'
import { describe, expect, test } from 'vitest'
import { insertMessages } from './testing/message-table.ts'
import { inStreams, messages, query, text, textsOf } from './testing/search-drafts.ts'
import { searchTests } from './testing/search-tests.ts'

const tests = searchTests()

const SECRET = 'the secret of stream B'
const at = '2026-03-01T10:00:00.000Z'

/** A user who may read stream A, and a search of it. */
async function viewerOfA() {
  const a = await tests.logyard.addStream({ title: 'A' })
  const b = await tests.logyard.addStream({ title: 'B' })
  await insertMessages(tests.engine, [
    { at, message: 'one of stream A', streams: [a] },
    { at, message: 'another of stream A', streams: [a] },
    { at, message: SECRET, streams: [b] },
  ])
  const as = await tests.logyard.addReader('viewer', a)
  const id = await tests.logyard.store([query({ filter: inStreams(a) })], { as })
  return { as, id, b }
}

const INJECTION = "ASC LIMIT 0 UNION ALL SELECT line FROM file('/etc/passwd', 'LineAsString', 'line String') -- "
/** A meaningful value for the key. */
const meaningOf = (key: string, b: string): unknown =>
  ({
    streams: [b],
    type: 'pivot',
    filter: { type: 'stream', id: b },
    query: text('*'),
    sort: [{ field: 'source', order: INJECTION }],
    timerange: { type: 'relative', range: 0 },
    series: [{ type: 'count' }],
    rollup: true,
  })[key] ?? []

const PAGE = ['limit', 'offset']
const KEYS = [
  ...new Set([MessageList, EventList, Pivot].flatMap(({ properties }) => Object.keys(properties))),
  'scope',
].filter((key) => !PAGE.includes(key))

const KINDS = {
  'of a query': (page: object) => ({ queries: { q: { search_types: { m: page } } } }),
  'of all queries': (page: object) => ({ global_override: { search_types: { m: page } } }),
  'of a query, under a name with a line break': (page: object) => ({
    queries: { q: {}, 'q\n': { search_types: { m: page } } },
  }),
  'of a search type with a line break in its id': (page: object) => ({
    queries: { q: { search_types: { 'm\n': page } } },
  }),
} as const

describe.each(Object.entries(KINDS))('an override %s', (_kind, stateOf) => {
  test('of anything but the page is refused, naming the property', async () => {
    const { as, id, b } = await viewerOfA()
    for (const key of KEYS) {
      const state = stateOf({ [key]: meaningOf(key, b) })
      const execution_state = state
      const asked = [
        { path: `/views/search/${id}/execute`, body: state },
        { path: `/views/search/messages/${id}`, body: { execution_state } },
        { path: `/views/search/messages/${id}/m`, body: { execution_state } },
        {
          path: '/logyard/search/downloads',
          body: { search_id: id, search_type_id: 'm', format: 'csv', file_name: 'all.csv', execution_state },
        },
      ]
      for (const { path, body } of asked) {
        const headers = { accept: 'application/json' }
        const answer = await tests.logyard.call('POST', path, { as, body, headers })
        expect({ key, path, status: answer.status, body: answer.body }).toEqual({
          key,
          path,
          status: 400,
          body: {
            type: 'ApiError',
            message: `Unable to map property ${key}.\nKnown properties include: limit, offset`,
          },
        })
      }
    }
  })
})

test('an override of the page changes limit and offset', async () => {
  const { as, id } = await viewerOfA()
  const state = { queries: { q: { search_types: { m: { limit: 1, offset: 1 } } } } }
  const answer = await tests.logyard.call('POST', `/views/search/${id}/execute`, { as, body: state })
  const all = await tests.logyard.call('POST', `/views/search/${id}/execute`, { as, body: {} })
  expect(textsOf(Object(answer.body))).toEqual(textsOf(Object(all.body)).slice(1, 2))
  expect(textsOf(Object(all.body))).toHaveLength(2)
})

test.each([1e300, 2 ** 31, -(2 ** 31), 1.5, '1.5'])('a page of %s is refused', async (limit) => {
  const { as, id } = await viewerOfA()
  const state = { queries: { q: { search_types: { m: { limit } } } } }
  expect((await tests.logyard.call('POST', `/views/search/${id}/execute`, { as, body: state })).status).toBe(400)
})

test('a search type of an unknown type is stored unchanged and fails when executed', async () => {
  const { as, b } = await viewerOfA()
  const odd = { id: 'odd', type: 'treasure', streams: [b], filter: 7, timerange: { type: 'absolute', from: 5 } }
  const shifted = messages({ id: 'n', timerange: { type: 'offset', source: 'search_type', id: 'odd' } })
  const job = await tests.logyard.search([query({ search_types: [odd, shifted] })], { as })
  expect(job.errors).toMatchObject([{ type: 'search_type', search_type_id: 'odd' }])
  expect(JSON.stringify(job.results)).not.toContain(SECRET)
  const state = { queries: { q: { search_types: { odd: { type: 'messages' } } } } }
  const id = await tests.logyard.store([query({ search_types: [odd] })], { as })
  expect((await tests.logyard.call('POST', `/views/search/${id}/execute`, { as, body: state })).status).toBe(400)
})

test.each([
  { what: '101 series', pivot: { series: Array.from({ length: 101 }, () => ({ type: 'count' })) } },
  {
    what: '11 groupings',
    pivot: { row_groups: Array.from({ length: 11 }, () => ({ type: 'values', field: 'source' })) },
  },
  {
    what: '11 columns',
    pivot: { column_groups: Array.from({ length: 11 }, () => ({ type: 'values', field: 'source' })) },
  },
])('a pivot of $what is refused, naming the list', async ({ pivot }) => {
  const { as } = await viewerOfA()
  const search_types = [{ id: 'p', type: 'pivot', series: [], rollup: true, ...pivot }]
  const answer = await tests.logyard.call('POST', '/views/search', { as, body: { queries: [query({ search_types })] } })
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject([{ path: `queries[0].search_types[0].${Object.keys(pivot).join()}` }])
})

const filterOf = (levels: number): object =>
  levels === 0 ? { type: 'query_string', query: '*' } : { type: 'and', filters: [filterOf(levels - 1)] }

test('filters may be nested five levels deep, and refuse unknown properties at each level', async () => {
  const { as } = await viewerOfA()
  const ask = (filter: object) =>
    tests.logyard.call('POST', '/views/search', { as, body: { queries: [query({ filter })] } })
  expect((await ask(filterOf(5))).status).toBe(201)
  expect((await ask({ type: 'of tomorrow', any: { thing: 1 } })).status).toBe(201)
  expect((await ask(filterOf(7))).status).toBe(400)
  const open = { type: 'and', filters: [{ type: 'or', filters: [{ type: 'stream', id: 'x', name: 'y' }] }] }
  expect(await ask(open)).toMatchObject({
    status: 400,
    body: { message: 'Unable to map property name.\nKnown properties include: type, id, title, filters' },
  })
})
