/** The subset of DER (ITU-T X.690) that certificates need. */
const LONG_LENGTH = 0x80

export function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content])
}

function lengthOf(length: number): Buffer {
  if (length < LONG_LENGTH) return Buffer.from([length])
  const digits = Buffer.alloc(4)
  digits.writeUInt32BE(length)
  const significant = digits.subarray(digits.findIndex((byte) => byte !== 0))
  return Buffer.concat([Buffer.from([LONG_LENGTH | significant.length]), significant])
}

export const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts)
export const set = (...parts: readonly Uint8Array[]) => der(0x31, ...parts)
export const explicit = (number: number, ...parts: readonly Uint8Array[]) => der(0xa0 + number, ...parts)
/** `bytes` as a positive INTEGER. */
export const integer = (bytes: Uint8Array) => der(0x02, (bytes[0] ?? 0) >= 0x80 ? Buffer.of(0) : Buffer.of(), bytes)
export const bitString = (bytes: Uint8Array) => der(0x03, Buffer.of(0), bytes)
export const octetString = (bytes: Uint8Array) => der(0x04, bytes)
export const utf8String = (text: string) => der(0x0c, Buffer.from(text))
export const booleanTrue = () => der(0x01, Buffer.of(0xff))

/** `20261121130500Z` */
export const generalizedTime = (instant: Date) =>
  der(0x18, Buffer.from(`${instant.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`))

/** `1.2.840.10045.4.3.2` */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...others] = dotted.split('.').map(Number)
  return der(0x06, Buffer.of(first * 40 + second), ...others.map(base128))
}

function base128(value: number): Buffer {
  const digits = [value & 0x7f]
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) digits.unshift(LONG_LENGTH | (rest & 0x7f))
  return Buffer.from(digits)
}
