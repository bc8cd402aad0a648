/** Deliveries of messages by AMQP 0-9-1, right and wrong. */
import { frame, method, short, u16, u32, u64 } from '../../ingest/inputs/testing/amqp-frames.ts'
import { bytes, type EndlessForm } from './peer-protocol.ts'

const BODY_BYTES = 131_000
const MEGABYTE = 2 ** 20
const HAS_HEADERS = u16(0x20_00)

export const deliver = (channel: number, tag = 1) =>
  method(channel, [60, 60], short('tag'), u64(tag), Buffer.from([0]), short(''), short('logs'))
/** The header of a message, with the size of its body. */
export const properties = (channel: number, size: number | Buffer, flags: Buffer = u16(0)) =>
  frame(2, channel, Buffer.concat([u16(60), u16(0), typeof size === 'number' ? u64(size) : size, flags]))
const body = (channel: number, content: Buffer) => frame(3, channel, content)
const hello = (channel: number) => body(channel, Buffer.from('hello'))

/** A table of many fields, each named "a". */
const manyFields = (count: number) => {
  const fields = Buffer.concat(Array.from({ length: count }, () => bytes('01 61 74 01')))
  return Buffer.concat([u32(fields.length), fields])
}
/** A frame that says another length than it has. */
const lyingFrame = (channel: number, length: number) =>
  Buffer.concat([Buffer.from([3]), u16(channel), u32(length), Buffer.alloc(100)])

export const badDeliveries = (channel: number): readonly Buffer[] =>
  [
    [deliver(channel), properties(channel, bytes('7f ff ff ff ff ff ff ff')), hello(channel)],
    [deliver(channel), properties(channel, bytes('ff ff ff ff ff ff ff ff')), hello(channel)],
    [deliver(channel), properties(channel, 2), hello(channel)],
    [deliver(channel), properties(channel, 0), hello(channel)],
    [deliver(channel), hello(channel)],
    [deliver(channel), deliver(channel)],
    [properties(channel, 5)],
    [hello(channel)],
    [deliver(channel), properties(channel, 5), properties(channel, 5)],
    [deliver(channel), properties(channel, 5, Buffer.concat([HAS_HEADERS, bytes('7f ff ff ff')]))],
    [deliver(channel), properties(channel, 5, bytes('ff fe 41'))],
    [deliver(channel), properties(channel, 5, Buffer.concat([HAS_HEADERS, manyFields(30_000)])), hello(channel)],
    [deliver(channel + 7), properties(channel + 7, 5), hello(channel + 7)],
    [deliver(0)],
    [lyingFrame(channel, 60 * MEGABYTE)],
    [lyingFrame(channel, 0xffffffff)],
    [method(channel, [60, 21], short('other'))],
    [method(channel, [60, 80], u64(99), Buffer.from([1]))],
    [method(channel, [60, 30], short('tag'), Buffer.from([1]))],
    [method(channel, [20, 40], u16(541), short('INTERNAL_ERROR - no reason'), u16(0), u16(0))],
    [method(channel, [20, 11], u32(0))],
    [method(0, [10, 60], short('blocked')), method(0, [10, 50], u16(320), short('CONNECTION_FORCED'), u16(0), u16(0))],
    [method(channel, [99, 99])],
    [frame(9, channel, Buffer.alloc(10))],
    [frame(1, channel, Buffer.alloc(0))],
    [frame(2, channel, Buffer.alloc(3))],
    [deliver(channel).subarray(0, -1), bytes('00')],
  ].map((frames) => Buffer.concat(frames))

export const endlessDeliveries = (channel: number): readonly EndlessForm[] => [
  // A message of a terabyte.
  {
    head: Buffer.concat([deliver(channel), properties(channel, bytes('00 00 01 00 00 00 00 00'))]),
    block: body(channel, Buffer.alloc(BODY_BYTES)),
  },
  // Frames after an error that ends the connection.
  { head: deliver(channel + 7), block: body(channel + 7, Buffer.alloc(BODY_BYTES)) },
  // One frame that does not end.
  { head: Buffer.concat([Buffer.from([3]), u16(channel), u32(60 * MEGABYTE)]), block: Buffer.alloc(65_536) },
]
