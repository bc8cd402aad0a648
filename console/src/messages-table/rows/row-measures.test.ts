import type { MessageHit } from '@logyard/contract/search/search-results'
import { expect, test } from 'vitest'
import { dayStarts } from './day-starts.ts'
import { longestValues } from './longest-values.ts'

const hit = (timestamp: string, fields: Readonly<Record<string, unknown>> = {}): MessageHit => ({
  message: { _id: timestamp, timestamp, streams: [], ...fields },
  index: 'logs_0',
  highlight_ranges: {},
  decoration_stats: null,
})
const dayOf = (iso: string) => iso.slice(0, 10)

test('a date stands above the first row of each day', () => {
  const times = ['2021-05-03T01:00:00Z', '2021-05-02T23:00:00Z', '2021-05-02T09:00:00Z', '2021-05-01T10:00:00Z']
  expect([
    ...dayStarts(
      times.map((time) => hit(time)),
      dayOf,
    ),
  ]).toEqual([0, 1, 3])
  expect([...dayStarts([], dayOf)]).toEqual([])
})

test('a column is as long as the longest value of its field in the first messages', () => {
  const columns = [{ kind: 'level' }, { kind: 'field', field: 'source' }, { kind: 'field', field: 'gone' }] as const
  const tools = { format: String, typeOf: () => 'string' }
  const first = Array.from({ length: 100 }, (_, index) => hit('2021-05-01T10:00:00Z', { source: `web-${index}` }))
  const later = hit('2021-05-01T10:00:00Z', { source: 'a source that is much longer' })
  const longest = longestValues([...first, later], columns, tools)
  expect([...longest]).toEqual([
    ['source', 'web-99'.length],
    ['gone', 0],
  ])
  expect(longestValues([], columns, tools).size).toBe(0)
})
