import { expect, test } from 'vitest'
import { functionDescriptor } from './function-descriptor.ts'
import { ruleFunctions } from './rule-functions.ts'
import recorded from './testing/recorded-functions.json' with { type: 'json' }

const described = new Map(ruleFunctions.map((definition) => [definition.name, functionDescriptor(definition)]))

test.each(recorded)('$name has the parameters and types that clients know', ({ name, ...expected }) => {
  const descriptor = described.get(name)
  expect(descriptor).toMatchObject({
    ...expected,
    params: expected.params.map((param) => ({ ...param, description: expect.stringMatching(/\.$/) })),
  })
})

test('no two functions have the same name', () => {
  expect(described.size).toBe(ruleFunctions.length)
})

test.each(ruleFunctions)('$name is described in sentences', ({ description, params }) => {
  for (const text of [description, ...params.map((param) => param.description)]) expect(text).toMatch(/^["A-Z0-9].*\.$/)
})
