import { expect, test } from 'vitest'
import { parseExample } from './example-message.ts'

test.each([
  { text: '  ', example: { kind: 'none' } },
  { text: '{"level": 3}', example: { kind: 'message', fields: { level: 3 } } },
  { text: '[1]', example: { kind: 'not-an-object' } },
  { text: 'null', example: { kind: 'not-an-object' } },
  { text: '{"level": ', example: { kind: 'not-json', reason: expect.any(String) } },
])('parsing the example message $text gives $example.kind', ({ text, example }) => {
  expect(parseExample(text)).toEqual(example)
})
