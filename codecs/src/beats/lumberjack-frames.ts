/** The Lumberjack protocol of Beats and their predecessors: windows of events, plain or compressed. */
import { constants, inflateSync } from 'node:zlib'
import { pairsToJson, skipPairs } from './lumberjack-pairs.ts'

export type LumberjackVersion = 1 | 2

/** `event` is JSON; its memory is valid until the next `push`. */
export type LumberjackFrame =
  | { readonly kind: 'window'; readonly version: LumberjackVersion; readonly size: number }
  | {
      readonly kind: 'event'
      readonly version: LumberjackVersion
      readonly sequence: number
      readonly event: Uint8Array
    }

/** Frames before a problem are valid; after it the connection must be closed. */
export interface LumberjackPush {
  readonly frames: readonly LumberjackFrame[]
  readonly problem: string | undefined
  /** Bytes that compressed frames had when they were unpacked, of invalid ones too. */
  readonly unpackedBytes: number
}

export interface LumberjackParser {
  push(chunk: Uint8Array): LumberjackPush
  /** Bytes of the incomplete frame. */
  readonly pendingBytes: number
}

export interface LumberjackLimits {
  readonly versions: readonly LumberjackVersion[]
  /** Limit of one frame, and of the content of one compressed frame. */
  readonly maxFrameBytes: number
}

export const LUMBERJACK_LIMITS: LumberjackLimits = { versions: [1, 2], maxFrameBytes: 32 * 1024 * 1024 }

const WINDOW = 0x57
const DATA = 0x44
const JSON_DATA = 0x4a
const COMPRESSED = 0x43
/** Senders compress once. */
const MAX_NESTING = 4
/** Limit of events per push; far more than the windows that senders use. */
const MAX_FRAMES_AT_ONCE = 250_000
const MIN_CAPACITY = 64 * 1024
/** The part of a compressed frame that is unpacked first, to at most 64 KB. */
const BEGINNING_BYTES = 64

/** Acknowledges a window, or its events up to `sequence`. */
export function encodeAck(version: LumberjackVersion, sequence: number): Uint8Array {
  const ack = Buffer.from([0x30 + version, 0x41, 0, 0, 0, 0])
  ack.writeUInt32BE(sequence >>> 0, 2)
  return ack
}

export function createLumberjackParser(limits: LumberjackLimits = LUMBERJACK_LIMITS): LumberjackParser {
  // Bytes of the incomplete frame. The capacity doubles, so that many small chunks cost no more than a large one.
  let pending = Buffer.alloc(0)
  let length = 0
  // Where the search for the end of the frame continues: no byte is scanned twice, however small the chunks are.
  let progress: Progress = { needed: 0, pairs: undefined }
  let problem: string | undefined

  const append = (chunk: Uint8Array): Buffer => {
    if (length + chunk.byteLength > pending.byteLength) {
      const grown = Buffer.allocUnsafe(Math.max(MIN_CAPACITY, 2 * (length + chunk.byteLength)))
      pending.copy(grown, 0, 0, length)
      pending = grown
    }
    pending.set(chunk, length)
    length += chunk.byteLength
    return pending.subarray(0, length)
  }

  const keep = (bytes: Buffer, from: number): void => {
    if (from === 0 && length > 0) return
    // Use new memory: frames already returned are views of the old one.
    const rest = bytes.subarray(from)
    pending = Buffer.alloc(0)
    length = 0
    if (rest.byteLength > 0) append(rest)
  }

  return {
    get pendingBytes() {
      return length
    },
    push(chunk) {
      if (problem !== undefined) return { frames: [], problem, unpackedBytes: 0 }
      const bytes = length === 0 ? asBuffer(chunk) : append(chunk)
      if (bytes.byteLength < progress.needed) {
        if (length === 0) append(chunk)
        return { frames: [], problem, unpackedBytes: 0 }
      }
      const frames: LumberjackFrame[] = []
      const budget: Budget = { left: limits.maxFrameBytes, nesting: 0, unpacked: { bytes: 0 } }
      const read = readFrames(bytes, limits, progress, frames, budget)
      problem = read.problem
      progress = read.progress
      keep(bytes, read.end)
      return { frames, problem, unpackedBytes: budget.unpacked.bytes }
    },
  }
}

/** The incomplete frame: its minimum size, and how far its pairs were read. */
interface Progress {
  readonly needed: number
  readonly pairs: { readonly at: number; readonly left: number } | undefined
}
interface Read {
  readonly end: number
  readonly progress: Progress
  readonly problem: string | undefined
}
/** `left`: bytes that may still be decompressed, over all levels. */
interface Budget {
  left: number
  readonly nesting: number
  /** Bytes in all frames of one push. */
  readonly unpacked: { bytes: number }
}

const NOTHING: Progress = { needed: 0, pairs: undefined }

function readFrames(
  bytes: Buffer,
  limits: LumberjackLimits,
  known: Progress,
  frames: LumberjackFrame[],
  budget: Budget,
): Read {
  let start = 0
  let progress = known
  const wait = (needed: number, pairs?: Progress['pairs']): Read =>
    needed > limits.maxFrameBytes
      ? stop(`a frame is longer than ${limits.maxFrameBytes} bytes`)
      : { end: start, progress: { needed, pairs }, problem: undefined }
  const stop = (problem: string): Read => ({ end: start, progress: NOTHING, problem })

  while (start < bytes.byteLength) {
    const version = versionOf(bytes[start])
    if (version === undefined || !limits.versions.includes(version)) return stop('a frame has an unknown version')
    if (frames.length >= MAX_FRAMES_AT_ONCE) return stop('too many frames at once')
    const available = bytes.byteLength - start
    if (available < 2) return wait(2)
    const type = bytes[start + 1]
    if (available < 6) return isKnown(type) ? wait(6) : stop('a frame has an unknown type')
    const number = bytes.readUInt32BE(start + 2)
    if (type === WINDOW) {
      frames.push({ kind: 'window', version, size: number })
      start += 6
    } else if (type === COMPRESSED) {
      if (number > limits.maxFrameBytes || available < 6 + number) return wait(6 + number)
      const trouble = readCompressed(bytes.subarray(start + 6, start + 6 + number), limits, frames, budget)
      if (trouble !== undefined) return stop(trouble)
      start += 6 + number
    } else if (type === JSON_DATA) {
      if (available < 10) return wait(10)
      const size = bytes.readUInt32BE(start + 6)
      if (size > limits.maxFrameBytes || available < 10 + size) return wait(10 + size)
      frames.push({ kind: 'event', version, sequence: number, event: bytes.subarray(start + 10, start + 10 + size) })
      start += 10 + size
    } else if (type === DATA) {
      if (available < 10) return wait(10)
      const from = progress.pairs ?? { at: 10, left: bytes.readUInt32BE(start + 6) }
      const pairs = skipPairs(bytes.subarray(start), from)
      if (pairs.left > 0) return wait(pairs.needed, pairs)
      const event = pairsToJson(bytes.subarray(start + 10, start + pairs.at))
      frames.push({ kind: 'event', version, sequence: number, event })
      start += pairs.at
    } else return stop('a frame has an unknown type')
    progress = NOTHING
  }
  return { end: start, progress: NOTHING, problem: undefined }
}

/** Reads the frames inside a compressed one; returns the problem, if any. */
function readCompressed(
  compressed: Buffer,
  limits: LumberjackLimits,
  frames: LumberjackFrame[],
  budget: Budget,
): string | undefined {
  if (budget.nesting === MAX_NESTING) return 'compressed frames are nested too deeply'
  if (budget.left === 0) return 'compressed frames are too large'
  const trouble = firstTrouble(compressed, limits, budget)
  if (trouble !== undefined) return trouble
  const inflated = inflate(compressed, budget.left)
  if (typeof inflated === 'string') {
    budget.unpacked.bytes += budget.left
    return inflated
  }
  budget.unpacked.bytes += inflated.byteLength
  const inner = { left: budget.left - inflated.byteLength, nesting: budget.nesting + 1, unpacked: budget.unpacked }
  const read = readFrames(inflated, limits, NOTHING, frames, inner)
  // Compressed frames inside another share its limit; consecutive frames of the connection do not.
  if (budget.nesting > 0) budget.left = inner.left
  if (read.problem !== undefined) return read.problem
  return read.end === inflated.byteLength ? undefined : 'a compressed frame ends inside another'
}

/** Unpacks only the beginning, to see whether there are frames in it at all. */
function firstTrouble(compressed: Buffer, limits: LumberjackLimits, { unpacked }: Budget): string | undefined {
  const beginning = inflateBeginning(compressed.subarray(0, BEGINNING_BYTES))
  unpacked.bytes += beginning.length
  if (beginning.length < 2) return undefined
  const version = versionOf(beginning[0])
  if (version === undefined || !limits.versions.includes(version)) return 'a frame has an unknown version'
  return isKnown(beginning[1]) ? undefined : 'a frame has an unknown type'
}

/** Empty if it is damaged, which is told when the whole frame is unpacked. */
function inflateBeginning(compressed: Buffer): Buffer {
  try {
    return inflateSync(compressed, { finishFlush: constants.Z_SYNC_FLUSH })
  } catch {
    return Buffer.alloc(0)
  }
}

function inflate(compressed: Buffer, maxBytes: number): Buffer | string {
  try {
    return inflateSync(compressed, { maxOutputLength: maxBytes })
  } catch (error) {
    if (error instanceof RangeError) return `a compressed frame is larger than ${maxBytes} bytes`
    if (error instanceof Error && 'code' in error) return `a compressed frame is damaged: ${error.message}`
    throw error
  }
}

function versionOf(byte: number | undefined): LumberjackVersion | undefined {
  if (byte === 0x32) return 2
  return byte === 0x31 ? 1 : undefined
}

const isKnown = (type: number | undefined): boolean =>
  type === WINDOW || type === DATA || type === JSON_DATA || type === COMPRESSED

const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
