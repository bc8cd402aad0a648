/** The values of one document, by their number in it. One object for all documents of a thread. */
import { isoInstant } from '@logyard/codecs/iso-date'
import { plainRunEnd, viewOf } from '@logyard/codecs/plain-run'
import { UTC } from '@logyard/codecs/time-zone'
import { MAX_USUAL_LENGTH } from '../../../fields/field-watch.ts'
import { trimmed } from '../../../store/messages/message.ts'
import { isStorableInstant } from '../../../store/messages/normalise-fields.ts'

/** What stands at a place of a document. */
export const TEXT = 0
export const NUMBER = 1
/** The text of a time in the usual form, where it may be the time of the message. */
export const TIME = 2
/** The end of the document. */
export const END = 3
/** Documents that are parsed, because too much stands between two values. */
export const REFUSED = 4
/** A number that is not negative, or the text of one, where the codec makes numbers of texts. */
export const NATURAL = 5
/** Seconds since 1970, or the text of them, where they are the time of the message. */
export const SECONDS = 6
export type ValueKind =
  | typeof TEXT
  | typeof NUMBER
  | typeof TIME
  | typeof END
  | typeof REFUSED
  | typeof NATURAL
  | typeof SECONDS

export const MAX_VALUES = 256
/** The position behind a value that only parsing can read. */
export const UNUSUAL = -1

const QUOTE = 0x22
const MINUS = 0x2d
const DOT = 0x2e
const ZERO = 0x30
const BACKSLASH = 0x5c
const SPACE = 0x20
const FIRST_NOT_ASCII = 0x80
/** Digits of a number that can be read exactly. */
const MAX_DIGITS = 15
const POWERS_OF_TEN = Array.from({ length: MAX_DIGITS }, (_, exponent) => 10 ** exponent)
const TIME_LENGTH = '2026-06-15T09:59:58.123Z'.length
const DATE_LENGTH = '2026-06-15'.length
/** Positions and bytes of what stands between the digits of a time. */
const SEPARATORS = [4, 7, 10, 13, 16, 19, 23].flatMap((at) => [at, '2026-06-15T09:59:58.123Z'.charCodeAt(at)])

/** 1 for bytes that stand for themselves in texts. */
const IS_PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte >= SPACE && byte < FIRST_NOT_ASCII && byte !== QUOTE && byte !== BACKSLASH),
)

export class DocumentValues {
  bytes: Buffer = Buffer.alloc(0)
  view: DataView = new DataView(new ArrayBuffer(0))
  /** The positions at which the trimmed texts begin and end. */
  readonly from = new Int32Array(MAX_VALUES)
  readonly to = new Int32Array(MAX_VALUES)
  /** 1 if the bytes between `from` and `to` are the text itself: ASCII without escapes. */
  readonly hasBytes = new Uint8Array(MAX_VALUES)
  /** Numbers, and times in milliseconds. */
  readonly numbers = new Float64Array(MAX_VALUES)
  /** Texts that have been decoded. */
  readonly texts: (string | undefined)[] = Array.from({ length: MAX_VALUES })
  /** The date whose midnight is known: year, month and day as decimal digits. */
  #date = 0
  #midnightMs = Number.NaN

  /** The bytes that values are read from. */
  open(bytes: Buffer): void {
    if (bytes === this.bytes) return
    this.bytes = bytes
    this.view = viewOf(bytes)
  }

  /** Reads a text that begins at `at`. Returns the position of its closing quote, or `UNUSUAL`. */
  readText(number: number, at: number, limit: number): number {
    const { bytes, view } = this
    let end = plainRunEnd(view, at, limit)
    while (IS_PLAIN[bytes[end] ?? 0] === 1) end += 1
    if (bytes[end] !== QUOTE) return this.#readOtherText(number, at, end, limit)
    let from = at
    let to = end
    while (from < to && bytes[from] === SPACE) from += 1
    while (to > from && bytes[to - 1] === SPACE) to -= 1
    if (from === to || to - from > MAX_USUAL_LENGTH) return UNUSUAL
    this.from[number] = from
    this.to[number] = to
    this.texts[number] = undefined
    this.hasBytes[number] = 1
    return end
  }

  /** Reads a text with escapes or other characters than ASCII. */
  #readOtherText(number: number, start: number, plainEnd: number, limit: number): number {
    const { bytes } = this
    let end = plainEnd
    let hasEscapes = false
    while (end < limit && bytes[end] !== QUOTE) {
      const byte = bytes[end] ?? 0
      if (byte < SPACE) return UNUSUAL
      if (byte === BACKSLASH) hasEscapes = true
      end += byte === BACKSLASH ? 2 : 1
    }
    if (end >= limit || end - start > MAX_USUAL_LENGTH) return UNUSUAL
    const text = hasEscapes ? unescaped(bytes.toString('utf8', start - 1, end + 1)) : bytes.toString('utf8', start, end)
    const bare = text === undefined ? '' : trimmed(text)
    if (bare === '' || (bare.charCodeAt(0) >= FIRST_NOT_ASCII && bare.trim() === '')) return UNUSUAL
    this.texts[number] = bare
    this.hasBytes[number] = 0
    return end
  }

  /** Reads a number that begins at `at`. Returns the position behind it, or `UNUSUAL`. */
  readNumber(number: number, at: number): number {
    const { bytes } = this
    const isNegative = bytes[at] === MINUS
    const first = isNegative ? at + 1 : at
    let end = first
    let value = 0
    for (let digit = this.#digitAt(end); digit >= 0; digit = this.#digitAt(end)) {
      value = value * 10 + digit
      end += 1
    }
    if (end === first) return UNUSUAL
    const wholeEnd = end
    if (bytes[end] === DOT) {
      end += 1
      for (let digit = this.#digitAt(end); digit >= 0; digit = this.#digitAt(end)) {
        value = value * 10 + digit
        end += 1
      }
      const decimals = end - wholeEnd - 1
      if (decimals === 0) return UNUSUAL
      // With so few digits, the division rounds as parsing does.
      const isLong = end - first > MAX_DIGITS
      value = isLong ? Number(bytes.toString('latin1', first, end)) : value / (POWERS_OF_TEN[decimals] ?? 1)
    }
    const hasLeadingZero = bytes[first] === ZERO && this.#digitAt(first + 1) >= 0
    const byte = (bytes[end] ?? 0) | SPACE
    // 0x65 is the letter of exponents.
    if (wholeEnd - first > MAX_DIGITS || hasLeadingZero || byte === 0x65) return UNUSUAL
    // JSON has a negative zero.
    if (isNegative && value === 0) return UNUSUAL
    this.numbers[number] = isNegative ? -value : value
    return end
  }

  /** Reads a number that is not negative, and may be a text. Returns the position behind its digits, or `UNUSUAL`. */
  readNatural(number: number, at: number): number {
    const { bytes } = this
    if (bytes[at] === MINUS) return UNUSUAL
    const end = this.readNumber(number, at)
    const isText = bytes[at - 1] === QUOTE
    return isText && bytes[end] !== QUOTE ? UNUSUAL : end
  }

  /** Reads seconds since 1970, as milliseconds. Returns the position behind them, or `UNUSUAL`. */
  readSeconds(number: number, at: number): number {
    const end = this.readNatural(number, at)
    if (end === UNUSUAL) return UNUSUAL
    const ms = Math.round((this.numbers[number] ?? 0) * 1000)
    if (ms <= 0 || !isStorableInstant(ms)) return UNUSUAL
    this.numbers[number] = ms
    return end
  }

  #digitAt(at: number): number {
    const digit = (this.bytes[at] ?? 0) - ZERO
    return digit >= 0 && digit <= 9 ? digit : -1
  }

  /** Reads a time in the usual form. Returns the position of its closing quote, or `UNUSUAL`. */
  readTime(number: number, at: number): number {
    const end = at + TIME_LENGTH
    const ms = this.bytes[end] === QUOTE ? this.#instantAt(at) : Number.NaN
    if (!isStorableInstant(ms)) return UNUSUAL
    this.from[number] = at
    this.to[number] = end
    this.texts[number] = undefined
    this.hasBytes[number] = 1
    this.numbers[number] = ms
    return end
  }

  /** NaN if it is not a valid time in the usual form. A leap second, as other forms, is for the codec. */
  #instantAt(at: number): number {
    for (let index = 0; index < SEPARATORS.length; index += 2) {
      if (this.bytes[at + (SEPARATORS[index] ?? 0)] !== SEPARATORS[index + 1]) return Number.NaN
    }
    const date =
      (this.#digits(at, 2) * 100 + this.#digits(at + 2, 2)) * 10_000 +
      this.#digits(at + 5, 2) * 100 +
      this.#digits(at + 8, 2)
    if (date !== this.#date) {
      const text = this.bytes.toString('latin1', at, at + DATE_LENGTH)
      this.#midnightMs = isoInstant(`${text}T00:00:00.000Z`, 0, TIME_LENGTH, UTC)
      this.#date = date
    }
    const hours = this.#digits(at + 11, 2)
    const minutes = this.#digits(at + 14, 2)
    const seconds = this.#digits(at + 17, 2)
    const ms = this.#digits(at + 20, 3)
    const isValid = hours < 24 && minutes < 60 && seconds < 60 && ms < 1000
    return isValid ? this.#midnightMs + ((hours * 60 + minutes) * 60 + seconds) * 1000 + ms : Number.NaN
  }

  /** The number of this many digits; NaN if one of them is none. */
  #digits(at: number, count: number): number {
    let number = 0
    for (let index = at; index < at + count; index += 1) {
      const digit = this.#digitAt(index)
      if (digit < 0) return Number.NaN
      number = number * 10 + digit
    }
    return number
  }

  /** The text of a value that is one. */
  textAt(number: number): string {
    const known = this.texts[number]
    if (known !== undefined) return known
    const text = this.bytes.toString('latin1', this.from[number], this.to[number])
    this.texts[number] = text
    return text
  }
}

/** `undefined` if it is not valid JSON. */
function unescaped(json: string): string | undefined {
  try {
    const text: unknown = JSON.parse(json)
    return typeof text === 'string' ? text : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
