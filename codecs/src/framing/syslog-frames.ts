import { createDelimitedFrames, type DelimitedFramesOptions } from './delimited-frames.ts'
import type { Frames } from './frames.ts'
import { createOctetCountedFrames } from './octet-counted-frames.ts'

const ONE = 0x31
const NINE = 0x39

/** Syslog over TCP. The first byte of a connection determines whether its frames are counted or delimited. */
export function createSyslogFrames(options: Omit<DelimitedFramesOptions, 'minBytes'>): Frames {
  let frames: Frames | undefined
  return {
    push(chunk, onFrame) {
      const first = chunk[0]
      if (first === undefined) return undefined
      frames ??= first >= ONE && first <= NINE ? createOctetCountedFrames(options) : createDelimitedFrames(options)
      return frames.push(chunk, onFrame)
    },
    end() {
      // A last line without a delimiter may be truncated, so it is dropped.
    },
    get emptyFrames() {
      return frames?.emptyFrames ?? 0
    },
    release: () => frames?.release(),
  }
}
