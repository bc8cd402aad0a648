/**
 * The template of a text: the text with the parts that vary from message to message masked by `*`. Masked are words
 * with a digit (numbers, times, addresses, UUIDs, `order-17`), words of 8 or more hexadecimal letters, and quoted text
 * unless a colon follows it, which makes it a name. Runs of white space count as one space.
 */

export const MAX_TEMPLATE_LENGTH = 512
/** The rest of a longer text is ignored. */
const MAX_SCANNED_LENGTH = 8192
const MIN_HEX_LENGTH = 8
const MAX_QUOTED_LENGTH = 1024

const OTHER = 0
const LETTER = 1
const HEX_LETTER = 2
const DIGIT = 3
/** Joins the words on both sides of it to one. */
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

/** A part of a text that its template masks. */
export interface Mask {
  /** Position of its `*` in the template. */
  readonly position: number
  readonly from: number
  readonly to: number
}

/** Receives a template: its UTF-16 codes and, if wanted, the parts that were masked. */
interface TemplateTarget {
  readonly codes: Uint16Array
  readonly masks: Mask[] | undefined
}

const newTarget = (masks?: Mask[]): TemplateTarget => ({ codes: new Uint16Array(MAX_TEMPLATE_LENGTH), masks })

/** Writes the template of a text to the target and returns its length. */
function writeTemplate(text: string, { codes, masks }: TemplateTarget): number {
  const end = Math.min(text.length, MAX_SCANNED_LENGTH)
  let length = 0
  let at = 0
  while (at < end && length < MAX_TEMPLATE_LENGTH) {
    const code = text.charCodeAt(at)
    const kind = kindOf(code)
    if (isWord(kind)) {
      const from = at
      let hasDigit = kind === DIGIT
      let isHex = kind !== LETTER
      at += 1
      while (at < end) {
        const next = kindOf(text.charCodeAt(at))
        if (next === DIGIT) hasDigit = true
        else if (next === LETTER) isHex = false
        else if (next === JOINER) {
          // IPv6 addresses have two colons in a row.
          const other = text.charCodeAt(at) === COLON && text.charCodeAt(at + 1) === COLON ? at + 2 : at + 1
          if (other >= end || !isWord(kindOf(text.charCodeAt(other)))) break
          isHex = false
          at = other - 1
        } else if (next !== HEX_LETTER) break
        at += 1
      }
      if (hasDigit || (isHex && at - from >= MIN_HEX_LENGTH)) {
        masks?.push({ position: length, from, to: at })
        codes[length++] = STAR
      } else length = copy(text, from, at, codes, length)
    } else if (kind === SPACE) {
      do at += 1
      while (at < end && kindOf(text.charCodeAt(at)) === SPACE)
      if (at < end) codes[length++] = BLANK
    } else if (kind === QUOTE) {
      const closing = closingQuote(text, at, end, code)
      codes[length++] = code
      at += 1
      if (closing > at) {
        const isName = text.charCodeAt(closing + 1) === COLON
        if (!isName && length < MAX_TEMPLATE_LENGTH) masks?.push({ position: length, from: at, to: closing })
        length = isName ? copy(text, at, closing, codes, length) : put(STAR, codes, length)
        length = put(code, codes, length)
        at = closing + 1
      }
    } else {
      codes[length++] = code
      at += 1
    }
  }
  return length
}

function put(code: number, codes: Uint16Array, at: number): number {
  if (at >= MAX_TEMPLATE_LENGTH) return at
  codes[at] = code
  return at + 1
}

/** Copies as much as fits and returns the new length. */
function copy(text: string, from: number, to: number, codes: Uint16Array, at: number): number {
  const last = Math.min(to, from + MAX_TEMPLATE_LENGTH - at)
  for (let index = from; index < last; index += 1) codes[at + index - from] = text.charCodeAt(index)
  return at + Math.max(0, last - from)
}

/** The position of the closing quote, or -1. An apostrophe within a word opens no quotation. */
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

/**
 * Hashes the template of a text to 64 bits. Stored messages hold these hashes, so they must never change. Each call
 * reuses one buffer, because this runs for every message.
 */
export function createTemplateHash(): (text: string) => TemplateHash {
  const target = newTarget()
  return (text) => hashCodes(target.codes, writeTemplate(text, target))
}

/** The hash that messages of this template have. */
export function hashOfTemplate(template: string): TemplateHash {
  const codes = Uint16Array.from({ length: template.length }, (_, at) => template.charCodeAt(at))
  return hashCodes(codes, codes.length)
}

function hashCodes(codes: Uint16Array, length: number): TemplateHash {
  let high = 0x811c9dc5 | 0
  let low = 0x9747b28c | 0
  for (let index = 0; index < length; index += 1) {
    const code = codes[index] ?? 0
    high = Math.imul(high ^ code, FIRST_PRIME)
    low = Math.imul((low << 5) ^ (low >>> 27) ^ code, SECOND_PRIME)
  }
  return { high: mixed(high ^ low), low: mixed(low + length) }
}

function mixed(lane: number): number {
  let bits = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

export function templateOf(text: string): string {
  const target = newTarget()
  return String.fromCharCode(...target.codes.subarray(0, writeTemplate(text, target))).toWellFormed()
}

/** The parts that the template of a text masks, in the order of the text. */
export function masksOf(text: string): readonly Mask[] {
  const masks: Mask[] = []
  writeTemplate(text, newTarget(masks))
  return masks
}
