/** Functions that turn a text into its hash. Hashes are of the text's UTF-8. */
import { createHash } from 'node:crypto'
import { crc32 as zlibCrc32 } from 'node:zlib'
import { defineFunction } from '../evaluation/rule-run.ts'
import { murmur3Of32Bits, murmur3Of128Bits } from './murmur3.ts'
import { given, text } from './params.ts'

interface Hash {
  readonly name: string
  readonly title: string
  readonly example: string
  readonly note?: string
  of(text: string): string
}

/** As numbers of 32 bits are written here: the least significant byte first. */
const hexOf = (number: number): string => {
  const bytes = Buffer.allocUnsafe(4)
  bytes.writeInt32LE(number | 0)
  return bytes.toString('hex')
}

const LEAST_FIRST = ' The least significant byte is first: other programs may write the bytes in the opposite order.'

const HASHES: readonly Hash[] = [
  {
    name: 'crc32',
    title: 'CRC-32 checksum',
    example: 'e3018c57',
    note: LEAST_FIRST,
    of: (text) => hexOf(zlibCrc32(text)),
  },
  {
    name: 'crc32c',
    title: 'CRC-32C checksum',
    example: '82390e89',
    note: LEAST_FIRST,
    of: (text) => hexOf(crc32c(Buffer.from(text))),
  },
  { name: 'md5', title: 'MD5 hash', example: '6f9efb466e043b9f3635827ce446e13c', of: (text) => digest('md5', text) },
  {
    name: 'murmur3_128',
    title: '128-bit MurmurHash3 hash (x64)',
    example: '945d5b1aaa8fdfe9b880b31e814972b3',
    of: (text) => murmur3Of128Bits(Buffer.from(text)),
  },
  {
    name: 'murmur3_32',
    title: '32-bit MurmurHash3 hash',
    example: '67285534',
    note: LEAST_FIRST,
    of: (text) => hexOf(murmur3Of32Bits(Buffer.from(text))),
  },
  {
    name: 'sha1',
    title: 'SHA-1 hash',
    example: '6d88bccf40bf65b911fe79d78c7af98e382f0c1a',
    of: (text) => digest('sha1', text),
  },
  {
    name: 'sha256',
    title: 'SHA-256 hash',
    example: '4bbdd5a829dba09d7a7ff4c1367be7d36a017b4267d728d31bd264f63debeaa6',
    of: (text) => digest('sha256', text),
  },
  {
    name: 'sha512',
    title: 'SHA-512 hash',
    example:
      'f6cb3a96450fb9c9174299a651333c926cd67b6f5c25d8daeede1589ffa006f4dd31da4f0625b7f281051a34c8352b3a9c1a9babf90020360e911a380b5c3f4f',
    of: (text) => digest('sha512', text),
  },
]

const digest = (algorithm: string, text: string): string => createHash(algorithm).update(text).digest('hex')

export const hashFunctions = HASHES.map(({ name, title, example, note = '', of }) =>
  defineFunction({
    name,
    description: `Computes the ${title} of a text, in hexadecimal digits.${note}`,
    example: { source: `${name}("graylog")`, result: `"${example}"` },
    params: [text('value', 'The text.')],
    returns: 'String',
    call: ([value]) => of(given(value, 'value')),
  }),
)

/** The polynomial of Castagnoli, its bits in reverse order. */
const POLYNOMIAL = 0x82f63b78

const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit += 1) rest = (rest & 1) === 1 ? (rest >>> 1) ^ POLYNOMIAL : rest >>> 1
  return rest
})

/** The CRC-32C checksum (RFC 3720) as a signed number of 32 bits. */
function crc32c(bytes: Uint8Array): number {
  let rest = -1
  for (const byte of bytes) rest = (rest >>> 8) ^ (TABLE[(rest ^ byte) & 0xff] ?? 0)
  return ~rest
}
