import { expect, test } from 'vitest'
import { pastedMessage } from './pasted-message.ts'

test.each([
  ['{"message":"a","n":1}', { message: 'a', n: 1 }],
  ['level=3 user="ada \\"l\\"" id=007 took=1.5', { level: 3, user: 'ada "l"', id: '007', took: 1.5 }],
  ['the query a=1 failed', { message: 'the query a=1 failed' }],
  ['  ', undefined],
  ['{"a":', undefined],
])('%s', (text, fields) => {
  expect(pastedMessage(text)).toEqual(fields)
})
