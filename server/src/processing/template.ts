/**
 * The template of a text: what stays when the parts that change from message to message are masked with `*`. Those are
 * words with a digit in them (numbers, times, addresses, UUIDs, `order-17`), words of 8 or more hexadecimal letters,
 * and what stands in quotes, unless a colon follows: then it is a name. Runs of white space count as one space.
 */

/** Of a template's own text, and of the part of a message that is looked at. */
export const MAX_TEMPLATE_LENGTH = 512
const MAX_SCANNED_LENGTH = 8192
const MIN_HEX_LENGTH = 8
const MAX_QUOTED_LENGTH = 1024

const OTHER = 0
const LETTER = 1
const HEX_LETTER = 2
const DIGIT = 3
/** Joins what stands on both sides of it to one word. */
const JOINER = 4
const SPACE = 5
const QUOTE = 6

const ASCII = 128
const KINDS = new Uint8Array(ASCII)
for (const [kind, characters] of [
  [LETTER, 'ghijklmnopqrstuvwxyzGHIJKLMNOPQRSTUVWXYZ'],
  [HEX_LETTER, 'abcdefABCDEF'],
  [DIGIT, '0123456789'],
  [JOINER, '-.:_@+'],
  [SPACE, ' \t\n\r\v\f'],
  [QUOTE, `"'`],
] as const) {
  for (const character of characters) KINDS[character.charCodeAt(0)] = kind
}
for (let code = 0; code < 0x20; code += 1) KINDS[code] ||= SPACE

const kindOf = (code: number): number => (code < ASCII ? (KINDS[code] ?? OTHER) : LETTER)
const isWord = (kind: number): boolean => kind >= LETTER && kind <= DIGIT

const STAR = 42
const BLANK = 32
const COLON = 58
const APOSTROPHE = 39

/** Takes the characters of a template one by one. */
interface Sink {
  put(code: number): void
  /** Whether it has all that it wants. */
  isFull(): boolean
}

function walk(text: string, sink: Sink): void {
  const end = Math.min(text.length, MAX_SCANNED_LENGTH)
  let at = 0
  while (at < end && !sink.isFull()) {
    const code = text.charCodeAt(at)
    const kind = kindOf(code)
    if (isWord(kind)) {
      at = walkWord(text, at, end, sink)
    } else if (kind === SPACE) {
      do at += 1
      while (at < end && kindOf(text.charCodeAt(at)) === SPACE)
      if (at < end) sink.put(BLANK)
    } else if (kind === QUOTE) {
      const closing = closingQuote(text, at, end, code)
      sink.put(code)
      at += 1
      if (closing > at) {
        if (text.charCodeAt(closing + 1) !== COLON) sink.put(STAR)
        else for (let index = at; index < closing; index += 1) sink.put(text.charCodeAt(index))
        sink.put(code)
        at = closing + 1
      }
    } else {
      sink.put(code)
      at += 1
    }
  }
}

/** Answers where the word ends. */
function walkWord(text: string, from: number, end: number, sink: Sink): number {
  let at = from
  let hasDigit = false
  let isHex = true
  while (at < end) {
    const kind = kindOf(text.charCodeAt(at))
    if (kind === DIGIT) hasDigit = true
    else if (kind === LETTER) isHex = false
    else if (kind === JOINER) {
      // IPv6 addresses have two colons in a row.
      const next = text.charCodeAt(at) === COLON && text.charCodeAt(at + 1) === COLON ? at + 2 : at + 1
      if (next >= end || !isWord(kindOf(text.charCodeAt(next)))) break
      isHex = false
      at = next - 1
    } else if (kind !== HEX_LETTER) break
    at += 1
  }
  if (hasDigit || (isHex && at - from >= MIN_HEX_LENGTH)) sink.put(STAR)
  else for (let index = from; index < at; index += 1) sink.put(text.charCodeAt(index))
  return at
}

/** Where a quotation ends; -1 when this is none. An apostrophe within a word is none. */
function closingQuote(text: string, at: number, end: number, quote: number): number {
  if (quote === APOSTROPHE && at > 0 && isWord(kindOf(text.charCodeAt(at - 1)))) return -1
  const last = Math.min(end, at + MAX_QUOTED_LENGTH)
  for (let index = at + 1; index < last; index += 1) {
    if (text.charCodeAt(index) !== quote) continue
    if (quote !== APOSTROPHE) return index
    if (index + 1 >= end || !isWord(kindOf(text.charCodeAt(index + 1)))) return index
  }
  return -1
}

export interface TemplateHash {
  readonly high: number
  readonly low: number
}

const FIRST_PRIME = 0x01000193
const SECOND_PRIME = 0x85ebca6b | 0

/** Two lanes of 32 bits; one object for all calls, because this runs for every message. */
const hashing = {
  high: 0,
  low: 0,
  length: 0,
  put(code: number) {
    this.high = Math.imul(this.high ^ code, FIRST_PRIME)
    this.low = Math.imul((this.low << 5) ^ (this.low >>> 27) ^ code, SECOND_PRIME)
    this.length += 1
  },
  isFull(): boolean {
    return this.length >= MAX_TEMPLATE_LENGTH
  },
}

/** The 64 bits that stand for the template of a text. The same in every version, because stored messages hold them. */
export function hashTemplate(text: string): TemplateHash {
  hashing.high = 0x811c9dc5 | 0
  hashing.low = 0x9747b28c | 0
  hashing.length = 0
  walk(text, hashing)
  return { high: mixed(hashing.high ^ hashing.low), low: mixed(hashing.low + hashing.length) }
}

function mixed(lane: number): number {
  let bits = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

export function templateOf(text: string): string {
  const codes: number[] = []
  walk(text, { put: (code) => void codes.push(code), isFull: () => codes.length >= MAX_TEMPLATE_LENGTH })
  return String.fromCharCode(...codes.slice(0, MAX_TEMPLATE_LENGTH)).toWellFormed()
}
