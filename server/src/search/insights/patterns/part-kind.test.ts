import { expect, test } from 'vitest'
import { partKind } from './part-kind.ts'

test.each([
  ['10.0.0.1', 'ip'],
  ['/10.0.0.1:50010', 'ip'],
  ['2001:db8::1', 'ip'],
  ['2026-03-01T10:00:00Z', 'time'],
  ['10:11:12', 'time'],
  ['Sun Jul 10 03:55:15 2005', 'time'],
  ['-1.5', 'number'],
  ['12,000', 'number'],
  ['64KB', 'size'],
  ['75ms', 'duration'],
  ['0x1f00ac', 'id'],
  ['7d444840-9dc0-11d1-b245-5ffdce74fad2', 'id'],
  ['blk_-1608999687919862906', 'id'],
  ['ada@example.org', 'email'],
  ['https://example.org/a', 'url'],
  ['/var/log/app', 'path'],
  ['C:\\Windows', 'path'],
  ['db.example.org', 'host'],
  ['ada.lovelace', 'name'],
  ['ada', 'word'],
  ['1 2 3', 'list'],
] as const)('%s is of the kind %s', (value, kind) => {
  expect(partKind(value, false)).toBe(kind)
})

test('a quoted value is a text, unless it is of a clearer kind', () => {
  expect(['any words 1', 'GET /cart HTTP/1.1', '/srv', '17'].map((value) => partKind(value, true))).toEqual([
    'text',
    'request',
    'path',
    'number',
  ])
})
