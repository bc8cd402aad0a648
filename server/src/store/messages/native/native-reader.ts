/** Reads numbers and texts of the engine's Native format, one after the other. */
export type NativeReader = ReturnType<typeof createNativeReader>

export function createNativeReader(source: Uint8Array<ArrayBuffer>) {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.length)
  let at = 0

  function varint(): number {
    let value = 0
    let shift = 1
    while (true) {
      const byte = bytes[at] ?? 0
      at += 1
      value += (byte & 0x7f) * shift
      if (byte < 0x80) return value
      shift *= 0x80
    }
  }

  function take(count: number): Buffer<ArrayBuffer> {
    if (at + count > bytes.length) throw new Error('a block of rows is incomplete')
    at += count
    return bytes.subarray(at - count, at)
  }

  return {
    varint,
    take,
    text() {
      const length = varint()
      return take(length).toString()
    },
    uint64: () => Number(take(8).readBigUInt64LE()),
    /** A text with its length in front, not decoded. */
    skipText() {
      const from = at
      const length = varint()
      take(length)
      return bytes.subarray(from, at)
    },
  }
}
