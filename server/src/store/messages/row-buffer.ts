const FIRST_BYTES = 64 * 1024
/** The most UTF-8 bytes that one UTF-16 code unit needs. */
const MAX_BYTES_PER_UNIT = 3

/** A growing buffer of UTF-8 text. */
export function createRowBuffer() {
  let capacity = FIRST_BYTES
  let bytes = Buffer.allocUnsafeSlow(capacity)
  let end = 0
  return {
    add(text: string) {
      const needed = end + text.length * MAX_BYTES_PER_UNIT
      if (needed > bytes.length) {
        const grown = Buffer.allocUnsafeSlow(Math.max(bytes.length * 2, needed))
        bytes.copy(grown, 0, 0, end)
        bytes = grown
      }
      end += bytes.write(text, end)
    },
    /** Returns what was added and starts a new buffer. */
    take() {
      const taken = bytes.subarray(0, end)
      // The next block is usually about as long as this one.
      capacity = Math.max(FIRST_BYTES, Math.ceil(end * 1.2))
      bytes = Buffer.allocUnsafeSlow(capacity)
      end = 0
      return taken
    },
  }
}
