/** Messages of the domain name system (RFC 1035): encodes queries, decodes responses. */
import { unlessThrown } from '@logyard/languages/errors/unless-thrown'

export type DnsRecordType = 'A' | 'AAAA' | 'PTR' | 'TXT'

export interface DnsRecord {
  /** An address, a name, or a text. */
  readonly value: string
  readonly ttlSeconds: number
}

export interface DnsResponse {
  readonly id: number
  readonly code: number
  /** The response did not fit: the client has to repeat the query over TCP. */
  readonly isTruncated: boolean
  /** Those of the queried type, of the queried name or of what it is an alias of. */
  readonly records: readonly DnsRecord[]
}

export interface DnsQuestion {
  readonly name: string
  readonly type: DnsRecordType
}

export const NO_ERROR = 0
export const NAME_UNKNOWN = 3

const TYPE_CODES = { A: 1, PTR: 12, TXT: 16, AAAA: 28 } as const
const CNAME = 5
const INTERNET = 1
const HEADER_BYTES = 12
const RECURSION_DESIRED = 0x01_00
const RESPONSE = 0x80_00
const TRUNCATED = 0x02_00
const MAX_RECORDS = 1000
const MAX_NAME_BYTES = 255
/** Each jump of a name leads back, so a name with more of them is a loop. */
const MAX_JUMPS = 127
const MAX_LABEL = 63
const MAX_TTL_SECONDS = 2 ** 31 - 1

const isHostLabel = /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/i

/** Whether a query can be made for the name. */
export function isDnsName(name: string): boolean {
  const labels = name.split('.')
  return (
    name.length < MAX_NAME_BYTES - 1 && labels.every((label) => label.length <= MAX_LABEL && isHostLabel.test(label))
  )
}

export function encodeDnsQuery(id: number, { name, type }: DnsQuestion): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt16BE(id, 0)
  header.writeUInt16BE(RECURSION_DESIRED, 2)
  header.writeUInt16BE(1, 4)
  const labels = name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label, 'latin1')]))
  return Buffer.concat([header, ...labels, Buffer.from([0, 0, TYPE_CODES[type], 0, INTERNET])])
}

/** Undefined if the bytes are not a response to this question. */
export const decodeDnsResponse = (bytes: Buffer, question: DnsQuestion): DnsResponse | undefined =>
  unlessThrown(RangeError, () => decodeResponse({ bytes, at: 0 }, question))

interface Reading {
  readonly bytes: Buffer
  at: number
}

function decodeResponse(reading: Reading, { name, type }: DnsQuestion): DnsResponse | undefined {
  const [id, flags, questions, answers] = [uint16(reading), uint16(reading), uint16(reading), uint16(reading)]
  reading.at = HEADER_BYTES
  if ((flags & RESPONSE) === 0 || questions !== 1 || answers > MAX_RECORDS) return undefined
  const asked = readName(reading)
  const isAsked = isSameName(asked, name) && uint16(reading) === TYPE_CODES[type] && uint16(reading) === INTERNET
  if (!isAsked) return undefined
  const isTruncated = (flags & TRUNCATED) !== 0
  const records = isTruncated ? [] : readRecords(reading, { name, type }, answers)
  return { id, code: flags & 0x0f, isTruncated, records }
}

function readRecords(reading: Reading, { name, type }: DnsQuestion, count: number): readonly DnsRecord[] {
  const names = new Set([name.toLowerCase()])
  const records: DnsRecord[] = []
  for (let read = 0; read < count; read += 1) {
    const owner = readName(reading).toLowerCase()
    const [code, inClass, ttl, length] = [uint16(reading), uint16(reading), uint32(reading), uint16(reading)]
    const end = reading.at + length
    if (end > reading.bytes.length) throw new RangeError('the record is truncated')
    if (inClass === INTERNET && names.has(owner)) {
      if (code === CNAME) names.add(readName(reading).toLowerCase())
      else if (code === TYPE_CODES[type]) {
        const ttlSeconds = ttl > MAX_TTL_SECONDS ? 0 : ttl
        records.push({ value: readValue(reading, type, length), ttlSeconds })
      }
    }
    reading.at = end
  }
  return records
}

const ADDRESS_BYTES = { A: 4, AAAA: 16 } as const

function readValue(reading: Reading, type: DnsRecordType, length: number): string {
  const { bytes, at } = reading
  if ((type === 'A' || type === 'AAAA') && length !== ADDRESS_BYTES[type]) {
    throw new RangeError('the record has no address')
  }
  switch (type) {
    case 'A':
      return Array.from({ length: 4 }, (_, place) => bytes.readUInt8(at + place)).join('.')
    case 'AAAA':
      // Without abbreviation, as the API spells addresses: `2001:db8:0:0:0:0:0:8`.
      return Array.from({ length: 8 }, (_, place) => bytes.readUInt16BE(at + 2 * place).toString(16)).join(':')
    case 'PTR':
      return readName(reading)
    case 'TXT':
      return readTexts(bytes.subarray(at, at + length))
  }
}

/** A long text is several of at most 255 bytes. */
function readTexts(bytes: Buffer): string {
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUInt8(at)
    parts.push(bytes.subarray(at + 1, at + 1 + length))
    at += 1 + length
  }
  return Buffer.concat(parts).toString('utf8')
}

function readName(reading: Reading): string {
  const labels: string[] = []
  const { bytes } = reading
  let at = reading.at
  let after: number | undefined
  let jumps = 0
  let size = 0
  for (;;) {
    const length = bytes.readUInt8(at)
    if (length >= 0xc0) {
      after ??= at + 2
      at = bytes.readUInt16BE(at) & 0x3f_ff
      jumps += 1
      if (jumps > MAX_JUMPS) throw new RangeError('the name is a loop')
      continue
    }
    at += 1
    if (length === 0) break
    size += length + 1
    if (length > MAX_LABEL || size > MAX_NAME_BYTES) throw new RangeError('the name is too long')
    if (at + length > bytes.length) throw new RangeError('the name is truncated')
    labels.push(escaped(bytes.toString('latin1', at, at + length)))
    at += length
  }
  reading.at = after ?? at
  return labels.join('.')
}

/** Bytes that are not printable, and dots within a label, become `\DDD`. */
const escaped = (label: string): string =>
  label.replace(/[^!-~]|[.\\]/g, (character) => `\\${String(character.charCodeAt(0)).padStart(3, '0')}`)

const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

function uint16(reading: Reading): number {
  reading.at += 2
  return reading.bytes.readUInt16BE(reading.at - 2)
}

function uint32(reading: Reading): number {
  reading.at += 4
  return reading.bytes.readUInt32BE(reading.at - 4)
}
