/** What an execution state can change: ranges, texts, pages, parameters. */
import type { SearchJob } from '@logyard/contract/search/search-jobs'
import { expect, test } from 'vitest'
import { insertMessages } from './testing/message-table.ts'
import { listOf, messages, query, resultOf, text, textsOf } from './testing/search-drafts.ts'
import { searchTests } from './testing/search-tests.ts'

const tests = searchTests()

const relative = (range: number) => ({ type: 'relative', range })
const absolute = (from: string, to: string) => ({ type: 'absolute', from, to })
const march1 = (time: string) => `2026-03-01T${time}.000Z`
const offset = (more: object) => ({ type: 'offset', ...more })
const rangeOf = (job: SearchJob, id = 'm') => listOf(job, id).effective_timerange

test('now is read once per query, so a relative day is exactly a day', async () => {
  const job = await tests.logyard.search([query({ timerange: relative(86_400) })])
  expect(rangeOf(job)).toEqual(absolute('2026-02-28T12:00:00.000Z', march1('12:00:00')))
  expect(resultOf(job).execution_stats).toEqual({
    duration: expect.any(Number),
    timestamp: march1('12:00:00'),
    effective_timerange: absolute('2026-02-28T12:00:00.000Z', march1('12:00:00')),
  })
  const keyword = await tests.logyard.search([query({ timerange: { type: 'keyword', keyword: 'last 5 minutes' } })])
  expect(rangeOf(keyword)).toEqual(absolute(march1('11:55:00'), march1('12:00:00')))
})

test('a global override replaces the ranges of search types, and `queries` has no effect beside it', async () => {
  const own = messages({ timerange: absolute(march1('01:00:00'), march1('02:00:00')) })
  const shifted = messages({ id: 'shifted', timerange: offset({ source: 'query' }) })
  const search = [query({ timerange: relative(300), search_types: [own, shifted] })]
  const global = { timerange: relative(60) }
  const queries = { q: { timerange: relative(7200) } }

  const plain = await tests.logyard.search(search)
  expect(rangeOf(plain)).toEqual(absolute(march1('01:00:00'), march1('02:00:00')))
  expect(rangeOf(plain, 'shifted')).toEqual(absolute(march1('11:50:00'), march1('11:55:00')))
  const both = await tests.logyard.search(search, { state: { global_override: global, queries } })
  expect(rangeOf(both)).toEqual(absolute(march1('11:59:00'), march1('12:00:00')))
  expect(rangeOf(both, 'shifted')).toEqual(absolute(march1('11:58:00'), march1('11:59:00')))
  expect(resultOf(both).query.timerange).toEqual(relative(60))
  const one = await tests.logyard.search(search, { state: { global_override: null, queries } })
  expect(rangeOf(one)).toEqual(absolute(march1('10:00:00'), march1('12:00:00')))
  const unreadable = { global_override: { timerange: { type: 'relative', range: 'soon' } } }
  expect(rangeOf(await tests.logyard.search(search, { state: unreadable }))).toEqual(rangeOf(plain))
})

test('offsets move a range back by its length or by seconds', async () => {
  const ranged = messages({ timerange: absolute(march1('10:00:00'), march1('10:05:00')) })
  const search_types = [
    ranged,
    messages({ id: 'before', timerange: offset({ source: 'search_type', id: 'm', offset: '1i' }) }),
    messages({ id: 'twice', timerange: offset({ source: 'search_type', id: 'm', offset: '2i' }) }),
    messages({ id: 'minute', timerange: offset({ source: 'search_type', id: 'm', offset: '60' }) }),
    messages({ id: 'yesterday', timerange: offset({ source: 'search_type', id: 'm', offset: '86400' }) }),
    messages({ id: 'number', timerange: offset({ source: 'search_type', id: 'm', offset: 30 }) }),
    messages({ id: 'chain', timerange: offset({ source: 'search_type', id: 'before' }) }),
  ]
  const job = await tests.logyard.search([query({ search_types })])
  expect(rangeOf(job, 'before')).toEqual(absolute(march1('09:55:00'), march1('10:00:00')))
  expect(rangeOf(job, 'twice')).toEqual(absolute(march1('09:50:00'), march1('09:55:00')))
  expect(rangeOf(job, 'minute')).toEqual(absolute(march1('09:59:00'), march1('10:04:00')))
  expect(rangeOf(job, 'yesterday')).toEqual(absolute('2026-02-28T10:00:00.000Z', '2026-02-28T10:05:00.000Z'))
  expect(rangeOf(job, 'number')).toEqual(absolute(march1('09:59:30'), march1('10:04:30')))
  expect(rangeOf(job, 'chain')).toEqual(absolute(march1('09:50:00'), march1('09:55:00')))
  const unchanged = await tests.logyard.search([query({ search_types })], {
    state: { global_override: { keep_search_types: ['before'] } },
  })
  expect(rangeOf(unchanged, 'before')).toEqual(rangeOf(job, 'before'))
})

test.each([
  { name: 'an unknown source', timerange: offset({ source: 'tomorrow' }) },
  { name: 'no search type', timerange: offset({ source: 'search_type' }) },
  { name: 'an unknown search type', timerange: offset({ source: 'search_type', id: 'x' }) },
  { name: 'itself', timerange: offset({ source: 'search_type', id: 'm' }) },
  { name: 'an unreadable offset', timerange: offset({ source: 'query', offset: 'a while' }) },
])('an offset range with $name fails the query', async ({ timerange }) => {
  const job = await tests.logyard.search([query({ search_types: [messages({ timerange }), messages({ id: 'n' })] })])
  expect(resultOf(job)).toMatchObject({ state: 'FAILED', search_types: {}, errors: [{ type: 'query', query_id: 'q' }] })
})

test('an unknown query type fails the query', async () => {
  const override = { global_override: { query: { type: 'sql', query_string: '1' } } }
  const job = await tests.logyard.search([query()], { state: override })
  expect(resultOf(job)).toMatchObject({ state: 'FAILED', errors: [{ type: 'query' }] })
  expect(job.execution.completed_exceptionally).toBe(true)
})

test('an override replaces the text of the query', async () => {
  await insertMessages(tests.engine, [
    { at: march1('11:00:00'), message: 'one' },
    { at: march1('11:00:01'), message: 'two' },
  ])
  const state = { queries: { q: { query: text('two') } } }
  const job = await tests.logyard.search([query({ query: text('one') })], { state })
  expect(textsOf(job)).toEqual(['two'])
  expect(resultOf(job).query.query).toEqual(text('two'))
})

test('a parameter is always a value, never an operator, in any position', async () => {
  const values = ['a OR b', 'OR', '>=5', 'plain', 'with "quotes"', 'back\\slash', '-5', 'a*', '$other$']
  await insertMessages(
    tests.engine,
    values.map((user) => ({ at: march1('11:00:00'), message: user, fields: { user } })),
  )
  const parameters = [{ name: 'u' }]
  const found = async (query_string: string, value: unknown) => {
    const state = { parameter_bindings: { u: { type: 'value', value } } }
    return textsOf(await tests.logyard.search([query({ query: text(query_string) })], { parameters, state }))
  }
  for (const value of values) {
    expect(await found('user:$u$', value), value).toEqual([value])
    expect(await found('user:"$u$"', value), value).toEqual([value])
    expect(await found('user:/$u$/', value), value).toEqual([value])
  }
})

test('parameters are filled in everywhere, with the binding or else the default', async () => {
  await insertMessages(tests.engine, [{ at: march1('11:00:00'), message: 'hit', fields: { a: 1, b: 2, c: 3, d: 4 } }])
  const declared = ['a', 'b', 'c', 'd'].map((name, n) => ({ name, default_value: n + 1 }))
  const filter = (part: string) => ({ type: 'query_string', query: part })
  const queries = [
    query({
      query: text('a:$a$'),
      filter: filter('b:$b$'),
      search_types: [messages({ query: text('c:$c$'), filter: filter('d:$d$') })],
    }),
  ]
  const found = async (parameter_bindings: object) =>
    textsOf(await tests.logyard.search(queries, { parameters: declared, state: { parameter_bindings } }))
  expect(await found({})).toEqual(['hit'])
  expect(await found({ a: { type: 'value', value: '1' } })).toEqual(['hit'])
  for (const name of ['a', 'b', 'c', 'd'])
    expect(await found({ [name]: { type: 'value', value: 9 } }), name).toEqual([])
  // A binding of another type than `value` is ignored.
  expect(await found({ a: { type: 'lookup' } })).toEqual(['hit'])
})

test('a required parameter without a value fails the query, an optional one is empty', async () => {
  await insertMessages(tests.engine, [{ at: march1('11:00:00'), message: 'a $dollar$ sign' }])
  const run = (optional: boolean) =>
    tests.logyard.search([query({ query: text('sign $x$') })], { parameters: [{ name: 'x', optional }] })
  expect(resultOf(await run(false))).toMatchObject({
    state: 'FAILED',
    search_types: {},
    errors: [
      {
        type: 'unbound_parameter',
        description: 'Unbound required parameter used: x',
        query_id: 'q',
        parameter: 'x',
      },
    ],
  })
  expect(textsOf(await run(true))).toEqual(['a $dollar$ sign'])
  const undeclared = await tests.logyard.search([query({ query: text('message:$dollar$') })])
  expect(textsOf(undeclared)).toEqual(['a $dollar$ sign'])
})
