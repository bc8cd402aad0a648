export interface SnappyFailure {
  readonly ok: false
  readonly detail: string
}
export type Decompressed = { readonly ok: true; readonly bytes: Uint8Array } | SnappyFailure

/** Three bytes of the format expand to at most 64 bytes. */
const MAX_RATIO = 22

/** Decompresses a block of the snappy format (not the framed one) to at most `maxBytes`. */
export function decompressSnappy(block: Uint8Array, maxBytes: number): Decompressed {
  const preamble = readLength(block)
  if (preamble === undefined) return failure('it does not begin with a length')
  if (preamble.length > maxBytes) return failure(`it says to hold ${preamble.length} bytes, ${maxBytes} are allowed`)
  if (preamble.length > block.byteLength * MAX_RATIO) return failure('the declared size is impossible')
  const bytes = Buffer.alloc(preamble.length)
  return fill(bytes, block, preamble.end) ? { ok: true, bytes } : failure('it is damaged')
}

const failure = (detail: string): SnappyFailure => ({ ok: false, detail })

function readLength(block: Uint8Array): { readonly length: number; readonly end: number } | undefined {
  let length = 0
  for (let at = 0; at < 5; at++) {
    const byte = block[at]
    if (byte === undefined) return undefined
    length += (byte & 0x7f) * 128 ** at
    if (byte < 0x80) return { length, end: at + 1 }
  }
  return undefined
}

/** Whether the elements of the block fill `bytes` exactly. */
function fill(bytes: Buffer, block: Uint8Array, start: number): boolean {
  let from = start
  let to = 0
  while (from < block.byteLength) {
    const tag = block[from++] ?? 0
    const kind = tag & 3
    if (kind === 0) {
      const size = tag >>> 2
      const sizeBytes = size < 60 ? 0 : size - 59
      const length = (sizeBytes === 0 ? size : littleEndian(block, from, sizeBytes)) + 1
      from += sizeBytes
      if (from + length > block.byteLength || to + length > bytes.byteLength) return false
      bytes.set(block.subarray(from, from + length), to)
      from += length
      to += length
      continue
    }
    const offsetBytes = kind === 1 ? 1 : kind === 2 ? 2 : 4
    if (from + offsetBytes > block.byteLength) return false
    const length = kind === 1 ? ((tag >>> 2) & 7) + 4 : (tag >>> 2) + 1
    const offset = littleEndian(block, from, offsetBytes) + (kind === 1 ? (tag >>> 5) * 256 : 0)
    from += offsetBytes
    if (offset === 0 || offset > to || to + length > bytes.byteLength) return false
    copyWithin(bytes, to, offset, length)
    to += length
  }
  return to === bytes.byteLength
}

/** Byte by byte if source and target overlap: the format encodes repetitions that way. */
function copyWithin(bytes: Buffer, to: number, offset: number, length: number): void {
  if (offset >= length) bytes.copyWithin(to, to - offset, to - offset + length)
  else for (let at = to; at < to + length; at++) bytes[at] = bytes[at - offset] ?? 0
}

function littleEndian(bytes: Uint8Array, at: number, count: number): number {
  let value = 0
  for (let index = count - 1; index >= 0; index--) value = value * 256 + (bytes[at + index] ?? 0)
  return value
}
