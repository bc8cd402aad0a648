/** Searches as documents: what is accepted, what is refused, their metadata, and how long they are stored. */
import type { QueryExplanation } from '@logyard/contract/search/search-validation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EngineUnderTest, startTestEngine } from '../testing/start-index-sets.ts'
import { insertMessages } from './testing/message-table.ts'
import { messages, query, text } from './testing/search-drafts.ts'
import { type SearchUnderTest, startSearch } from './testing/start-search.ts'

let store: EngineUnderTest
let logyard: SearchUnderTest

beforeAll(async () => {
  store = await startTestEngine()
  logyard = await startSearch({ engine: store.engine, startAt: '2026-03-01T12:00:00.000Z' })
})
afterAll(async () => {
  await logyard[Symbol.asyncDispose]()
  await store[Symbol.asyncDispose]()
})

const post = (body: unknown) => logyard.call('POST', '/views/search', { body })

test('a search is stored as sent, with defaults for missing properties', async () => {
  const id = '5f00000000000000000000aa'
  const custom = { id: 'u', type: 'tomorrow', anything: { goes: [1] } }
  const pivot = {
    id: 'p',
    type: 'pivot',
    series: [{ type: 'percentile', field: 'took', percentile: '95' }],
    rollup: true,
  }
  const body = {
    id,
    queries: [query({ filter: null, search_types: [messages(), pivot, { id: 'e', type: 'events' }, custom] })],
    parameters: [{ name: 'u' }],
  }
  const answer = await post(body)
  const common = { name: null, filter: null, timerange: null, query: null, streams: [] }
  expect(answer.status, answer.text).toBe(201)
  expect(answer.headers.get('location')).toBe(`/api/views/search/${id}`)
  const stored = {
    id,
    owner: 'admin',
    created_at: '2026-03-01T12:00:00.000Z',
    requires: {},
    parameters: [
      {
        type: 'value-parameter-v1',
        name: 'u',
        title: null,
        description: null,
        data_type: 'any',
        default_value: null,
        optional: false,
        binding: null,
      },
    ],
    queries: [
      {
        id: 'q',
        query: text(''),
        timerange: { type: 'relative', range: 0 },
        search_types: [
          { id: 'm', type: 'messages', ...common, limit: 150, offset: 0, sort: null, decorators: [] },
          { ...pivot, ...common, row_groups: [], column_groups: [], sort: [] },
          { id: 'e', type: 'events', ...common },
          { ...custom, ...common },
        ],
      },
    ],
  }
  expect(answer.body).toEqual(stored)
  expect((await logyard.call('GET', `/views/search/${id}`)).body).toEqual(stored)
})

test('a minimal search is accepted and gets an id', async () => {
  const answer = await post({})
  expect(answer.body).toMatchObject({ id: expect.stringMatching(/^[0-9a-f]{24}$/), queries: [], parameters: [] })
})

const range = (timerange: unknown) => ({ queries: [query({ timerange })] })
const searchType = (more: object) => ({ queries: [query({ search_types: [{ id: 's', ...more }] })] })

test.each<[string, unknown, string]>([
  ['a malformed id', { id: 'mine' }, 'mine is not a valid id'],
  ['an unknown property', { colour: 'red' }, 'Unable to map property colour'],
  ['an unknown property of a query', { queries: [query({ colour: 1 })] }, 'Unable to map property colour'],
  ['two queries of one id', { queries: [query(), query()] }, 'query q twice'],
  [
    'two search types of one id',
    { queries: [query({ search_types: [messages(), messages()] })] },
    'search type m twice',
  ],
  ['two parameters of one name', { parameters: [{ name: 'a' }, { name: 'a' }] }, 'parameter a twice'],
  ['an unknown kind of time range', range({ type: 'someday' }), 'timerange.type must be one of'],
  ['a negative range', range({ type: 'relative', range: -1 }), 'minimum'],
  [
    'a date without its T',
    range({ type: 'absolute', from: '2026-03-01 10:00:00', to: '2026-03-01T10:00:00Z' }),
    'pattern',
  ],
  [
    'a day that does not exist',
    range({ type: 'absolute', from: '2026-02-30T10:00:00Z', to: '2026-03-01T10:00:00Z' }),
    'is not a valid date and time',
  ],
  ['words without a date', range({ type: 'keyword', keyword: 'LOLWUT' }), 'LOLWUT'],
  ['an offset range of a query', range({ type: 'offset', source: 'query' }), 'timerange.type must be one of'],
  [
    'an unknown property of a search type',
    searchType({ type: 'messages', limitt: 1 }),
    'Unable to map property limitt',
  ],
  ['a pivot without series', searchType({ type: 'pivot', rollup: true }), 'series'],
  [
    'an interval without a unit',
    searchType({
      type: 'pivot',
      rollup: true,
      series: [],
      row_groups: [{ type: 'time', field: 't', interval: { type: 'timeunit', timeunit: '0m' } }],
    }),
    'pattern',
  ],
  ['a search type without an id', { queries: [query({ search_types: [{ type: 'tomorrow' }] })] }, 'must have an id'],
  [
    'an unknown property of a filter',
    { queries: [query({ filter: { type: 'stream', id: 'a', colour: 1 } })] },
    'Unable to map property colour',
  ],
  [
    'a filter in a filter without its query',
    { queries: [query({ filter: { type: 'or', filters: [{ type: 'query_string' }] } })] },
    'Missing required properties: queries[0].filter.filters[0].query',
  ],
  ['an invalid creation date', { created_at: 'soon' }, 'created_at'],
])('%s is refused', async (_what, body, sentence) => {
  const answer = await post(body)
  expect(answer.status, answer.text).toBe(400)
  expect(answer.text).toContain(sentence)
})

test('a missing capability is named', async () => {
  const requires = { parameters: { name: 'Parameters' }, crystal_ball: { name: 'Crystal ball' } }
  expect(await post({ requires })).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('crystal_ball'), missing: { crystal_ball: { name: 'Crystal ball' } } },
  })
})

test('a stored search is returned with all of its filters', async () => {
  const stream = '000000000000000000000001'
  const filter = {
    type: 'and',
    filters: [
      { type: 'or', filters: [{ type: 'stream', id: stream, title: 'Standard' }] },
      { type: 'query_string', query: 'level:3' },
      { type: 'tomorrow', anything: [1] },
    ],
  }
  const queries = [query({ filter, search_types: [messages({ filter, streams: [stream] })] })]
  const created = await post({ queries })
  expect(created).toMatchObject({ status: 201, body: { queries } })
  expect((await logyard.call('GET', `/views/search/${Object(created.body).id}`)).body).toEqual(created.body)
})

test('metadata name used and declared parameters', async () => {
  const body = {
    parameters: [{ name: 'u', title: 'User' }],
    queries: [
      query({
        query: text('user:$u$ AND $x$ $1$ $u$'),
        search_types: [messages({ query: text('$inner$'), filter: { type: 'query_string', query: '$filter$' } })],
      }),
    ],
  }
  const expected = {
    query_metadata: { q: { used_parameters_names: ['u', 'x', 'inner', 'filter'], referenced_queries: [] } },
    declared_parameters: { u: expect.objectContaining({ name: 'u', title: 'User', data_type: 'any' }) },
  }
  const described = await logyard.call('POST', '/views/search/metadata', { body })
  expect(described).toMatchObject({ status: 200, body: expected })
  const id = Object((await post(body)).body).id
  expect((await logyard.call('GET', `/views/search/metadata/${id}`)).body).toEqual(described.body)
  expect((await logyard.call('POST', '/views/search/metadata', { body: null })).status).toBe(400)
})

test('series functions are listed', async () => {
  const { body } = await logyard.call('GET', '/views/functions')
  const names = ['avg', 'card', 'count', 'max', 'min', 'percentile', 'stddev', 'sum', 'sumofsquares', 'variance']
  expect(body).toEqual(Object.fromEntries(names.map((type) => [type, { type }])))
})

test('a query is validated before it is executed', async () => {
  await insertMessages(store.engine, [{ at: '2026-03-01T10:00:00.000Z', fields: { took: 5, user: 'ada', level: 3 } }])
  const validate = async (query_string: string, more: object = {}) => {
    const answer = await logyard.call('POST', '/logyard/search/validate', { body: { query_string, ...more } })
    expect(answer.status, answer.text).toBe(200)
    const { status, explanations } = Object(answer.body)
    return [status, ...explanations.map(({ code, from, to }: QueryExplanation) => `${code} ${from}-${to}`)]
  }
  expect(await validate('user:ada AND took:>4')).toEqual(['OK'])
  expect(await validate('user:(ada')).toEqual(['ERROR', expect.stringMatching(/^syntax /)])
  expect(await validate('*da')).toEqual(['ERROR', expect.stringMatching(/^syntax 0-/)])
  expect(await validate('users:ada')).toEqual(['WARNING', 'unknown-field 0-5'])
  expect(await validate('took:long')).toEqual(['WARNING', 'value-does-not-fit 0-9'])
  expect(await validate('ada and bob')).toEqual(['WARNING', 'lower-case-operator 4-7'])
  expect(await validate('user=ada')).toEqual(['WARNING', 'comparison-as-text 0-8'])
  expect(await validate('took:>1s')).toEqual(['WARNING', 'unit-does-not-fit 0-8'])
  expect(await validate('level:>=warning')).toEqual(['OK', 'level-comparison 0-15'])
  const fixes = async (query_string: string) => {
    const { body } = await logyard.call('POST', '/logyard/search/validate', { body: { query_string } })
    return Object(body).explanations.flatMap((one: QueryExplanation) => one.fixes ?? [])
  }
  expect(await fixes('user:(ada')).toEqual([{ from: 9, to: 9, insert: ')' }])
  expect(await fixes('usr:ada')).toEqual([{ from: 0, to: 3, insert: 'user' }])
  expect(await fixes('*da')).toEqual([{ from: 0, to: 3, insert: '/.*da/' }])
  expect(await validate('user:$u$')).toEqual(['WARNING', 'undeclared-parameter 5-8'])
  const parameters = [{ name: 'u' }]
  expect(await validate('user:$u$', { parameters })).toEqual(['ERROR', 'unbound-parameter 5-8'])
  const parameter_bindings = { u: { type: 'value', value: 'ada' } }
  expect(await validate('user:$u$', { parameters, parameter_bindings })).toEqual(['OK'])
  const as = await logyard.addReader('blind')
  const refused = await logyard.call('POST', '/logyard/search/validate', { as, body: { query_string: '' } })
  expect(refused).toMatchObject({ status: 403, body: { type: 'MissingStreamPermission' } })
})

test('searches that no view shows are deleted after four days', async () => {
  const [old, shown] = [await logyard.store([query()]), await logyard.store([query()])]
  const view = {
    type: 'DASHBOARD',
    title: 'Board',
    search_id: shown,
    state: { q: { widgets: [], widget_mapping: {}, positions: {} } },
  }
  expect((await logyard.call('POST', '/views', { body: view })).status).toBe(200)
  logyard.clock.advance(4 * 86_400_000)
  const young = await logyard.store([query()])
  for (let hour = 0; hour < 9; hour++) logyard.clock.advance(3_600_000)
  const status = async (id: string) => (await logyard.call('GET', `/views/search/${id}`)).status
  await expect.poll(() => status(old)).toBe(404)
  expect(await status(shown)).toBe(200)
  expect(await status(young)).toBe(200)
})
