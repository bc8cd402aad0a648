import { expect, test } from 'vitest'
import { inspectJson, MAX_DEPTH, MAX_KEYS, MAX_VALUES } from './inspect-json.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test.each([
  '{"a":{"a":1},"b":[{"a":1},{"a":2}]}',
  '{"a":"{\\"a\\":1,\\"a\\":2}","b":":"}',
  '["__proto__",":","\\\\"]',
  '{"\\\\":1,"\\"":2}',
  nested(MAX_DEPTH),
  '{"a\\\\\\"b":1,"a\\\\":2,"a":3}',
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

const keys = (count: number) => `{${Array.from({ length: count }, (_, n) => `"k${n}":1`).join()}}`

test('values and keys are counted, and no more of them are read than allowed', () => {
  expect(inspectJson(keys(MAX_KEYS))).toBeUndefined()
  expect(inspectJson(keys(MAX_KEYS + 1))).toEqual({ kind: 'too-many-keys' })
  expect(inspectJson(`[${'1,'.repeat(MAX_VALUES - 1)}1]`)).toBeUndefined()
  expect(inspectJson(`[${'1,'.repeat(MAX_VALUES)}1]`)).toEqual({ kind: 'too-many-values' })
  const before = process.threadCpuUsage()
  expect(inspectJson('[{"a":[]},'.repeat(1_600_000))).toEqual({ kind: 'too-deep' })
  expect(inspectJson(`[${'[],'.repeat(5_000_000)}[]]`)).toEqual({ kind: 'too-many-values' })
  expect(inspectJson(`"${'\\\\'.repeat(8_000_000)}"`)).toBeUndefined()
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(1000)
})
