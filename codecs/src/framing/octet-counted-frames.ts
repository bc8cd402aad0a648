import { createFrameRest } from './frame-rest.ts'
import type { Frames, FramingFault, OnFrame } from './frames.ts'

const SPACE = 0x20
const ZERO = 0x30
const NINE = 0x39

/** RFC 6587, 3.4.1: a decimal length, one space, and that many bytes, repeated. */
export function createOctetCountedFrames({ maxBytes }: { readonly maxBytes: number }): Frames {
  const rest = createFrameRest()
  /** The digits read so far, until the space arrives. */
  let length = 0
  let hasLength = false

  /** Reads digits up to the space; returns the position behind them. */
  function readLength(chunk: Buffer, from: number): number | FramingFault {
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0
      if (byte === SPACE && length > 0) {
        hasLength = true
        return at + 1
      }
      if (byte < ZERO || byte > NINE || (length === 0 && byte === ZERO)) return 'bad-length'
      length = length * 10 + byte - ZERO
      if (length > maxBytes) return 'too-long'
    }
    return chunk.length
  }

  function hand(frame: Buffer, onFrame: OnFrame): void {
    length = 0
    hasLength = false
    onFrame(frame)
  }

  return {
    push(chunk, onFrame) {
      let at = 0
      while (at < chunk.length) {
        if (!hasLength) {
          const behind = readLength(chunk, at)
          if (typeof behind === 'string') return behind
          at = behind
          if (!hasLength) return undefined
        }
        const missing = length - rest.length
        const end = Math.min(at + missing, chunk.length)
        if (end - at < missing) {
          rest.append(chunk.subarray(at, end))
        } else if (rest.length > 0) {
          rest.append(chunk.subarray(at, end))
          hand(rest.take(), onFrame)
        } else {
          hand(chunk.subarray(at, end), onFrame)
        }
        at = end
      }
      return undefined
    },
    end() {
      // An incomplete counted frame is dropped.
    },
    emptyFrames: 0,
    release: rest.release,
  }
}
