import { expect, test } from 'vitest'
import { inspectJson, MAX_DEPTH } from './inspect-json.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test.each([
  '{"a":{"a":1},"b":[{"a":1},{"a":2}]}',
  '{"a":"{\\"a\\":1,\\"a\\":2}","b":":"}',
  '["__proto__",":","\\\\"]',
  '{"\\\\":1,"\\"":2}',
  nested(MAX_DEPTH),
  '{"a"',
  '"\\',
  ':',
])('%s is harmless', (text) => {
  expect(inspectJson(text)).toBeUndefined()
})

test.each([
  { text: nested(MAX_DEPTH + 1), danger: { kind: 'too-deep' } },
  { text: '{"a":'.repeat(1_000_000), danger: { kind: 'too-deep' } },
  { text: '{"a":1,"b":{"c":1},"a":2}', danger: { kind: 'repeated-key', key: 'a' } },
  { text: '{"a":1,"\\u0061":2}', danger: { kind: 'repeated-key', key: 'a' } },
  { text: '[{"x":{"__proto__":{}}}]', danger: { kind: 'forbidden-key', key: '__proto__' } },
  { text: '{"\\u005f_proto__" : 1}', danger: { kind: 'forbidden-key', key: '__proto__' } },
])('$danger is found', ({ text, danger }) => {
  expect(inspectJson(text)).toEqual(danger)
})
