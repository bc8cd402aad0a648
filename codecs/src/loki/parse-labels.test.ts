import { expect, test } from 'vitest'
import { parseLabels } from './parse-labels.ts'

test.each([
  ['{}', []],
  ['{job="api"}', [['job', 'api']]],
  [
    '{ job = "api" , host="web-1", }',
    [
      ['job', 'api'],
      ['host', 'web-1'],
    ],
  ],
  [
    '{path="C:\\\\logs",quote="a\\"b",line="one\\ntwo"}',
    [
      ['path', 'C:\\logs'],
      ['quote', 'a"b'],
      ['line', 'one\ntwo'],
    ],
  ],
  ['{u="gr\\u00f6\\xdfe \\U0001F680 \\101"}', [['u', 'größe 🚀 A']]],
  [
    '{u="größe 🚀",brace="}",comma=",a=\\"b\\""}',
    [
      ['u', 'größe 🚀'],
      ['brace', '}'],
      ['comma', ',a="b"'],
    ],
  ],
  ['{raw=`C:\\logs`}', [['raw', 'C:\\logs']]],
  ['{bad="\\UFFFFFFFF"}', [['bad', '\\UFFFFFFFF']]],
  ['job="api"', undefined],
  ['{job="api', undefined],
  ['{job="api}', undefined],
  ['{job=api}', undefined],
  ['{="api"}', undefined],
  ['{job', undefined],
  ['', undefined],
])('%s', (text, expected) => {
  expect(parseLabels(text)).toEqual(expected)
})
