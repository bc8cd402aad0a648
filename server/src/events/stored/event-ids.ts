/** Ids of events. The same occurrence always has the same id, so an event that is stored again is found. */
import { createHash } from 'node:crypto'
import { ULID_ALPHABET } from '@logyard/languages/query-sql/message-id'

const TIME_BYTES = 6
const RANDOM_BYTES = 10
const ULID_LENGTH = 26
const MAX_TIME_MS = 2 ** 48 - 1

/** Both begin with the event's time, and are otherwise a hash of the definition's id and the occurrence. */
export function eventIds(definitionId: string, occurrence: string, timestampMs: number) {
  const time = Buffer.alloc(TIME_BYTES)
  time.writeUIntBE(Math.min(Math.max(Math.floor(timestampMs), 0), MAX_TIME_MS), 0, TIME_BYTES)
  const hash = createHash('sha256').update(definitionId).update('\0').update(occurrence).digest()
  const bytes = Buffer.concat([time, hash.subarray(0, RANDOM_BYTES)])
  return {
    /** A ULID, the id on the wire. */
    ulid: base32(bytes),
    /** A UUID of version 7, the id in the message store. */
    uuid: uuid7(bytes),
  }
}

function base32(bytes: Uint8Array): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  while (text.length < ULID_LENGTH) {
    text = `${ULID_ALPHABET[Number(rest & 31n)]}${text}`
    rest >>= 5n
  }
  return text
}

function uuid7(bytes: Uint8Array): string {
  const own = Buffer.from(bytes)
  own[6] = 0x70 | ((own[6] ?? 0) & 0x0f)
  own[8] = 0x80 | ((own[8] ?? 0) & 0x3f)
  const hex = own.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
