import { expect, test } from 'vitest'
import { exactJson } from './exact-json.ts'

test.each([
  '{"a":[1,"two",null,true,{"b":1.5}]}',
  '{"a":9007199254740993,"b":[-9007199254740993,9007199254740991],"c":"9007199254740993"}',
  '18446744073709551615',
  '{"a":0.1234567890123456}',
])('%s is unchanged after parsing and serializing', (text) => {
  expect(exactJson.stringify(exactJson.parse(text))).toBe(text)
})

test('a value that cannot be serialized is an error', () => {
  const cycle: Record<string, unknown> = { number: 9007199254740993n }
  cycle['self'] = cycle
  expect(() => exactJson.stringify(cycle)).toThrow(TypeError)
})
