import type { FieldValue } from '../codec.ts'
import type { FieldKind } from './field-definitions.ts'

const NTP_TO_UNIX_SECONDS = 2_208_988_800
const MAX_NUMBER_BYTES = 8

/** Reads `length` bytes, which the caller has checked to be there. Undefined if there is nothing to store. */
export function readFlowValue(bytes: Buffer, at: number, length: number, kind: FieldKind): FieldValue | undefined {
  if (length === 0) return undefined
  switch (kind) {
    case 'skip':
      return undefined
    case 'unsigned':
      return readUnsigned(bytes, at, length)
    case 'signed':
      return readSigned(bytes, at, length)
    case 'float':
      return readFloat(bytes, at, length)
    case 'address':
      return readAddress(bytes, at, length)
    case 'mac':
      return length === 6 ? readHex(bytes, at, length).replace(/..(?=.)/g, '$&:') : readHex(bytes, at, length)
    case 'text':
      return readText(bytes, at, length)
    case 'bytes':
      return readHex(bytes, at, length)
    case 'opaque':
      return readPrintable(bytes, at, length) ?? readHex(bytes, at, length)
    case 'boolean':
      return length === 1 ? bytes[at] === 1 : readUnsigned(bytes, at, length)
    case 'seconds':
      return readTime(bytes, at, length, 1000)
    case 'milliseconds':
      return readTime(bytes, at, length, 1)
    case 'ntp':
      return readNtpTime(bytes, at, length)
    default:
      return kind satisfies never
  }
}

export function readAddress(bytes: Buffer, at: number, length: number): FieldValue {
  if (length === 4) return `${bytes[at]}.${bytes[at + 1]}.${bytes[at + 2]}.${bytes[at + 3]}`
  return length === 16 ? ipv6Text(bytes, at) : readHex(bytes, at, length)
}

const readHex = (bytes: Buffer, at: number, length: number): string => bytes.toString('hex', at, at + length)

function readText(bytes: Buffer, at: number, length: number): string | undefined {
  const nul = bytes.subarray(at, at + length).indexOf(0)
  const text = bytes.toString('utf8', at, at + (nul < 0 ? length : nul)).trim()
  return text === '' ? undefined : text
}

/** Fields of vendors are not described; many are texts. */
function readPrintable(bytes: Buffer, at: number, length: number): string | undefined {
  const part = bytes.subarray(at, at + length)
  return part.every((byte) => byte >= 0x20 && byte < 0x7f) ? part.toString('latin1') : undefined
}

function readUnsigned(bytes: Buffer, at: number, length: number): FieldValue {
  if (length > MAX_NUMBER_BYTES) return readHex(bytes, at, length)
  return length <= 6 ? bytes.readUIntBE(at, length) : narrowed(BigInt(`0x${readHex(bytes, at, length)}`))
}

function readSigned(bytes: Buffer, at: number, length: number): FieldValue {
  if (length > MAX_NUMBER_BYTES) return readHex(bytes, at, length)
  if (length <= 6) return bytes.readIntBE(at, length)
  return narrowed(BigInt.asIntN(length * 8, BigInt(`0x${readHex(bytes, at, length)}`)))
}

const narrowed = (value: bigint): number | bigint => {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

function readFloat(bytes: Buffer, at: number, length: number): FieldValue {
  if (length !== 4 && length !== 8) return readUnsigned(bytes, at, length)
  const value = length === 4 ? bytes.readFloatBE(at) : bytes.readDoubleBE(at)
  return Number.isFinite(value) ? value : String(value)
}

function readTime(bytes: Buffer, at: number, length: number, unitMs: number): FieldValue {
  const value = readUnsigned(bytes, at, length)
  return typeof value === 'number' ? (isoTime(value * unitMs) ?? value) : value
}

function readNtpTime(bytes: Buffer, at: number, length: number): FieldValue {
  if (length !== 8) return readUnsigned(bytes, at, length)
  const fraction = bytes.readUInt32BE(at + 4) / 2 ** 32
  return isoTime((bytes.readUInt32BE(at) - NTP_TO_UNIX_SECONDS + fraction) * 1000) ?? readHex(bytes, at, length)
}

/** Undefined if no date can be so far from now. */
export function isoTime(ms: number): string | undefined {
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

const UINT32 = 2 ** 32

/** Time from milliseconds since the start of the exporter, a counter that begins again at 0 every 49.7 days. */
export function timeSinceBoot(bootedAtMs: number, offsetMs: number, exportedAtMs: number): string | undefined {
  const ms = bootedAtMs + offsetMs
  return isoTime(ms - exportedAtMs > UINT32 / 2 ? ms - UINT32 : ms)
}

/** The canonical form: the longest run of zeros is shortened. */
function ipv6Text(bytes: Buffer, at: number): string {
  const groups = Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(at + 2 * index).toString(16))
  let best = { from: -1, length: 1 }
  for (let from = 0; from < 8; from++) {
    let length = 0
    while (groups[from + length] === '0') length++
    if (length > best.length) best = { from, length }
  }
  if (best.from < 0) return groups.join(':')
  return `${groups.slice(0, best.from).join(':')}::${groups.slice(best.from + best.length).join(':')}`
}
