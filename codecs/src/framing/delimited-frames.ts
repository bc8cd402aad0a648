import { createFrameRest } from './frame-rest.ts'
import type { Frames, FramingFault, OnFrame } from './frames.ts'

export interface DelimitedFramesOptions {
  /** A carriage return before a newline is part of the delimiter. */
  readonly delimiter: 'newline' | 'nul'
  /** Without the delimiter. */
  readonly maxBytes: number
  /** Shorter frames count as empty. */
  readonly minBytes?: number
}

const NEWLINE = 0x0a
const CARRIAGE_RETURN = 0x0d

export function createDelimitedFrames({ delimiter, maxBytes, minBytes = 1 }: DelimitedFramesOptions): Frames {
  const isNewline = delimiter === 'newline'
  const delimiterByte = isNewline ? NEWLINE : 0
  const rest = createFrameRest()
  let emptyFrames = 0

  function hand(bytes: Buffer, start: number, end: number, onFrame: OnFrame): FramingFault | undefined {
    const stop = isNewline && end > start && bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end
    const length = stop - start
    if (length > maxBytes) return 'too-long'
    if (length < minBytes) emptyFrames++
    else onFrame(bytes.subarray(start, stop))
    return undefined
  }

  /** Buffers what follows the last delimiter, unless it is already too long. */
  function keep(bytes: Buffer): FramingFault | undefined {
    const length = rest.length + bytes.length
    if (length > maxBytes + 1) return 'too-long'
    rest.append(bytes)
    const mayBeDelimiter = isNewline && rest.lastByte() === CARRIAGE_RETURN
    return length > maxBytes && !mayBeDelimiter ? 'too-long' : undefined
  }

  return {
    push(chunk, onFrame) {
      let start = 0
      let end = chunk.indexOf(delimiterByte)
      if (end >= 0 && rest.length > 0) {
        if (rest.length + end > maxBytes + 1) return 'too-long'
        rest.append(chunk.subarray(0, end))
        const whole = rest.take()
        const fault = hand(whole, 0, whole.length, onFrame)
        if (fault !== undefined) return fault
        start = end + 1
        end = chunk.indexOf(delimiterByte, start)
      }
      while (end >= 0) {
        const fault = hand(chunk, start, end, onFrame)
        if (fault !== undefined) return fault
        start = end + 1
        end = chunk.indexOf(delimiterByte, start)
      }
      return start < chunk.length ? keep(start === 0 ? chunk : chunk.subarray(start)) : undefined
    },
    end(onFrame) {
      const last = rest.take()
      if (last.length > 0) hand(last, 0, last.length, onFrame)
    },
    get emptyFrames() {
      return emptyFrames
    },
    release: rest.release,
  }
}
