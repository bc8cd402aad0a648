/** Searches that are too large are refused before any statement runs. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { longestTurnMs } from '../../testing/longest-turn.ts'
import { type EngineUnderTest, startTestEngine } from '../../testing/start-index-sets.ts'
import { insertMessages, TEST_STREAM } from '../testing/message-table.ts'
import { inStreams, query, resultOf, text } from '../testing/search-drafts.ts'
import { startSearch } from '../testing/start-search.ts'
import { requireSmallPivot } from './statement-limits.ts'

let store: EngineUnderTest

beforeAll(async () => {
  store = await startTestEngine()
  const fields = Object.fromEntries(Array.from({ length: 87 }, (_, n) => [`field_${n}`, 'a value']))
  await insertMessages(store.engine, [{ at: '2026-03-01T10:00:00.000Z', message: 'a0b7c', fields }])
})
afterAll(() => store[Symbol.asyncDispose]())

const wildcards = (count: number, field = '') =>
  Array.from({ length: count }, (_, n) => `${field}a${n}*b7*c`).join(' OR ')
/** The error message of a search. */
async function refusals(asked: object) {
  await using logyard = await startSearch({ engine: store.engine })
  const body = { queries: [query({ filter: inStreams(TEST_STREAM), ...asked })] }
  const answer = await logyard.call('POST', '/views/search/sync', { body })
  return resultOf(Object(answer.body)).errors.map(({ description }) => description)
}

test.each([
  ['400 words with wildcards and no field', { query: text(wildcards(400)) }],
  ['400 patterns of field names', { query: text(wildcards(400, 'field_\\*:')) }],
])('%s are refused with a message', async (_, asked) => {
  expect(await refusals(asked)).toEqual([expect.stringContaining('The query has more than 5000 conditions')])
})

test.each([
  ['a long wildcard for one field', `message:${'a*'.repeat(32_000)}`],
  ['a long wildcard for all fields', `field_\\*:${'a*'.repeat(30_000)}`],
  ['a long word with an edit for all fields', `field_\\*:${'ab'.repeat(30_000)}~1`],
  [
    'long regular expressions',
    Array.from({ length: 50 }, () => `/${'<1-999999999999999999>'.repeat(40)}/`).join(' OR '),
  ],
])('%s would make too long conditions, and is refused', async (_, asked) => {
  const turn = await longestTurnMs(async () => {
    expect(await refusals({ query: text(asked) })).toEqual([expect.stringContaining('more than 8388608 characters')])
  })
  expect(turn).toBeLessThan(1000)
})

test.each([
  ['a few wildcards', wildcards(5)],
  ['a wildcard with 200 signs', `message:${'a*'.repeat(200)}`],
  ['2000 words for a field', `field_1:(${Array.from({ length: 2000 }, (_, n) => `a-word-${n}`).join(' OR ')})`],
  ['a word of 5,000 characters with an edit', `${'ab'.repeat(2500)}~1`],
])('%s are within the limits', async (_, asked) => {
  expect(await refusals({ query: text(asked) })).toEqual([])
})

test('a stored aggregation that exceeds the limits fails with a message', () => {
  const series = Array.from({ length: 2000 }, (_, n) => ({ type: 'percentile', field: 'took', percentile: n }))
  const groupings = Array.from({ length: 11 }, () => ({}))
  expect(() => requireSmallPivot({ series })).toThrow('An aggregation has at most 100 series, not 2000')
  expect(() => requireSmallPivot({ series: [], row_groups: groupings })).toThrow('at most 10 row groupings, not 11')
  expect(() => requireSmallPivot({ series: [], column_groups: groupings })).toThrow('10 column groupings, not 11')
})
