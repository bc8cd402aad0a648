import { describe, expect, test } from 'vitest'
import {
  createLumberjackParser,
  encodeAck,
  LUMBERJACK_LIMITS,
  type LumberjackParser,
  type LumberjackVersion,
} from './lumberjack-frames.ts'
import { compressedFrame, dataFrame, jsonFrame, windowFrame } from './testing/lumberjack-sender.ts'

interface SeenFrame {
  readonly window?: number
  readonly sequence?: number
  readonly event?: unknown
  readonly version: number
}

/** Pushes the bytes in chunks of `size` and reads each event while it is valid. */
function read(parser: LumberjackParser, bytes: Uint8Array, size = bytes.byteLength) {
  const seen: SeenFrame[] = []
  let problem: string | undefined
  for (let at = 0; at < bytes.byteLength; at += size) {
    const push = parser.push(bytes.subarray(at, at + size))
    problem = push.problem
    for (const frame of push.frames) {
      const { version } = frame
      if (frame.kind === 'window') seen.push({ version, window: frame.size })
      else seen.push({ version, sequence: frame.sequence, event: JSON.parse(Buffer.from(frame.event).toString()) })
    }
  }
  return { seen, problem }
}

const EVENTS = [{ message: 'größe\n日本語 🚀', n: 1 }, { message: '' }, { a: { b: [1, 2] } }]
const INNER = Buffer.concat([
  ...EVENTS.map((event, index) => jsonFrame(index + 1, event)),
  dataFrame(4, [
    ['line', 'a "quoted"\tline'],
    ['offset', '12'],
  ]),
])
const EXPECTED: readonly SeenFrame[] = [
  { version: 2, window: 4 },
  ...EVENTS.map((event, index) => ({ version: 2, sequence: index + 1, event })),
  { version: 2, sequence: 4, event: { line: 'a "quoted"\tline', offset: '12' } },
]

describe('frames of the Lumberjack protocol', () => {
  const plain = Buffer.concat([windowFrame(4), INNER])
  const packed = Buffer.concat([windowFrame(4), compressedFrame(INNER)])
  const wire = Buffer.concat([plain, packed, Buffer.concat([windowFrame(4), compressedFrame(compressedFrame(INNER))])])
  const all = [...EXPECTED, ...EXPECTED, ...EXPECTED]

  test('are the same wherever the bytes are split', () => {
    for (let cut = 0; cut <= wire.byteLength; cut++) {
      const parser = createLumberjackParser()
      const head = read(parser, wire.subarray(0, cut))
      const tail = read(parser, wire.subarray(cut))
      expect([...head.seen, ...tail.seen], `cut at ${cut}`).toEqual(all)
      expect(tail.problem ?? head.problem).toBeUndefined()
    }
  })

  test.each([1, 2, 3, 7, 11])('are the same in chunks of %i bytes', (size) => {
    const parser = createLumberjackParser()
    expect(read(parser, wire, size)).toEqual({ seen: all, problem: undefined })
    expect(parser.pendingBytes).toBe(0)
  })

  test('carry their version, which the acknowledgement repeats', () => {
    const wire = Buffer.concat([windowFrame(1, 1), dataFrame(1, [['line', 'x']], 1)])
    const { seen } = read(createLumberjackParser(), wire)
    expect(seen.map((frame) => frame.version)).toEqual([1, 1])
    expect([...encodeAck(1, 7)]).toEqual([0x31, 0x41, 0, 0, 0, 7])
    expect([...encodeAck(2, 0xffff_fffe)]).toEqual([0x32, 0x41, 0xff, 0xff, 0xff, 0xfe])
  })

  test.each([
    { name: 'an unknown version', bytes: Buffer.from('3W\0\0\0\x01') },
    { name: 'an unknown type', bytes: Buffer.from('2X\0\0\0\x01') },
    { name: 'bytes after the compressed data that are no frame', bytes: compressedFrame(Buffer.from('2J')) },
    { name: 'damaged compression', bytes: Buffer.concat([Buffer.from('2C\0\0\0\x04'), Buffer.from('oops')]) },
    { name: 'a frame longer than allowed', bytes: Buffer.from('2J\0\0\0\x01\xff\xff\xff\xff', 'latin1') },
    { name: 'a compressed frame longer than allowed', bytes: Buffer.from('2C\xff\xff\xff\xff', 'latin1') },
    {
      name: 'a text longer than allowed',
      bytes: Buffer.from('2D\0\0\0\x01\0\0\0\x01\0\0\0\x01k\xff\xff\xff\xff', 'latin1'),
    },
    { name: 'too many levels of compression', bytes: nested(6) },
    { name: 'compressed data that grows beyond the limit', bytes: compressedFrame(Buffer.alloc(40 * 1024 * 1024)) },
    { name: 'windows without end', bytes: compressedFrame(Buffer.concat(Array(300_000).fill(windowFrame(1)))) },
  ])('end with a problem at $name', ({ bytes }) => {
    const good = Buffer.concat([windowFrame(1), jsonFrame(1, {})])
    const parser = createLumberjackParser()
    const { frames, problem } = parser.push(Buffer.concat([good, bytes]))
    expect(frames.slice(0, 2).map((frame) => frame.kind)).toEqual(['window', 'event'])
    expect(problem).toEqual(expect.any(String))
    expect(parser.push(good).frames).toEqual([])
  })

  test('of a version that the input does not support are refused', () => {
    const versions: readonly LumberjackVersion[] = [2]
    const parser = createLumberjackParser({ ...LUMBERJACK_LIMITS, versions })
    expect(parser.push(windowFrame(1, 1))).toMatchObject({ frames: [], problem: 'a frame has an unknown version' })
  })

  test('that are compressed and do not begin with a frame are refused without being unpacked', () => {
    const { problem, unpackedBytes } = createLumberjackParser().push(compressedFrame(Buffer.alloc(30_000_000, 'x')))
    expect(problem).toBe('a frame has an unknown version')
    expect(unpackedBytes).toBeLessThan(100_000)
    const event = jsonFrame(1, { text: 'x'.repeat(1_000_000) })
    expect(createLumberjackParser().push(compressedFrame(event)).unpackedBytes).toBeGreaterThan(event.length)
  })

  test('share one limit for all that is compressed inside a compressed frame', () => {
    const part = compressedFrame(jsonFrame(1, { text: 'x'.repeat(600_000) }))
    const parser = createLumberjackParser({ versions: [2], maxFrameBytes: 1024 * 1024 })
    expect(parser.push(Buffer.concat([part, part])).problem).toBeUndefined()
    expect(parser.push(compressedFrame(Buffer.concat([part, part]))).problem).toContain('is larger than')
  })

  test('with many pairs may arrive byte by byte', () => {
    const pairs = Array.from({ length: 20_000 }, (_, index): [string, string] => [`k${index}`, 'v'])
    const { seen } = read(createLumberjackParser(), dataFrame(1, pairs), 1)
    expect(Object.keys(seen[0]?.event ?? {})).toHaveLength(20_000)
  })
})

function nested(levels: number): Buffer {
  let frame: Buffer = jsonFrame(1, {})
  for (let level = 0; level < levels; level++) frame = compressedFrame(frame)
  return frame
}
