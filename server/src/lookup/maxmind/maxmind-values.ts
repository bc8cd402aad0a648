/** Decodes the values of a MaxMind database: a self-describing binary format with pointers. */
export type MaxmindValue = string | number | bigint | boolean | MaxmindList | MaxmindRecord

type MaxmindList = readonly MaxmindValue[]

export interface MaxmindRecord {
  readonly [name: string]: MaxmindValue | undefined
}

export class MaxmindFileError extends Error {
  override readonly name = 'MaxmindFileError'
}

/** Records of real databases have about 100 values, five levels deep. Pointers of a damaged file can form loops. */
const MAX_DEPTH = 24
const MAX_VALUES = 10_000
/** Bytes of all texts of a record: many pointers may lead to the same long one. */
const MAX_TEXT_BYTES = 1_000_000

const POINTER = 1
const TEXT = 2
const DOUBLE = 3
const BYTES = 4
const UINT16 = 5
const UINT32 = 6
const MAP = 7
const INT32 = 8
const UINT64 = 9
const UINT128 = 10
const LIST = 11
const BOOLEAN = 14
const FLOAT = 15

interface Decoding {
  readonly bytes: Buffer
  /** Where offsets of pointers begin. */
  readonly base: number
  at: number
  values: number
  textBytes: number
}

/** `at` is an offset in `bytes`. Throws `MaxmindFileError` if the file is damaged. */
export function decodeMaxmindValue(bytes: Buffer, base: number, at: number): MaxmindValue {
  try {
    return decode({ bytes, base, at, values: 0, textBytes: 0 }, 0)
  } catch (error) {
    if (error instanceof RangeError) throw new MaxmindFileError('The file is truncated', { cause: error })
    throw error
  }
}

export const isMaxmindRecord = (value: MaxmindValue | undefined): value is MaxmindRecord =>
  typeof value === 'object' && !Array.isArray(value)

function decode(decoding: Decoding, depth: number): MaxmindValue {
  decoding.values += 1
  if (depth > MAX_DEPTH || decoding.values > MAX_VALUES) throw new MaxmindFileError('A record of the file has no end')
  const control = readByte(decoding)
  const type = control >> 5 || readByte(decoding) + 7
  if (type === POINTER) return decodePointer(decoding, control, depth)
  const size = readSize(decoding, control & 0x1f)
  switch (type) {
    case TEXT:
      return decoding.bytes.toString('utf8', ...advanceText(decoding, size))
    case BYTES:
      return decoding.bytes.toString('base64', ...advanceText(decoding, size))
    case DOUBLE:
      return decoding.bytes.readDoubleBE(advance(decoding, 8)[0])
    case FLOAT:
      return decoding.bytes.readFloatBE(advance(decoding, 4)[0])
    case UINT16:
    case UINT32:
      return readNumber(decoding, size)
    case INT32:
      return readNumber(decoding, size) | 0
    case UINT64:
    case UINT128:
      return readLongNumber(decoding, size)
    case BOOLEAN:
      return size === 1
    case MAP:
      return decodeMap(decoding, size, depth)
    case LIST:
      return Array.from(counted(size), () => decode(decoding, depth + 1))
    default:
      throw new MaxmindFileError(`The file has a value of the unknown type ${type}`)
  }
}

function decodePointer(decoding: Decoding, control: number, depth: number): MaxmindValue {
  const width = (control >> 3) & 3
  const low = readNumber(decoding, width + 1)
  const high = control & 7
  const target = [high * 2 ** 8 + low, high * 2 ** 16 + low + 2048, high * 2 ** 24 + low + 526_336, low][width]
  const after = decoding.at
  decoding.at = decoding.base + (target ?? 0)
  const value = decode(decoding, depth + 1)
  decoding.at = after
  return value
}

function decodeMap(decoding: Decoding, size: number, depth: number): MaxmindRecord {
  const entries = Array.from(counted(size), () => {
    const name = decode(decoding, depth + 1)
    if (typeof name !== 'string') throw new MaxmindFileError('A record of the file has a name that is not a text')
    return [name, decode(decoding, depth + 1)] as const
  })
  return Object.fromEntries(entries)
}

/** Nothing is allocated for a size that a damaged file only claims. */
function* counted(size: number): Iterable<undefined> {
  for (let at = 0; at < size; at += 1) yield undefined
}

function readByte(decoding: Decoding): number {
  return decoding.bytes.readUInt8(advance(decoding, 1)[0])
}

function readSize(decoding: Decoding, size: number): number {
  if (size === 29) return 29 + readByte(decoding)
  if (size === 30) return 285 + readNumber(decoding, 2)
  if (size === 31) return 65_821 + readNumber(decoding, 3)
  return size
}

/** An unsigned number of at most four bytes. */
function readNumber(decoding: Decoding, size: number): number {
  if (size > 4) throw new MaxmindFileError('A number of the file is too long')
  const [from] = advance(decoding, size)
  return size === 0 ? 0 : decoding.bytes.readUIntBE(from, size)
}

function readLongNumber(decoding: Decoding, size: number): bigint {
  if (size > 16) throw new MaxmindFileError('A number of the file is too long')
  const [from, to] = advance(decoding, size)
  let value = 0n
  for (let at = from; at < to; at += 1) value = (value << 8n) | BigInt(decoding.bytes.readUInt8(at))
  return value
}

function advanceText(decoding: Decoding, size: number): [from: number, to: number] {
  decoding.textBytes += size
  if (decoding.textBytes > MAX_TEXT_BYTES)
    throw new MaxmindFileError('A record of the file has texts that are too long')
  return advance(decoding, size)
}

function advance(decoding: Decoding, size: number): [from: number, to: number] {
  const from = decoding.at
  const to = from + size
  if (to > decoding.bytes.length) throw new MaxmindFileError('The file is truncated')
  decoding.at = to
  return [from, to]
}
