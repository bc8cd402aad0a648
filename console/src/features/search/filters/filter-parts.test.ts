import { expect, test } from 'vitest'
import { inverted, partsOf } from './filter-parts.ts'

test.each([
  { query: 'source:web\\-1', isExcluded: false, simple: { field: 'source', value: 'web-1' } },
  { query: 'NOT source:"web one"', isExcluded: true, simple: { field: 'source', value: 'web one' } },
  { query: 'NOT (a:b OR c:d)', isExcluded: true, simple: undefined },
  { query: 'NOT a:b AND c:d', isExcluded: false, simple: undefined },
  { query: 'NOT a:b NOT c:d', isExcluded: false, simple: undefined },
  { query: 'took_ms:>5', isExcluded: false, simple: undefined },
  { query: 'NOT _exists_:user', isExcluded: true, simple: undefined },
  { query: 'broken:(', isExcluded: false, simple: undefined },
])('$query is excluded: $isExcluded', ({ query, ...expected }) => {
  expect(partsOf(query)).toMatchObject(expected)
})

test.each([
  ['source:x', 'NOT source:x'],
  ['NOT source:x', 'source:x'],
  ['a:b OR c:d', 'NOT (a:b OR c:d)'],
  ['(a:b OR c:d)', 'NOT (a:b OR c:d)'],
  ['(a:b) OR (c:d)', 'NOT ((a:b) OR (c:d))'],
  ['two words', 'NOT (two words)'],
  ['NOT a:b NOT c:d', 'NOT (NOT a:b NOT c:d)'],
])('the opposite of %s is %s', (query, opposite) => {
  expect(inverted(query)).toBe(opposite)
})
