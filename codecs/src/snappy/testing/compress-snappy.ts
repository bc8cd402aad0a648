/** A plain compressor of the snappy block format: literals, and copies with an offset of at least four bytes. */
export function compressSnappy(bytes: Uint8Array): Buffer {
  const out: number[] = []
  let length = bytes.byteLength
  for (; length >= 0x80; length >>>= 7) out.push((length & 0x7f) | 0x80)
  out.push(length)
  const seenAt = new Map<number, number>()
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let literal = 0
  let at = 0
  while (at + 4 <= bytes.byteLength) {
    const word = view.getUint32(at)
    const before = seenAt.get(word)
    seenAt.set(word, at)
    if (before === undefined || at - before > 0xffff) {
      at++
      continue
    }
    let same = 4
    while (same < 64 && at + same < bytes.byteLength && bytes[before + same] === bytes[at + same]) same++
    pushLiteral(out, bytes.subarray(literal, at))
    out.push(((same - 1) << 2) | 2, (at - before) & 0xff, (at - before) >> 8)
    at += same
    literal = at
  }
  pushLiteral(out, bytes.subarray(literal))
  return Buffer.from(out)
}

function pushLiteral(out: number[], bytes: Uint8Array): void {
  if (bytes.byteLength === 0) return
  const size = bytes.byteLength - 1
  if (size < 60) out.push(size << 2)
  else if (size < 0x100) out.push(60 << 2, size)
  else if (size < 0x1_0000) out.push(61 << 2, size & 0xff, size >> 8)
  else out.push(62 << 2, size & 0xff, (size >> 8) & 0xff, size >> 16)
  for (const byte of bytes) out.push(byte)
}
