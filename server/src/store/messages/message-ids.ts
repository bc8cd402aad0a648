/**
 * The two ids of a message. They depend only on the message's time of receipt and position in the journal, so a replay
 * produces the same ids. Both consist of that time, the offset of the raw message and the place within it, and so sort
 * as messages were received. `id` is a UUID of version 7, `gl2MessageId` a ULID of the same bits.
 */
import { createHash } from 'node:crypto'

/** Only 42 bits of an offset are used; when they wrap, the time differs. */
const OFFSET_HIGH = 2 ** 30
const NODE_BITS = 12

export interface MessageIds {
  readonly id: string
  readonly gl2MessageId: string
  /** The 32-bit words of the id, the highest first. */
  readonly words: readonly [number, number, number, number]
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
class DerivedIds implements MessageIds {
  readonly words: MessageIds['words']

  constructor(words: MessageIds['words']) {
    this.words = words
  }

  get id(): string {
    const [first, second, third, fourth] = this.words
    const middle = `${hex4(second >>> 16)}-${hex4(second & 0xffff)}-${hex4(third >>> 16)}-${hex4(third & 0xffff)}`
    return `${hex8(first)}-${middle}${hex8(fourth)}`
  }

  /** The same values in 10, 3, 6 and 7 characters of 5 bits. */
  get gl2MessageId(): string {
    const [first, second, third, fourth] = this.words
    const ms = first * 2 ** 16 + (second >>> 16)
    return base32(ms, 10) + base32(second & 0xfff, 3) + base32(third & (OFFSET_HIGH - 1), 6) + base32(fourth, 7)
  }
}

/** Returns a function that makes the ids of the message at `place` within the raw message at `offset`. */
export const createMessageIds =
  (node: number) =>
  (receivedAtMs: number, offset: number, place: number): MessageIds => {
    const ms = instantOf(receivedAtMs)
    const high = Math.floor(offset / OFFSET_HIGH) & 0xfff
    // 12 bits after the version; after the variant the offset's other 30 bits, and 32 bits of place and node.
    return new DerivedIds([
      Math.floor(ms / 2 ** 16),
      (((ms % 2 ** 16) << 16) | 0x7000 | high) >>> 0,
      2 ** 31 + (offset & (OFFSET_HIGH - 1)),
      place * 2 ** NODE_BITS + node,
    ])
  }

/** The words of an id of any origin. */
export function wordsOfId(id: string): MessageIds['words'] {
  const hex = id.replaceAll('-', '')
  const word = (number: number) => Number.parseInt(hex.slice(number * 8, number * 8 + 8), 16)
  return [word(0), word(1), word(2), word(3)]
}

/** The offset, modulo 2^42, of the raw message that a message came from. */
export function offsetOfId(id: string): number {
  const hex = id.replaceAll('-', '')
  const high = Number.parseInt(hex.slice(13, 16), 16)
  const low = Number.parseInt(hex.slice(16, 20), 16) & 0x3fff
  return high * OFFSET_HIGH + low * 2 ** 16 + Number.parseInt(hex.slice(20, 24), 16)
}

/** The lowest and the highest id of messages received at this time. */
export const lowestId = (receivedAtMs: number): string => idAt(receivedAtMs, '7000-8000-000000000000')
export const highestId = (receivedAtMs: number): string => idAt(receivedAtMs, '7fff-bfff-ffffffffffff')

function idAt(receivedAtMs: number, rest: string): string {
  const hex = instantOf(receivedAtMs).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-${rest}`
}

/** Clamps the time to 48 bits. */
const instantOf = (ms: number): number => Math.min(Math.max(Math.floor(ms), 0), 2 ** 48 - 1)

const HEX_PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const pair = (byte: number): string => HEX_PAIRS[byte & 0xff] ?? ''
const hex4 = (value: number): string => pair(value >>> 8) + pair(value)
const hex8 = (value: number): string => hex4(value >>> 16) + hex4(value & 0xffff)

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const BASE32_PAIRS = Array.from({ length: 1024 }, (_, value) => `${ALPHABET[value >>> 5]}${ALPHABET[value & 31]}`)

function base32(value: number, characters: number): string {
  let text = ''
  let rest = value
  let left = characters
  while (left >= 2) {
    text = (BASE32_PAIRS[rest % 1024] ?? '') + text
    rest = Math.floor(rest / 1024)
    left -= 2
  }
  return left === 1 ? (ALPHABET[rest % 32] ?? '') + text : text
}
