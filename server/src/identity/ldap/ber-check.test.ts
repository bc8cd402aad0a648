import { expect, test } from 'vitest'
import { createBerCheck } from './ber-check.ts'
import { entryMessage, resultMessage } from './testing/ber-messages.ts'

const MAX_BYTES = 2000
const values = { cn: ['one', 'two'], objectGUID: Buffer.alloc(16, 0xff), memberOf: [], description: 'x'.repeat(300) }
const messages = Buffer.concat([entryMessage(2, 'cn=ada', values), resultMessage(70_000, 0x65, 0, 'done')])

const isValid = (bytes: Buffer, chunkBytes: number) => {
  const check = createBerCheck(MAX_BYTES)
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    if (!check(bytes.subarray(at, at + chunkBytes))) return false
  }
  return true
}

test.each([1, 2, 3, 7, 64, 1000])('messages are valid in chunks of %i bytes', (chunkBytes) => {
  expect(isValid(messages, chunkBytes)).toBe(true)
})

test('a length that is larger than its parent is found, however the bytes arrive', () => {
  const broken = Buffer.from(messages)
  const lengthAt = broken.indexOf('one') - 1
  broken[lengthAt] = 0x7f
  for (let chunkBytes = 1; chunkBytes < 20; chunkBytes += 1) expect(isValid(broken, chunkBytes)).toBe(false)
})

test('a message may be as large as the limit, and not larger', () => {
  const message = (length: number) =>
    Buffer.concat([
      Buffer.from([0x30, 0x82, length >> 8, length & 255, 4, 0x82, (length - 4) >> 8, (length - 4) & 255]),
    ])
  expect(isValid(message(MAX_BYTES), 8)).toBe(true)
  expect(isValid(message(MAX_BYTES + 1), 8)).toBe(false)
})
