/** The payload is malformed: a length beyond its end, a number of more than 64 bits. */
export class ProtobufError extends Error {
  override readonly name = 'ProtobufError'
}

export const VARINT = 0
export const FIXED64 = 1
export const BYTES = 2
export const FIXED32 = 5

/**
 * Reads one message of the protobuf wire format, field by field. Copies only texts, and never reads past the end. Throws
 * only `ProtobufError`.
 */
export class ProtobufReader {
  /** Number of the current field. */
  field = 0
  wireType = 0
  readonly #bytes: Buffer
  readonly #end: number
  #at: number

  constructor(bytes: Uint8Array, start = 0, end = bytes.byteLength) {
    this.#bytes = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#at = start
    this.#end = end
  }

  /** Another reader of the same bytes, at the same position. */
  again(): ProtobufReader {
    return new ProtobufReader(this.#bytes, this.#at, this.#end)
  }

  /** Advances to the next field, whose value must then be read or skipped; returns false at the end. */
  next(): boolean {
    if (this.#at >= this.#end) return false
    const tag = this.#lowVarint()
    this.field = tag >>> 3
    this.wireType = tag & 7
    if (this.field === 0) throw new ProtobufError('a field has the number 0')
    return true
  }

  skip(): void {
    switch (this.wireType) {
      case VARINT:
        this.#skipVarint()
        return
      case FIXED64:
        this.#advance(8)
        return
      case BYTES:
        this.#advance(this.#length())
        return
      case FIXED32:
        this.#advance(4)
        return
      default:
        throw new ProtobufError(`wire type ${this.wireType} is not supported`)
    }
  }

  /** The lowest 32 bits of a varint, or of a fixed32, without sign. */
  uint32(): number {
    if (this.wireType === FIXED32) return this.#bytes.readUInt32LE(this.#advance(4))
    this.#expect(VARINT)
    return this.#lowVarint()
  }

  /** A signed number of 64 bits. */
  int64(): number | bigint {
    this.#expect(VARINT)
    const value = this.#varint()
    return typeof value === 'number' ? value : narrow(BigInt.asIntN(64, value))
  }

  fixed64(): bigint {
    this.#expect(FIXED64)
    return this.#bytes.readBigUInt64LE(this.#advance(8))
  }

  double(): number {
    this.#expect(FIXED64)
    return this.#bytes.readDoubleLE(this.#advance(8))
  }

  bytes(): Uint8Array {
    const start = this.#range()
    return this.#bytes.subarray(start, this.#at)
  }

  /** As UTF-8; invalid bytes become U+FFFD. */
  text(): string {
    const start = this.#range()
    return this.#bytes.toString('utf8', start, this.#at)
  }

  hex(): string {
    const start = this.#range()
    return this.#bytes.toString('hex', start, this.#at)
  }

  message(): ProtobufReader {
    const start = this.#range()
    return new ProtobufReader(this.#bytes, start, this.#at)
  }

  #range(): number {
    this.#expect(BYTES)
    return this.#advance(this.#length())
  }

  #expect(wireType: number): void {
    if (this.wireType === wireType) return
    throw new ProtobufError(`field ${this.field} has wire type ${this.wireType}`)
  }

  #advance(count: number): number {
    const start = this.#at
    if (count > this.#end - start) throw new ProtobufError('a value ends behind the end of its message')
    this.#at = start + count
    return start
  }

  #length(): number {
    const first = this.#byte()
    if (first < 0x80) return first
    this.#at--
    const length = this.#varint()
    if (length > this.#end) throw new ProtobufError('a value ends behind the end of its message')
    return Number(length)
  }

  #byte(): number {
    const byte = this.#at < this.#end ? this.#bytes[this.#at] : undefined
    if (byte === undefined) throw new ProtobufError('the message ends inside a number')
    this.#at++
    return byte
  }

  #skipVarint(): void {
    for (let count = 0; count < 10; count++) if (this.#byte() < 0x80) return
    throw new ProtobufError('a number has more than 64 bits')
  }

  #lowVarint(): number {
    const first = this.#byte()
    if (first < 0x80) return first
    this.#at--
    return Number(BigInt.asUintN(32, BigInt(this.#varint())))
  }

  #varint(): number | bigint {
    // Seven bytes have 49 bits, which a double can hold.
    let low = 0
    for (let count = 0, weight = 1; count < 7; count++, weight *= 128) {
      const byte = this.#byte()
      low += (byte & 0x7f) * weight
      if (byte < 0x80) return low
    }
    let value = BigInt(low)
    for (let shift = 49n; shift < 70n; shift += 7n) {
      const byte = this.#byte()
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return BigInt.asUintN(64, value)
    }
    throw new ProtobufError('a number has more than 64 bits')
  }
}

const narrow = (value: bigint): number | bigint => (BigInt.asIntN(54, value) === value ? Number(value) : value)
