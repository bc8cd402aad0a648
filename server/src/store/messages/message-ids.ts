/**
 * The two ids of a message. They depend only on the message's time of receipt and position in the journal, so a replay
 * produces the same ids. Both consist of that time, the offset of the raw message and the place within it, and so sort
 * as messages were received. `id` is a UUID of version 7, `gl2MessageId` a ULID of the same bits.
 */
import { createHash } from 'node:crypto'
import { type IdParts, idParts, OFFSET_BITS, ULID_ALPHABET } from '@logyard/languages/query-sql/message-id'

/** Only 42 bits of an offset are used; when they wrap, the time differs. */
const OFFSETS = 2 ** 42
const OFFSET_HIGH = 2 ** OFFSET_BITS
const NODE_BITS = 12

export interface MessageIds {
  readonly id: string
  readonly gl2MessageId: string
  /** The parts that the id consists of. */
  readonly parts: IdParts
  /** The message id of the sender or of an event, in place of one that follows from the parts. */
  readonly ownMessageId: string | undefined
}

/** Messages that processors may create from one raw message. */
export const MAX_CREATED_MESSAGES = 10_000
const PLACES = 2 ** 20
/** Messages that a codec may decode from one raw message. */
export const MAX_MESSAGES_OF_PAYLOAD = PLACES - MAX_CREATED_MESSAGES

/** The place of a created message by its number among those of the raw message: the last places, in reverse order. */
export const placeOfCreated = (number: number): number => PLACES - 1 - number

/** Distinguishes messages of different nodes with the same offset and millisecond. */
export function nodeNumber(nodeId: string): number {
  return createHash('sha256').update(nodeId).digest().readUInt16BE() >> (16 - NODE_BITS)
}

/** Ids as numbers: their texts are made only where something reads them. */
class NumericIds implements MessageIds {
  readonly parts: IdParts
  readonly ownMessageId: string | undefined

  constructor(parts: IdParts, ownMessageId?: string) {
    this.parts = parts
    this.ownMessageId = ownMessageId
  }

  get id(): string {
    const { receivedAtMs, journalOffset, place } = this.parts
    const time = hex4(Math.floor(receivedAtMs / 2 ** 32)) + hex8(receivedAtMs)
    // 12 bits of the offset after the version, its other 30 bits after the variant.
    const high = hex4(0x7000 | Math.floor(journalOffset / OFFSET_HIGH))
    const low = hex8(2 ** 31 + (journalOffset % OFFSET_HIGH))
    return `${time.slice(0, 8)}-${time.slice(8)}-${high}-${low.slice(0, 4)}-${low.slice(4)}${hex8(place)}`
  }

  /** The same parts in 10, 3, 6 and 7 characters of 5 bits. */
  get gl2MessageId(): string {
    if (this.ownMessageId !== undefined) return this.ownMessageId
    const { receivedAtMs, journalOffset, place } = this.parts
    const high = Math.floor(journalOffset / OFFSET_HIGH)
    return base32(receivedAtMs, 10) + base32(high, 3) + base32(journalOffset % OFFSET_HIGH, 6) + base32(place, 7)
  }
}

/** Returns a function that makes the ids of the message at `place` within the raw message at `offset`. */
export const createMessageIds =
  (node: number) =>
  (receivedAtMs: number, offset: number, place: number, ownMessageId?: string): MessageIds => {
    const parts = {
      receivedAtMs: instantOf(receivedAtMs),
      journalOffset: offset % OFFSETS,
      place: place * 2 ** NODE_BITS + node,
    }
    return idsOfParts(parts, ownMessageId)
  }

/** The ids of a message whose id is made elsewhere: a UUID of version 7. */
export function idsOf(id: string, ownMessageId?: string): MessageIds {
  const parts = idParts(id)
  if (parts === undefined) throw new TypeError(`${id} is not the id of a message`)
  return idsOfParts(parts, ownMessageId)
}

/** The lowest and the highest id of messages received at this time. */
export const lowestId = (receivedAtMs: number): string =>
  idOfParts({ receivedAtMs: instantOf(receivedAtMs), journalOffset: 0, place: 0 })
export const highestId = (receivedAtMs: number): string =>
  idOfParts({ receivedAtMs: instantOf(receivedAtMs), journalOffset: OFFSETS - 1, place: 2 ** 32 - 1 })

export const idsOfParts = (parts: IdParts, ownMessageId?: string): MessageIds => new NumericIds(parts, ownMessageId)
export const idOfParts = (parts: IdParts): string => idsOfParts(parts).id

/** The offset, modulo 2^42, of the raw message that a message came from. */
export const offsetOfId = (id: string): number => idsOf(id).parts.journalOffset

/** Clamps the time to 48 bits. */
const instantOf = (ms: number): number => Math.min(Math.max(Math.floor(ms), 0), 2 ** 48 - 1)

const HEX_PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const pair = (byte: number): string => HEX_PAIRS[byte & 0xff] ?? ''
const hex4 = (value: number): string => pair(value >>> 8) + pair(value)
const hex8 = (value: number): string => hex4(value >>> 16) + hex4(value & 0xffff)

const BASE32_PAIRS = Array.from(
  { length: 1024 },
  (_, value) => `${ULID_ALPHABET[value >>> 5]}${ULID_ALPHABET[value & 31]}`,
)

function base32(value: number, characters: number): string {
  let text = ''
  let rest = value
  let left = characters
  while (left >= 2) {
    text = (BASE32_PAIRS[rest % 1024] ?? '') + text
    rest = Math.floor(rest / 1024)
    left -= 2
  }
  return left === 1 ? (ULID_ALPHABET[rest % 32] ?? '') + text : text
}
