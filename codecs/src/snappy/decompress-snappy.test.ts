import { describe, expect, test } from 'vitest'
import { seededRandom } from '../testing/seeded-random.ts'
import { decompressSnappy } from './decompress-snappy.ts'
import { compressSnappy } from './testing/compress-snappy.ts'

const MAX = 1024 * 1024

describe('a block', () => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a short text', Buffer.from('größe')],
    ['a run of one byte', Buffer.alloc(5000, 'a')],
    ['lines', Buffer.from('one line after the other\n'.repeat(4000))],
    ['random bytes', seededRandom(1).bytes(70_000)],
  ])('of %s comes back', (_name, bytes) => {
    const decompressed = decompressSnappy(compressSnappy(bytes), MAX)
    expect(decompressed.ok && Buffer.from(decompressed.bytes).equals(bytes)).toBe(true)
  })

  test.each([
    ['copies of 1 byte offset', '08 0c61626364 0104', 'abcdabcd'],
    ['copies of 2 byte offset', '08 0c61626364 0e0400', 'abcdabcd'],
    ['copies of 4 byte offset', '08 0c61626364 0f04000000', 'abcdabcd'],
    ['a copy that overlaps itself', '08 0061 0d01', 'aaaaaaaa'],
  ])('with %s', (_name, hex, text) => {
    const decompressed = decompressSnappy(Buffer.from(hex.replaceAll(' ', ''), 'hex'), MAX)
    expect(decompressed.ok ? Buffer.from(decompressed.bytes).toString() : '').toBe(text)
  })
})

test.each([
  ['no length', ''],
  ['a length that never ends', 'ffffffffffff'],
  ['a length beyond the limit', '81808001 00'],
  ['a length beyond what it can hold', 'ff7f 0061'],
  ['more than its length', '01 046162'],
  ['less than its length', '05 046162'],
  ['a literal that is cut off', '05 106162'],
  ['a copy that is cut off', '08 0c61626364 0e04'],
  ['a copy from before the beginning', '08 0c61626364 0105'],
  ['a copy of offset 0', '08 0c61626364 0100'],
])('a block with %s is refused', (_name, hex) => {
  expect(decompressSnappy(Buffer.from(hex.replaceAll(' ', ''), 'hex'), MAX).ok).toBe(false)
})
