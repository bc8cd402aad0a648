import { expect, test } from 'vitest'
import type { Analyzer } from './analyzers.ts'
import { compileHighlights } from './compile-highlights.ts'
import { parseQuery } from './parse-query.ts'

/** The highlighted parts of the value. */
function marked(query: string, field: string, value: unknown, analyzer?: Analyzer): readonly string[] {
  const parsed = parseQuery(query, { allowLeadingWildcard: true })
  if (!parsed.ok) throw new Error(parsed.errors[0].message)
  const ranges = compileHighlights(parsed.tree)(field, value, analyzer)
  return ranges.map(({ start, length }) => String(value).slice(start, start + length))
}

const TEXT = 'Failed SSH-Login for root, login of admin'

test.each([
  { query: 'login', parts: ['Login', 'login'] },
  { query: 'ssh root', parts: ['SSH', 'root'] },
  { query: 'source:ssh', parts: ['SSH'] },
  { query: '"ssh login"', parts: ['SSH-Login'] },
  { query: '"ssh login" AND login AND ssh', parts: ['SSH-Login', 'login'] },
  { query: '"login ssh"~2', parts: ['SSH', 'Login', 'login'] },
  { query: '"admin failed"~2', parts: [] },
  { query: 'log* OR adm?n', parts: ['Login', 'login', 'admin'] },
  { query: '/r.*t/', parts: ['root'] },
  { query: 'rot~1', parts: ['root'] },
  { query: 'root AND NOT login -admin', parts: ['root'] },
  { query: 'NOT (NOT login)', parts: [] },
  { query: '*', parts: [] },
  { query: 'message:* OR message:[a TO z]', parts: [] },
  { query: 'nothing', parts: [] },
  { query: '""', parts: [] },
])('$query highlights $parts', ({ query, parts }) => {
  expect(marked(query, 'message', TEXT)).toEqual(parts)
})

test.each([
  ['whitespace', 'SSH-Login', ['SSH-Login']],
  ['whitespace', 'ssh OR Login OR admi*', ['admin']],
  ['simple', '"FAILED ssh"', ['Failed SSH']],
  // Each word of a sloppy phrase is highlighted separately.
  ['stop', '"login for root"', ['Login', 'root', 'login']],
  ['stop', '"login root"', []],
  ['stop', 'for OR of', []],
  ['keyword', 'Failed*', [TEXT]],
  ['keyword', 'root', []],
] as const)('split by %s, %s marks %j', (analyzer, query, parts) => {
  expect(marked(query, 'message', TEXT, analyzer)).toEqual(parts)
})

test.each([
  { query: 'web-01', field: 'source', value: 'Web-01', parts: ['Web-01'] },
  { query: 'message:My\\ App', field: 'app', value: 'My App', parts: ['My App'] },
  { query: 'App', field: 'app', value: 'My App', parts: [] },
  { query: 'level:3', field: 'level', value: 3, parts: ['3'] },
  { query: 'timestamp:"2021-06-09 14:28:00.000"', field: 'timestamp', value: '2021-06-09T14:28:00.000Z', parts: [] },
])('$query highlights $parts of $field', ({ query, field, value, parts }) => {
  expect(marked(query, field, value)).toEqual(parts)
})

test('offsets are in UTF-16 units; the ranges of all elements of a list are in one list', () => {
  const parsed = parseQuery('root OR prod OR blue', { allowLeadingWildcard: false })
  if (!parsed.ok) throw new Error(parsed.errors[0].message)
  const highlight = compileHighlights(parsed.tree)
  expect(highlight('message', '𝄞 root')).toEqual([{ start: 3, length: 4 }])
  expect(highlight('tags', ['prod', 'x', 'blue'])).toEqual([{ start: 0, length: 4 }])
})
