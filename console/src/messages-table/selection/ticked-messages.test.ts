import type { MessageHit } from '@logyard/contract/search/search-results'
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { curlLine } from './curl-line.ts'
import { copiedText, tickedTerm } from './ticked-messages.ts'
import { useTickedMessages } from './use-ticked-messages.ts'

const hit = (_id: string, message: string, more: object = {}): MessageHit => ({
  index: 'graylog_0',
  message: { _id, timestamp: '2026-03-01T09:00:00.000Z', source: 'web-1', message, streams: [], ...more },
  highlight_ranges: {},
  decoration_stats: null,
})
const HITS = [hit('a', 'said "no"', { took_ms: 12 }), hit('b', 'two\nlines'), hit('c', 'plain', { took_ms: 0 })]
const FIELDS = ['source', 'took_ms', 'message']

test.each([
  { format: 'text', text: 'web-1\t12\tsaid "no"\nweb-1\t\ttwo lines' },
  {
    format: 'markdown',
    text: '| source | took\\_ms | message |\n| --- | --- | --- |\n| web-1 | 12 | said "no" |\n| web-1 |  | two<br>lines |\n',
  },
  { format: 'csv', text: '"source","took_ms","message"\n"web-1","12","said ""no"""\n"web-1",,"two\nlines"\n' },
] as const)('as $format the columns of the table are copied', ({ format, text }) => {
  expect(copiedText(HITS.slice(0, 2), FIELDS, format)).toBe(text)
})

test('as JSON whole messages are copied', () => {
  expect(JSON.parse(copiedText(HITS, FIELDS, 'json'))).toEqual(HITS.map(({ message }) => message))
})

test('a query for ticked messages contains each id', () => {
  expect(tickedTerm(HITS.slice(0, 1))).toBe('_id:a')
  expect(tickedTerm(HITS)).toBe('(_id:a OR _id:b OR _id:c)')
})

test('a range is ticked from the last ticked message; messages that left the table are unticked', () => {
  const { result, rerender } = renderHook(({ hits }) => useTickedMessages(hits), { initialProps: { hits: HITS } })
  const ids = () => result.current.hits.map(({ message }) => message._id)
  act(() => result.current.tick(0, false))
  act(() => result.current.tick(2, true))
  expect(ids()).toEqual(['a', 'b', 'c'])
  act(() => result.current.tick(1, false))
  expect(ids()).toEqual(['a', 'c'])
  rerender({ hits: HITS.slice(1) })
  expect(ids()).toEqual(['c'])
  act(() => result.current.clear())
  expect(ids()).toEqual([])
})

test('a line for curl asks for exactly these messages, whatever quotes they have', () => {
  const searched = { query: `message:"it's"`, streams: ['s1'], timerange: { type: 'relative', range: 300 } } as const
  expect(curlLine('https://logs/api/', searched, ['source'], 2)).toBe(
    `curl -u "$TOKEN:token" -H 'X-Requested-By: curl' -H 'Content-Type: application/json' -H 'Accept: application/json' ` +
      `-d '{"query":"message:\\"it'\\''s\\"","streams":["s1"],"timerange":{"type":"relative","range":300},` +
      `"fields":["source"],"size":2}' 'https://logs/api/search/messages'`,
  )
})
