import type { QueryResult, SearchError } from '@logyard/contract/search/search-jobs'
import { expect, test } from 'vitest'
import { widgetResult } from '../model/view-model.ts'
import { finishedOutcomes, withOlder, withPage } from './job-results.ts'
import type { WidgetOutcome } from './run-request.ts'

const range = { type: 'absolute', from: '2026-03-01T09:00:00.000Z', to: '2026-03-01T10:00:00.000Z' } as const
const cancelled: SearchError = {
  type: 'search_type',
  description: 'The search was cancelled before it was done.',
  code: 'search-cancelled',
  query_id: 'q',
  search_type_id: 'chart',
}
const failure: SearchError = {
  type: 'search_type',
  description: 'No such field',
  query_id: 'q',
  search_type_id: 'trend',
}

const planned = { id: 'q', timerange: range, query: { type: 'elasticsearch', query_string: '' } }
const queryWith = (...errors: readonly SearchError[]): QueryResult => ({
  query: { ...planned, search_types: [] },
  execution_stats: { duration: 1, timestamp: range.to, effective_timerange: range },
  search_types: {},
  errors: [...errors],
  state: 'COMPLETED',
})
const outcome = (query: QueryResult): WidgetOutcome => ({
  requested: 'same',
  searchId: 's',
  state: {},
  searchTypeIds: ['chart', 'trend'],
  query,
})
const before = outcome(queryWith())
const shown = (query: QueryResult) => withOlder([['w', outcome(query)]], new Map([['w', before]]))[0]?.[1]

test('after a stop only the error about the cancellation is hidden', () => {
  const ids = ['chart', 'trend']
  expect(widgetResult(queryWith(cancelled), ids, false)).toMatchObject({ isStopped: true, errors: [] })
  expect(widgetResult(queryWith(cancelled, failure), ids, false)).toMatchObject({ errors: [failure] })
  expect(widgetResult(queryWith(failure), ids, false)).not.toHaveProperty('isStopped')
})

test('an older result replaces a cancelled one, but no error', () => {
  expect(shown(queryWith(cancelled))).toBe(before)
  expect(shown(queryWith(cancelled, failure))?.query.errors).toEqual([cancelled, failure])
  expect(shown(queryWith(failure))?.query.errors).toEqual([failure])
})

test('a widget of a job that is being stopped is not finished', () => {
  const search = { id: 's', query: planned, mapping: { w: ['chart'], x: ['trend'] } }
  const cost = { rows: 0, bytes: 0, milliseconds: 1 }
  const execution = { done: false, cancelled: true, completed_exceptionally: true, cost }
  const partial_results = { q: queryWith(cancelled, failure) }
  const job = { id: 'j', search_id: 's', owner: 'ada', execution, results: {}, partial_results }
  const request = {
    queryId: 'q',
    state: {},
    requested: new Map(),
    replacesAll: false,
    showsPartial: true,
    prepare: async () => undefined,
  }
  const waiting = new Map([
    ['w', 'same'],
    ['x', 'same'],
  ])
  expect(finishedOutcomes(job, search, request, waiting).map(([id]) => id)).toEqual(['x'])
})

test('a result lacks what its query or a later page of it lacks', () => {
  const lacking = (...missing_shards: readonly number[]): QueryResult => {
    const query = queryWith()
    return { ...query, execution_stats: { ...query.execution_stats, missing_shards: [...missing_shards] } }
  }
  const missing = (query: QueryResult) => widgetResult(query, ['chart'], false).missingShards
  expect(missing(queryWith())).toBeUndefined()
  expect(missing(withPage(queryWith(), lacking(2), 'chart'))).toEqual([2])
  expect(missing(withPage(lacking(3, 1), lacking(2, 3), 'chart'))).toEqual([1, 2, 3])
})
