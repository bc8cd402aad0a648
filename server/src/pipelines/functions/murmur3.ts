/** MurmurHash3 with seed 0. */

const rotated = (number: number, bits: number): number => (number << bits) | (number >>> (32 - bits))

/** The variant `x86_32`, as a signed number. */
export function murmur3Of32Bits(bytes: Buffer): number {
  const mixed = (word: number): number => Math.imul(rotated(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593)
  const wordsEnd = bytes.length - (bytes.length % 4)
  let hash = 0
  for (let at = 0; at < wordsEnd; at += 4) {
    hash = (Math.imul(rotated(hash ^ mixed(bytes.readInt32LE(at)), 13), 5) + 0xe6546b64) | 0
  }
  let rest = 0
  for (let at = bytes.length - 1; at >= wordsEnd; at -= 1) rest = (rest << 8) | (bytes[at] ?? 0)
  hash ^= mixed(rest) ^ bytes.length
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}

const C1 = 0x87c37b91114253d5n
const C2 = 0x4cf5ad432745937fn

const within64 = (number: bigint): bigint => BigInt.asUintN(64, number)
const rotated64 = (number: bigint, bits: bigint): bigint => within64((number << bits) | (number >> (64n - bits)))

const mixedFirst = (word: bigint): bigint => within64(rotated64(within64(word * C1), 31n) * C2)
const mixedSecond = (word: bigint): bigint => within64(rotated64(within64(word * C2), 33n) * C1)

function finished(hash: bigint): bigint {
  let mixed = within64((hash ^ (hash >> 33n)) * 0xff51afd7ed558ccdn)
  mixed = within64((mixed ^ (mixed >> 33n)) * 0xc4ceb9fe1a85ec53n)
  return mixed ^ (mixed >> 33n)
}

/** The variant `x64_128` in hexadecimal digits, the least significant byte of each half first. */
export function murmur3Of128Bits(bytes: Buffer): string {
  let first = 0n
  let second = 0n
  const blocksEnd = bytes.length - (bytes.length % 16)
  for (let at = 0; at < blocksEnd; at += 16) {
    first = rotated64(first ^ mixedFirst(bytes.readBigUInt64LE(at)), 27n)
    first = within64((first + second) * 5n + 0x52dce729n)
    second = rotated64(second ^ mixedSecond(bytes.readBigUInt64LE(at + 8)), 31n)
    second = within64((second + first) * 5n + 0x38495ab5n)
  }
  const rest = Buffer.alloc(16)
  bytes.copy(rest, 0, blocksEnd)
  const length = BigInt(bytes.length)
  first ^= mixedFirst(rest.readBigUInt64LE(0)) ^ length
  second ^= mixedSecond(rest.readBigUInt64LE(8)) ^ length
  first = within64(first + second)
  second = within64(second + first)
  first = finished(first)
  second = finished(second)
  first = within64(first + second)
  second = within64(second + first)
  const hash = Buffer.allocUnsafe(16)
  hash.writeBigUInt64LE(first, 0)
  hash.writeBigUInt64LE(second, 8)
  return hash.toString('hex')
}
