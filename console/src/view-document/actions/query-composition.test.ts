import { parseQuery } from '@logyard/languages/query/parse-query'
import { expect, test } from 'vitest'
import { messagesWidget } from '../../widgets/testing/widget-samples.ts'
import { documentsFor } from '../editing/new-widgets.ts'
import { andQueries, andQuery, fieldTerm } from './query-composition.ts'

test.each(['plain', 'foo bar', 'a:b', 'say "hi" \\o', 'a&&&b', '>5', '<=5', 'AND', 'NOT', '-5', '[1 TO 2]', '*', ''])(
  'a click on the value %j searches for exactly that, in a field of any name',
  (value) => {
    for (const field of ['took', 'an odd:name', 'AND', '-x']) {
      expect(parseQuery(fieldTerm(field, value), { allowLeadingWildcard: true })).toMatchObject({
        ok: true,
        tree: { field: { name: field }, text: value },
      })
    }
  },
)

test('clicks add terms to the current query', () => {
  const first = andQuery('', fieldTerm('source', 'foo bar'))
  expect(first).toBe('source:"foo bar"')
  expect(andQuery(first, fieldTerm('source', 'a:b'))).toBe('source:"foo bar" AND source:a\\:b')
  expect(andQuery('*', 'x')).toBe('x')
})

test.each([
  ['2020-05-27T15:02:49.786Z', 'timestamp:"2020-05-27 15:02:49.786"'],
  ['2020-05-27T17:02:49.786+02:00', 'timestamp:"2020-05-27 15:02:49.786"'],
  ['2020-05-27 15:02:49.786', 'timestamp:"2020-05-27 15:02:49.786"'],
])('the instant %s is written in UTC', (value, term) => {
  expect(fieldTerm('timestamp', value, 'date')).toBe(term)
})

test('joining two queries does not change the meaning of either', () => {
  expect(andQueries('a OR b', 'c')).toBe('(a OR b) AND c')
  expect(andQueries('', 'c')).toBe('c')
})

test('the messages of a cell match all of its row and column keys', () => {
  const widget = { ...messagesWidget('w'), query: { type: 'elasticsearch', query_string: 'app:shop' } }
  const { condition, widget: table } = documentsFor(
    [{ field: 'source', value: 'web' }, { field: 'level', value: '3' }, { field: 'took_ms' }],
    widget,
    () => 'string',
  )
  expect(condition).toBe('source:web AND level:3 AND _exists_:took_ms')
  expect(table.query).toBe('app:shop AND (source:web AND level:3 AND _exists_:took_ms)')
  expect(table.config).toMatchObject({ fields: ['timestamp', 'source', 'level', 'took_ms'] })
})
