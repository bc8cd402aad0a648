import type { MessageHit } from '@logyard/contract/search/search-results'
import { afterEach, expect, test } from 'vitest'
import { placesOf, rowsWith } from './find-in-rows.ts'

const hit = (message: string, more: object = {}): MessageHit => ({
  index: 'a_0',
  message: { _id: message, timestamp: '2026-03-01T09:00:00.000Z', source: 'web', message, streams: [], ...more },
  highlight_ranges: {},
  decoration_stats: null,
})
const tools = { format: (value: unknown) => `${value}`, typeOf: () => 'string' }
const columns = [{ kind: 'level' }, { kind: 'field', field: 'took_ms' }, { kind: 'message' }] as const

test('rows are found by what their columns show, in upper or lower case', () => {
  const messages = [hit('Payment refused', { level: 3 }), hit('ok', { took_ms: 17 }), hit('payment of error'), hit('x')]
  const find = (text: string) => rowsWith(text, messages, columns, tools)
  expect(find('PAYMENT')).toEqual([0, 2])
  expect(find('error')).toEqual([0, 2])
  expect(find('17')).toEqual([1])
  expect(find('web')).toEqual([])
  expect(find('')).toEqual([])
})

afterEach(() => document.body.replaceChildren())

test('the places in rendered lines are known by their rows, without those in details', () => {
  document.body.innerHTML = `<table>
    <tbody data-index="4"><tr><td>Error: an error</td></tr><tr><td>error in the details</td></tr></tbody>
    <tbody data-index="5"><tr><td>fine</td></tr></tbody></table>`
  const places = placesOf('error', document.body)
  expect(places.map(({ row, range }) => [row, range.toString(), range.startOffset])).toEqual([
    [4, 'Error', 0],
    [4, 'error', 10],
  ])
})
