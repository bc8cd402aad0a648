/** Lines of text as UTF-8, one after the other, in memory that grows. */
export interface RowBuffer {
  add(text: string): void
  /** Hands over what was added; the next lines begin a new one. */
  take(): Uint8Array<ArrayBuffer>
}

const FIRST_BYTES = 64 * 1024
/** What one UTF-16 unit can need in UTF-8. */
const MAX_BYTES_PER_UNIT = 3

export function createRowBuffer(): RowBuffer {
  let capacity = FIRST_BYTES
  let bytes = Buffer.allocUnsafeSlow(capacity)
  let end = 0
  return {
    add(text) {
      const needed = end + text.length * MAX_BYTES_PER_UNIT
      if (needed > bytes.length) {
        const grown = Buffer.allocUnsafeSlow(Math.max(bytes.length * 2, needed))
        bytes.copy(grown, 0, 0, end)
        bytes = grown
      }
      end += bytes.write(text, end)
    },
    take() {
      const taken = bytes.subarray(0, end)
      // The next block is mostly as long as this one.
      capacity = Math.max(FIRST_BYTES, Math.ceil(end * 1.2))
      bytes = Buffer.allocUnsafeSlow(capacity)
      end = 0
      return taken
    },
  }
}
