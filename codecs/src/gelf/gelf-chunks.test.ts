import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { seededRandom } from '../testing/seeded-random.ts'
import { createGelfChunks } from './gelf-chunks.ts'

const WHOLE = Buffer.from('{"host":"h","short_message":"joined"}')

function chunk(id: string, number: number, count: number, data: string | Uint8Array): Buffer {
  const head = Buffer.from([0x1e, 0x0f, ...Buffer.from(id.padEnd(8, '\0')), number, count])
  return Buffer.concat([head, Buffer.from(data)])
}

function split(id: string, payload: Buffer, count: number): Buffer[] {
  const size = Math.ceil(payload.length / count)
  return Array.from({ length: count }, (_, n) => chunk(id, n, count, payload.subarray(n * size, (n + 1) * size)))
}

const nothing = {
  totalChunks: 0,
  waitingMessages: 0,
  waitingBytes: 0,
  completeMessages: 0,
  expiredMessages: 0,
  expiredChunks: 0,
  duplicateChunks: 0,
}

test('a datagram that is not a chunk is a payload, if it is valid', () => {
  const chunks = createGelfChunks()
  expect(chunks.add(WHOLE, 0)).toBe(WHOLE)
  expect(chunks.add(deflateSync(WHOLE), 0)).toBeInstanceOf(Buffer)
  for (const hex of ['', '7b', '1e', '1e00', '1f00', '7800'])
    expect(chunks.add(Buffer.from(hex, 'hex'), 0)).toBe('invalid')
  expect(chunks.figures()).toEqual(nothing)
})

test.each([[[0, 1, 2]], [[2, 0, 1]], [[2, 1, 0]]])('chunks join in the order %s', (order) => {
  const chunks = createGelfChunks()
  const parts = split('a', WHOLE, 3)
  const answers = order.map((number) => chunks.add(parts[number] ?? WHOLE, 0))
  expect(answers).toEqual(['waiting', 'waiting', WHOLE])
  expect(chunks.figures()).toEqual({ ...nothing, totalChunks: 3, completeMessages: 1 })
})

test('interleaved messages are distinguished by id, and a message may have a single chunk', () => {
  const chunks = createGelfChunks()
  const [a0, a1] = split('a', Buffer.from('{"a":1}'), 2)
  const [b0, b1] = split('b', Buffer.from('{"b":1}'), 2)
  const given = [a0, b1, chunk('c', 0, 1, '{"c":1}'), b0, a1].map((part) => chunks.add(part ?? WHOLE, 0))
  expect(given.map(String)).toEqual(['waiting', 'waiting', '{"c":1}', '{"b":1}', '{"a":1}'])
})

test('an incomplete message expires after 5 seconds, and a late chunk starts a new one', () => {
  const chunks = createGelfChunks()
  const [first, second, third] = split('a', WHOLE, 3)
  chunks.add(first ?? WHOLE, 1000)
  chunks.add(second ?? WHOLE, 3000)
  chunks.expire(5999)
  expect(chunks.figures().waitingMessages).toBe(1)
  chunks.expire(6000)
  expect(chunks.figures()).toEqual({ ...nothing, totalChunks: 2, expiredMessages: 1, expiredChunks: 2 })
  expect(chunks.add(third ?? WHOLE, 6001)).toBe('waiting')
  // Without a call of expire, the late chunk itself detects it.
  expect(chunks.add(first ?? WHOLE, 11_001)).toBe('waiting')
  expect(chunks.figures()).toMatchObject({ waitingMessages: 1, expiredMessages: 2, expiredChunks: 3 })
})

test('128 chunks are a message, 129 are refused once', () => {
  const chunks = createGelfChunks()
  const payload = Buffer.from(`{"short_message":"${'x'.repeat(2000)}"}`)
  const most = split('a', payload, 128).map((part) => chunks.add(part, 0))
  expect(most.at(-1)).toEqual(payload)
  const tooMany = split('b', payload, 129).map((part) => chunks.add(part, 0))
  expect(tooMany.filter((answer) => answer === 'invalid')).toHaveLength(1)
  expect(tooMany.filter((answer) => answer === 'waiting')).toHaveLength(128)
  chunks.expire(5000)
  expect(chunks.figures()).toEqual({ ...nothing, totalChunks: 257, completeMessages: 1 })
})

test('a duplicate chunk is ignored and counted', () => {
  const chunks = createGelfChunks()
  const answers = [chunk('a', 0, 2, '{"n"'), chunk('a', 0, 2, '{"x"'), chunk('a', 1, 2, ':1}')].map((part) =>
    chunks.add(part, 0),
  )
  expect(answers.map(String)).toEqual(['waiting', 'waiting', '{"n":1}'])
  expect(chunks.figures()).toMatchObject({ duplicateChunks: 1, completeMessages: 1 })
})

test.each([
  ['a number as high as the count', chunk('a', 2, 2, 'x')],
  ['no count', chunk('a', 0, 0, 'x')],
  ['a short head', chunk('a', 0, 2, 'x').subarray(0, 11)],
  ['only the magic', Buffer.of(0x1e, 0x0f)],
])('%s is invalid', (_name, datagram) => {
  const chunks = createGelfChunks()
  expect(chunks.add(datagram, 0)).toBe('invalid')
  expect(chunks.figures()).toEqual({ ...nothing, totalChunks: 1 })
})

test('a chunk that contradicts the first about the count is invalid and does not spoil the message', () => {
  const chunks = createGelfChunks()
  expect(chunks.add(chunk('a', 0, 2, '{"n"'), 0)).toBe('waiting')
  expect(chunks.add(chunk('a', 1, 3, '?'), 0)).toBe('invalid')
  expect(String(chunks.add(chunk('a', 1, 2, ':1}'), 0))).toBe('{"n":1}')
})

test('joined data that is a chunk itself, or of unknown type, is invalid', () => {
  const chunks = createGelfChunks()
  expect(chunks.add(chunk('a', 0, 1, chunk('b', 0, 1, '{}')), 0)).toBe('invalid')
  expect(chunks.add(chunk('a', 0, 1, Buffer.from('7800', 'hex')), 0)).toBe('invalid')
  expect(chunks.add(chunk('a', 0, 1, ''), 0)).toBe('invalid')
})

test('a flood of first chunks stays within its limits, and complete messages still get through', () => {
  const random = seededRandom(7)
  const limits = { maxMessages: 500, maxBytes: 1_000_000 }
  const chunks = createGelfChunks({ limits })
  for (let round = 0; round < 20_000; round++) {
    chunks.add(chunk(`${round}`, random.below(3), 2 + random.below(254), Buffer.alloc(random.below(8000))), round / 10)
    if (round % 1000 !== 0) continue
    expect(
      split(`good${round / 1000}`, WHOLE, 4)
        .map((part) => chunks.add(part, round / 10))
        .at(-1),
    ).toEqual(WHOLE)
    expect(chunks.figures().waitingMessages).toBeLessThanOrEqual(limits.maxMessages)
    expect(chunks.figures().waitingBytes).toBeLessThanOrEqual(limits.maxBytes)
  }
  chunks.expire(1_000_000)
  expect(chunks.figures()).toMatchObject({ waitingMessages: 0, waitingBytes: 0, completeMessages: 20 })
})
