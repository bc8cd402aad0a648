import { describe, expect, test } from 'vitest'
import { cpuTimeMs } from '../testing/cpu-time.ts'
import { rounds } from '../testing/rounds.ts'
import { seededRandom } from '../testing/seeded-random.ts'
import { createDelimitedFrames } from './delimited-frames.ts'
import type { Frames } from './frames.ts'
import { createSyslogFrames } from './syslog-frames.ts'

/** The frames, and the reason for closing, of consecutive chunks. */
function cut(frames: Frames, chunks: readonly (string | Buffer)[]) {
  const found: string[] = []
  for (const chunk of chunks) {
    const fault = frames.push(Buffer.from(chunk), (frame) => found.push(frame.toString()))
    if (fault !== undefined) return { found, fault, empty: frames.emptyFrames }
  }
  frames.end((frame) => found.push(frame.toString()))
  return { found, fault: undefined, empty: frames.emptyFrames }
}

const fine = { fault: undefined, empty: 0 }

describe('frames that end with a newline', () => {
  test.each([
    [['a\nb\n'], { ...fine, found: ['a', 'b'] }],
    [['a\r\nb\r\n'], { ...fine, found: ['a', 'b'] }],
    [['a', 'b\nc', 'd'], { ...fine, found: ['ab', 'cd'] }],
    [['a\r', '\nb'], { ...fine, found: ['a', 'b'] }],
    [['a\rb\n'], { ...fine, found: ['a\rb'] }],
    [['a\n\n\r\nb\n'], { ...fine, found: ['a', 'b'], empty: 2 }],
    [['\n', '\n', ''], { ...fine, found: [], empty: 2 }],
    [['12345678\n'], { ...fine, found: ['12345678'] }],
    [['12345678\r\n'], { ...fine, found: ['12345678'] }],
    [['12345678\r', '\n'], { ...fine, found: ['12345678'] }],
    [['1234567', '8'], { ...fine, found: ['12345678'] }],
    [['a\n123456789\nb\n'], { found: ['a'], fault: 'too-long', empty: 0 }],
    [['1234', '56789'], { found: [], fault: 'too-long', empty: 0 }],
    [['12345678\r', 'x\n'], { found: [], fault: 'too-long', empty: 0 }],
    [['12345678', '9\n'], { found: [], fault: 'too-long', empty: 0 }],
    [['1234567890\r'], { found: [], fault: 'too-long', empty: 0 }],
    [['1234', '567890123456\n'], { found: [], fault: 'too-long', empty: 0 }],
  ])('%j', (chunks, expected) => {
    expect(cut(createDelimitedFrames({ delimiter: 'newline', maxBytes: 8 }), chunks)).toEqual(expected)
  })
})

describe('frames that end with NUL', () => {
  test.each([
    [['{"a":1}\0{"b":2}\0'], { ...fine, found: ['{"a":1}', '{"b":2}'] }],
    [['{"a"', ':1}', '\0{"b":2}'], { ...fine, found: ['{"a":1}', '{"b":2}'] }],
    [['\0\0x\0{"a\n":1}\r\0'], { found: ['{"a\n":1}\r'], fault: undefined, empty: 3 }],
    [['123456789012\0'], { ...fine, found: ['123456789012'] }],
    [['1234567890123\0'], { found: [], fault: 'too-long', empty: 0 }],
    [['1234567890123'], { found: [], fault: 'too-long', empty: 0 }],
  ])('%j', (chunks, expected) => {
    expect(cut(createDelimitedFrames({ delimiter: 'nul', maxBytes: 12, minBytes: 2 }), chunks)).toEqual(expected)
  })
})

describe('syslog', () => {
  test.each([
    [['9 <13>a b c9 <13>d e f'], { ...fine, found: ['<13>a b c', '<13>d e f'] }],
    [['9', ' <13', '>a b c', '1', '0 <13>d e\nfg'], { ...fine, found: ['<13>a b c', '<13>d e\nfg'] }],
    [['<13>a b c\n<13>d\r\n'], { ...fine, found: ['<13>a b c', '<13>d'] }],
    [['<13>a\n<13>cut o'], { ...fine, found: ['<13>a'] }],
    [['9 <13>a'], { ...fine, found: [] }],
    [['', '3 a b'], { ...fine, found: ['a b'] }],
    [['3 abcx <13>'], { found: ['abc'], fault: 'bad-length', empty: 0 }],
    [['3 abc03 abc'], { found: ['abc'], fault: 'bad-length', empty: 0 }],
    [['3  abc'], { ...fine, found: [' ab'], fault: 'bad-length' }],
    [['3x'], { found: [], fault: 'bad-length', empty: 0 }],
    [['3 abc 3 abc'], { found: ['abc'], fault: 'bad-length', empty: 0 }],
    [['21 <13>'], { found: [], fault: 'too-long', empty: 0 }],
    [['99999999999999999999999'], { found: [], fault: 'too-long', empty: 0 }],
    [['no pri\n0 x\n'], { ...fine, found: ['no pri', '0 x'] }],
    [['<13>a\n\n\r\n'], { ...fine, found: ['<13>a'], empty: 2 }],
  ])('%j', (chunks, expected) => {
    expect(cut(createSyslogFrames({ delimiter: 'newline', maxBytes: 20 }), chunks)).toEqual(expected)
  })
})

test('the chunks of a stream do not affect its frames', () => {
  const random = seededRandom(11)
  for (let round = 0; round < rounds(300, 20_000); round++) {
    const lines = Array.from(
      { length: 1 + random.below(30) },
      () => 'x'.repeat(1 + random.below(300)) + random.below(10),
    )
    const streams = [
      { make: () => createDelimitedFrames({ delimiter: 'newline', maxBytes: 400 }), text: `${lines.join('\r\n')}\n` },
      { make: () => createDelimitedFrames({ delimiter: 'nul', maxBytes: 400 }), text: `${lines.join('\0')}\0` },
      {
        make: () => createSyslogFrames({ delimiter: 'newline', maxBytes: 400 }),
        text: lines.map((line) => `${line.length} ${line}`).join(''),
      },
    ]
    for (const { make, text } of streams) {
      const bytes = Buffer.from(text)
      const chunks: Buffer[] = []
      for (let at = 0; at < bytes.length; ) {
        const size = 1 + random.below(random.pick([3, 100, 2000]))
        chunks.push(bytes.subarray(at, at + size))
        at += size
      }
      expect(cut(make(), chunks)).toEqual({ ...fine, found: lines })
    }
  }
})

test('random bytes never throw and never make a frame beyond the limit', () => {
  const random = seededRandom(12)
  for (let round = 0; round < rounds(500, 50_000); round++) {
    const makers = [
      () => createDelimitedFrames({ delimiter: 'newline', maxBytes: 50 }),
      () => createDelimitedFrames({ delimiter: 'nul', maxBytes: 50 }),
      () => createSyslogFrames({ delimiter: 'newline', maxBytes: 50 }),
    ]
    for (const make of makers) {
      const { found } = cut(
        make(),
        Array.from({ length: 5 }, () => random.bytes(random.below(200))),
      )
      // Each byte that is not UTF-8 becomes one character.
      for (const frame of found) expect(frame.length).toBeLessThanOrEqual(50)
    }
  }
})

test('2 MB that arrive byte by byte become one frame in linear time', () => {
  const size = 2_097_152
  const frames = createDelimitedFrames({ delimiter: 'newline', maxBytes: size })
  const byte = Buffer.from('x')
  const lengths: number[] = []
  const started = cpuTimeMs()
  let faults = 0
  for (let sent = 0; sent < size; sent++) if (frames.push(byte, () => lengths.push(0)) !== undefined) faults++
  frames.push(Buffer.from('\n'), (frame) => lengths.push(frame.length))
  expect({ faults, lengths }).toEqual({ faults: 0, lengths: [size] })
  expect(cpuTimeMs() - started).toBeLessThan(5000)
})

test('100 MB without a delimiter are refused as soon as the limit is reached', () => {
  const frames = createDelimitedFrames({ delimiter: 'newline', maxBytes: 2_097_152 })
  const chunk = Buffer.alloc(65_536, 'x')
  let sent = 0
  while (frames.push(chunk, () => expect.unreachable()) === undefined) sent += chunk.length
  expect(sent).toBe(2_097_152)
})
