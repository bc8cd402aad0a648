import { OFF_FILTER } from '@logyard/contract/search/search-types'
import { expect, test } from 'vitest'
import type { QuerySettings } from './search-document.ts'
import { hasUnknownRange, isSameUrl, queryFromOwnUrl, queryFromUrl, urlOf } from './search-url.ts'

const base: QuerySettings = {
  text: '',
  timerange: { type: 'relative', range: 300 },
  streams: [],
  steps: '',
  otherFilters: [],
}
const options = { savedFilters: [], zone: 'Europe/Berlin', nowMs: Date.parse('2021-06-09T12:00:00.000Z') }
const read = (url: string, over: Partial<QuerySettings> = {}) =>
  queryFromUrl(new URLSearchParams(url), { ...base, ...over }, options)

test('reads all parameters of a link', () => {
  expect(read('q=level:3&rangetype=relative&relative=3600&streams=A, B')).toEqual({
    text: 'level:3',
    steps: '',
    timerange: { type: 'relative', range: 3600 },
    streams: ['A', 'B'],
    otherFilters: [],
  })
})

test.each([
  { url: '', timerange: { type: 'relative', range: 300 } },
  { url: 'relative=0', timerange: { type: 'relative', range: 0 } },
  { url: 'relative=-5', timerange: { type: 'relative', range: 300 } },
  { url: 'relative=soon', timerange: { type: 'relative', range: 300 } },
  { url: 'rangetype=keyword&keyword=last hour', timerange: { type: 'keyword', keyword: 'last hour' } },
  { url: 'rangetype=keyword&keyword=', timerange: { type: 'relative', range: 300 } },
  {
    url: 'rangetype=absolute&from=2021-05-01 10:00:00&to=2021-05-01T09:00:00.000Z',
    timerange: { type: 'absolute', from: '2021-05-01T08:00:00.000Z', to: '2021-05-01T09:00:00.000Z' },
  },
  {
    url: 'rangetype=absolute&from=2021-05-01T08:00:00.000Z',
    timerange: { type: 'absolute', from: '2021-05-01T08:00:00.000Z', to: '2021-06-09T12:00:00.000Z' },
  },
  { url: 'rangetype=absolute&to=2021-05-01T08:00:00.000Z', timerange: { type: 'relative', range: 300 } },
])('the range of "$url"', ({ url, timerange }) => {
  expect(read(url).timerange).toEqual(timerange)
})

test('missing parameters keep their values; an empty query is a query', () => {
  const saved = { text: 'level:3', streams: ['A'] }
  expect(read('', saved)).toMatchObject(saved)
  expect(read('q=&streams=', saved)).toMatchObject({ text: '', streams: ['A'] })
})

test('steps have a parameter of their own, so that a | in the query of a link stays a word', () => {
  const steps = '| stats count() by source'
  expect(read('q=a | b')).toMatchObject({ text: 'a | b', steps: '' })
  expect(read('q=level:3', { steps })).toMatchObject({ steps: '' })
  expect(read('', { steps })).toMatchObject({ steps })
  const written = urlOf({ ...base, text: 'level:3', steps }, { table: {} }, new URLSearchParams())
  expect(read(written.toString())).toMatchObject({ text: 'level:3', steps })
})

test('in a URL written by the page, a missing list of streams means all', () => {
  const back = (url: string) => queryFromOwnUrl(new URLSearchParams(url), { ...base, streams: ['A'] }, options).streams
  expect(back('q=x&rangetype=relative&relative=300')).toEqual([])
  expect(back('q=x')).toEqual(['A'])
})

test('the URL has the query and its range, and keeps unknown parameters', () => {
  const present = new URLSearchParams('q=x&foo=bar&rangetype=relative&relative=60&streams=A')
  const keyword: QuerySettings = { ...base, text: 'y', timerange: { type: 'keyword', keyword: 'today' } }
  expect(urlOf(keyword, { table: {} }, present).toString()).toBe('q=y&rangetype=keyword&keyword=today&foo=bar')
  expect(
    isSameUrl(
      urlOf(keyword, { table: {} }, present),
      new URLSearchParams('foo=bar&keyword=today&rangetype=keyword&q=y'),
    ),
  ).toBe(true)
  expect(isSameUrl(urlOf(keyword, { table: {} }, present), present)).toBe(false)
})

test.each([
  { url: 'rangetype=weekly', isUnknown: true },
  { url: 'rangetype=absolute', isUnknown: false },
  { url: 'q=x', isUnknown: false },
])('$url names an unknown type: $isUnknown', ({ url, isUnknown }) => {
  expect(hasUnknownRange(new URLSearchParams(url))).toBe(isUnknown)
})

const on = (query: string) => ({ type: 'query_string' as const, query })

test('filters are in the link, also those that are switched off', () => {
  const filters = [on('source:web-1'), { type: OFF_FILTER, query: 'level:7' } as const, on('off:x'), on('NOT on:y')]
  const url = urlOf({ ...base, otherFilters: filters }, { table: {} }, new URLSearchParams())
  expect(url.getAll('filter')).toEqual(['source:web-1', 'off:level:7', 'on:off:x', 'NOT on:y'])
  expect(queryFromUrl(url, base, options).otherFilters).toEqual(filters)
})

test('a link without filters keeps those of a saved search, unless they were removed', () => {
  const saved = [on('source:web-1')]
  const back = (url: URLSearchParams) =>
    queryFromOwnUrl(url, { ...base, otherFilters: [on('x')] }, { ...options, savedFilters: saved }).otherFilters
  expect(back(new URLSearchParams('q=x&rangetype=relative&relative=300'))).toEqual(saved)
  expect(back(urlOf(base, { table: {}, savedFilters: saved }, new URLSearchParams()))).toEqual([])
  expect(back(new URLSearchParams())).toEqual([on('x')])
})
