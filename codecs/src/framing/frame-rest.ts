import { releaseMemory } from '../release-memory.ts'

/** Larger buffers are released once a frame is complete: most frames are small, most connections idle. */
const KEPT_BYTES = 64 * 1024
const FIRST_BYTES = 256

/** The beginning of an incomplete frame. Grows as bytes arrive, never ahead of them. */
export function createFrameRest() {
  let memory: Buffer<ArrayBuffer> | undefined
  let length = 0
  return {
    get length() {
      return length
    },
    append(bytes: Buffer) {
      const needed = length + bytes.length
      if (memory === undefined || memory.length < needed) {
        const grown = Buffer.allocUnsafeSlow(Math.max(FIRST_BYTES, needed, 2 * length))
        if (memory !== undefined) {
          memory.copy(grown, 0, 0, length)
          releaseMemory(memory)
        }
        memory = grown
      }
      bytes.copy(memory, length)
      length = needed
    },
    /** Returns a view of the collected bytes, valid until the next `append`, and starts over. */
    take() {
      const taken = memory?.subarray(0, length) ?? Buffer.alloc(0)
      if (taken.length > KEPT_BYTES) memory = undefined
      length = 0
      return taken
    },
    lastByte: () => (length === 0 ? undefined : memory?.[length - 1]),
    /** Frees the collected bytes: a thread whose connections were all closed may not collect garbage for hours. */
    release() {
      if (memory !== undefined) releaseMemory(memory)
      memory = undefined
      length = 0
    },
  }
}
