/** Ranges of IP addresses: `10.0.0.0/8`, `fe80::/10`. */

export interface IpRange {
  /** As written in the query. */
  readonly text: string
  readonly address: readonly number[]
  readonly bits: number
}

const RANGE = /^([0-9A-Fa-f:.]+)\/(0|[1-9]\d{0,2})$/
const DOT = 0x2e
const ZERO = 0x30
const GROUP = /^[0-9A-Fa-f]{1,4}$/

/** Returns undefined if the text is not an address with a prefix length. */
export function readIpRange(text: string): IpRange | undefined {
  const [, address = '', length = ''] = RANGE.exec(text) ?? []
  const bytes = readAddress(address)
  const bits = Number(length)
  return bytes === undefined || bits > bytes.length * 8 ? undefined : { text, address: bytes, bits }
}

export function isWithinRange(value: string, { address, bits }: IpRange): boolean {
  const bytes = readAddress(value)
  if (bytes?.length !== address.length) return false
  return address.every((byte, at) => {
    const counted = Math.min(8, Math.max(0, bits - at * 8))
    const mask = (0xff << (8 - counted)) & 0xff
    return (byte & mask) === ((bytes[at] ?? 0) & mask)
  })
}

/** The 4 or 16 bytes of an address; undefined if the text is not an address. */
export function readAddress(text: string): readonly number[] | undefined {
  return text.includes(':') ? readVersion6(text) : readVersion4(text)
}

/** Without regular expressions: rules may read the address of each message. */
function readVersion4(text: string): readonly number[] | undefined {
  const bytes: number[] = []
  let from = 0
  for (let at = 0; at <= text.length; at += 1) {
    if (at < text.length && text.charCodeAt(at) !== DOT) continue
    const byte = readByte(text, from, at)
    if (byte === undefined) return undefined
    bytes.push(byte)
    from = at + 1
  }
  return bytes.length === 4 ? bytes : undefined
}

/** Decimal, without leading zeros. */
function readByte(text: string, from: number, to: number): number | undefined {
  const digits = to - from
  if (digits < 1 || digits > 3 || (digits > 1 && text.charCodeAt(from) === ZERO)) return undefined
  let byte = 0
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - ZERO
    if (digit < 0 || digit > 9) return undefined
    byte = byte * 10 + digit
  }
  return byte < 256 ? byte : undefined
}

function readVersion6(text: string): readonly number[] | undefined {
  const halves = text.split('::')
  if (halves.length > 2) return undefined
  const [head, tail] = halves.map(readGroups)
  if (head === undefined) return undefined
  if (halves.length === 1) return head.length === 16 ? head : undefined
  if (tail === undefined || head.length + tail.length > 14) return undefined
  return [...head, ...new Array<number>(16 - head.length - tail.length).fill(0), ...tail]
}

function readGroups(text: string): readonly number[] | undefined {
  if (text === '') return []
  const bytes: number[] = []
  const parts = text.split(':')
  for (const [at, part] of parts.entries()) {
    const last = part.includes('.') && at === parts.length - 1 ? readVersion4(part) : undefined
    if (last !== undefined) bytes.push(...last)
    else if (GROUP.test(part)) bytes.push(Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 0xff)
    else return undefined
  }
  return bytes
}
