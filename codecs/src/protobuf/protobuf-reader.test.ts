import { describe, expect, test } from 'vitest'
import { ProtobufError, ProtobufReader } from './protobuf-reader.ts'
import { bytesField, varintField } from './protobuf-writer.ts'

const reading = (hex: string) => {
  const reader = new ProtobufReader(Buffer.from(hex, 'hex'))
  reader.next()
  return reader
}

describe('a number', () => {
  test.each([
    ['0800', 0],
    ['087f', 127],
    ['08ac02', 300],
    ['08ffffffffffffff0f', Number.MAX_SAFE_INTEGER],
    ['088080808080808010', 2n ** 53n],
    ['08ffffffffffffffffff01', -1],
    ['08ffffffffffffffff7f', 2n ** 63n - 1n],
    ['0880808080808080808001', -(2n ** 63n)],
    ['08ffffffffffffffffffff01', undefined],
    ['08ff', undefined],
    ['0d01000000', undefined],
  ])('%s is %s', (hex, expected) => {
    if (expected === undefined) expect(() => reading(hex).int64()).toThrow(ProtobufError)
    else expect(reading(hex).int64()).toBe(expected)
  })

  test('of 32 bits is truncated, as the format requires', () => {
    expect(reading('08ffffffffffffffffff01').uint32()).toBe(0xffff_ffff)
    expect(reading('0d01000080').uint32()).toBe(0x8000_0001)
  })
})

test('fields are read in order, and unknown ones are skipped', () => {
  const nested = Buffer.concat([varintField(1, 7), bytesField(2, 'größe'), Buffer.from('19000000000000f83f', 'hex')])
  const bytes = Buffer.concat([
    Buffer.from('f801ffffffff0f', 'hex'),
    bytesField(9, nested),
    Buffer.from('2d00000000', 'hex'),
  ])
  const seen: unknown[] = []
  for (const reader = new ProtobufReader(bytes); reader.next(); ) {
    if (reader.field !== 9) reader.skip()
    else
      for (const inner = reader.message(); inner.next(); ) {
        seen.push(inner.field === 1 ? inner.int64() : inner.field === 2 ? inner.text() : inner.double())
      }
  }
  expect(seen).toEqual([7, 'größe', 1.5])
})

test.each([
  ['a text longer than what is left', '0a05 6869'],
  ['a length beyond 32 bits', '0a ffffffffff01'],
  ['a group', '0b'],
  ['field 0', '00'],
  ['a fixed number that is cut off', '09 0102'],
])('%s is an error', (_name, hex) => {
  expect(() => {
    for (const reader = new ProtobufReader(Buffer.from(hex.replaceAll(' ', ''), 'hex')); reader.next(); ) reader.skip()
  }).toThrow(ProtobufError)
})
