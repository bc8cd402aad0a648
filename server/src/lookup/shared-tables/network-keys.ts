/** Networks as keys of a table: an IP address finds the smallest network that has it. */
import { isIP } from 'node:net'

/** The lengths of the prefixes in a table, longest first. */
export interface NetworkKeys {
  readonly v4: readonly number[]
  readonly v6: readonly number[]
}

export interface NetworkKey {
  readonly key: string
  readonly version: 4 | 6
  readonly prefix: number
}

/** `10.0.0.0/8`, or one address. Bits behind the prefix are ignored. */
export function networkKey(text: string): NetworkKey | undefined {
  const [address = '', length, rest] = text.trim().split('/')
  const bytes = rest === undefined ? ipBytes(address) : undefined
  if (bytes === undefined) return undefined
  const bits = bytes.length * 8
  const prefix = length === undefined ? bits : /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN
  if (!(prefix <= bits)) return undefined
  return { key: keyOf(bytes, prefix), version: bytes.length === 4 ? 4 : 6, prefix }
}

/** Which prefixes the keys have. */
export function networkKeys(keys: Iterable<NetworkKey>): NetworkKeys {
  const v4 = new Set<number>()
  const v6 = new Set<number>()
  for (const { version, prefix } of keys) (version === 4 ? v4 : v6).add(prefix)
  const longestFirst = (set: ReadonlySet<number>) => [...set].sort((a, b) => b - a)
  return { v4: longestFirst(v4), v6: longestFirst(v6) }
}

/** The keys of all networks that may have the address, smallest first. */
export function* candidatesOf(address: string, { v4, v6 }: NetworkKeys): Generator<string> {
  const bytes = ipBytes(address.trim())
  if (bytes === undefined) return
  for (const prefix of bytes.length === 4 ? v4 : v6) yield keyOf(bytes, prefix)
}

function keyOf(bytes: readonly number[], prefix: number): string {
  let key = `${prefix}/`
  for (const [at, byte] of bytes.entries()) {
    const bits = Math.min(8, Math.max(0, prefix - at * 8))
    key += String.fromCharCode(byte & (0xff00 >> bits))
  }
  return key
}

/** Four or sixteen bytes. An IPv4 address within IPv6 is that IPv4 address. */
function ipBytes(text: string): readonly number[] | undefined {
  const version = isIP(text)
  if (version === 4) return text.split('.').map(Number)
  if (version !== 6) return undefined
  const bytes = ipv6Bytes(text)
  const isMapped = bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 255 && bytes[11] === 255
  return isMapped ? bytes.slice(12) : bytes
}

function ipv6Bytes(text: string): readonly number[] {
  const [address = ''] = text.split('%')
  const [head = '', tail] = address.split('::')
  const front = groupBytes(head)
  const back = tail === undefined ? [] : groupBytes(tail)
  const zeros = Array.from({ length: 16 - front.length - back.length }, () => 0)
  return [...front, ...zeros, ...back]
}

const groupBytes = (groups: string): readonly number[] =>
  groups
    .split(':')
    .filter((group) => group !== '')
    .flatMap((group) => {
      if (group.includes('.')) return group.split('.').map(Number)
      const number = Number.parseInt(group, 16)
      return [number >> 8, number & 255]
    })
