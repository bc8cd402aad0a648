/** Reads numbers and texts of the engine's Native format, one after the other. */
export type NativeReader = ReturnType<typeof createNativeReader>

/** Texts one after the other, each with its length in front. */
export interface EncodedTexts {
  readonly bytes: Buffer<ArrayBuffer>
  /** Where each of them ends. */
  readonly ends: Uint32Array
}

const INCOMPLETE = 'a block of rows is incomplete'

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
    if (at + count > bytes.length) throw new Error(INCOMPLETE)
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
    /** Texts with their lengths in front, not decoded: there may be very many. */
    skipTexts(count: number): EncodedTexts {
      const from = at
      const ends = new Uint32Array(count)
      for (let number = 0; number < count; number += 1) {
        const length = varint()
        at += length
        ends[number] = at - from
      }
      if (at > bytes.length) throw new Error(INCOMPLETE)
      return { bytes: bytes.subarray(from, at), ends }
    },
  }
}
