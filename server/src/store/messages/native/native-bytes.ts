const FIRST_BYTES = 4 * 1024
/** UTF-8 needs at most three bytes for a UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3
const MAX_VARINT_BYTES = 5
/** One message with a very long text must not keep its memory. */
const MAX_KEPT_BYTES = 4 * 2 ** 20
/** From this size on, copying byte by byte costs more than a call. */
const LONG_COPY = 48

/** Bytes in the engine's Native format that grow: numbers in little endian, texts after their length as a varint. */
export interface NativeBytes {
  length(): number
  varint(value: number): void
  /** A whole number up to 2^53 in eight bytes. */
  uint64(value: number): void
  text(text: string): void
  /** A text that is encoded already. */
  encodedText(bytes: Buffer, from: number, to: number): void
  add(bytes: Uint8Array): void
  /** Empty texts. */
  zeros(count: number): void
  /** A view, which the next addition may change. */
  view(): Buffer<ArrayBuffer>
  clear(): void
}

export function createNativeBytes(capacity = FIRST_BYTES): NativeBytes {
  let bytes = Buffer.allocUnsafeSlow(capacity)
  let end = 0

  function makeRoom(count: number): void {
    if (end + count <= bytes.length) return
    const grown = Buffer.allocUnsafeSlow(Math.max(bytes.length * 2, end + count))
    bytes.copy(grown, 0, 0, end)
    bytes = grown
  }

  function writeVarint(value: number): void {
    let rest = value
    while (rest > 0x7f) {
      bytes[end] = (rest & 0x7f) | 0x80
      end += 1
      rest >>>= 7
    }
    bytes[end] = rest
    end += 1
  }

  /** Writes a short text with its length. Returns false, and writes nothing, if it is not ASCII. */
  function writeAscii(text: string): boolean {
    const start = end + 1
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code > 0x7f) return false
      bytes[start + at] = code
    }
    bytes[end] = text.length
    end = start + text.length
    return true
  }

  return {
    length: () => end,
    varint(value) {
      makeRoom(MAX_VARINT_BYTES)
      writeVarint(value)
    },
    uint64(value) {
      makeRoom(8)
      bytes.writeUInt32LE(value >>> 0, end)
      bytes.writeUInt32LE(Math.floor(value / 2 ** 32), end + 4)
      end += 8
    },
    text(text) {
      makeRoom(text.length * MAX_BYTES_PER_UNIT + MAX_VARINT_BYTES)
      if (text.length <= LONG_COPY && writeAscii(text)) return
      // Most texts are ASCII: then the number of characters is the number of bytes.
      const start = end
      writeVarint(text.length)
      const written = bytes.write(text, end)
      if (written === text.length) {
        end += written
        return
      }
      end = start
      writeVarint(written)
      end += bytes.write(text, end)
    },
    encodedText(from, start, stop) {
      makeRoom(stop - start + MAX_VARINT_BYTES)
      writeVarint(stop - start)
      if (stop - start > LONG_COPY) from.copy(bytes, end, start, stop)
      else for (let at = start, to = end; at < stop; at += 1, to += 1) bytes[to] = from[at] ?? 0
      end += stop - start
    },
    add(added) {
      makeRoom(added.length)
      bytes.set(added, end)
      end += added.length
    },
    zeros(count) {
      makeRoom(count)
      bytes.fill(0, end, end + count)
      end += count
    },
    view: () => bytes.subarray(0, end),
    clear() {
      end = 0
      if (bytes.length > MAX_KEPT_BYTES) bytes = Buffer.allocUnsafeSlow(capacity)
    },
  }
}
