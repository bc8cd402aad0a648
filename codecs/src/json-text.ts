/**
 * JSON as senders write it: raw control characters in texts and trailing commas are repaired, and integers keep every
 * digit. Time is linear in the text.
 */

/** A number that `JSON.parse` would round, as the sender wrote it. `JSON.stringify` writes it back digit for digit. */
interface RawJson {
  readonly rawJSON: string
}
declare global {
  /** Parts of the language that the compiler's library does not know yet. */
  interface JSON {
    rawJSON(text: string): RawJson
    isRawJSON(value: unknown): value is RawJson
    parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown
  }
}

export type JsonObject = Readonly<Record<string, unknown>>

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `undefined` when the text is not JSON. Numbers may be rounded: `losesDigits` tells for each. */
export function parseJson(text: string): unknown {
  return parse(text, (json) => JSON.parse(json))
}

/** Slower, but no digit is lost: `wholeNumber` knows the values that a double cannot hold. */
export function parseJsonExactly(text: string): unknown {
  return parse(text, (json) => JSON.parse(json, keepDigits))
}

/** A whole number that a double may have rounded. */
export const losesDigits = (value: number): boolean => Number.isInteger(value) && !Number.isSafeInteger(value)

/** Whether a text may hold numbers that `parseJson` rounds. */
export const hasLongNumbers = (text: string): boolean => /\d{16}/.test(text)

/**
 * The digits of the number at a key, found again in the text that `parseJson` read; `undefined` when they cannot be
 * found for certain. Costs passes over the text, but far less than parsing it again.
 */
export function digitsOf(text: string, key: string, rounded: number): bigint | undefined {
  const name = `"${key}":`
  const at = text.indexOf(name)
  const isCertain = at >= 0 && text[at - 1] !== '\\' && text.indexOf(name, at + name.length) < 0
  if (!isCertain) return undefined
  const digits = /^\s*(-?\d{16,20})(?![\d.eE])/.exec(text.slice(at + name.length, at + name.length + 32))?.[1]
  if (digits === undefined || Number(digits) !== rounded) return undefined
  const number = BigInt(digits)
  return is64Bit(number) ? number : undefined
}

const is64Bit = (number: bigint): boolean => number >= -(2n ** 63n) && number < 2n ** 64n

/** The number behind a value of `parseJsonExactly`: 64 bits keep their digits, what is longer becomes a double. */
export function wholeNumber(value: unknown): bigint | number | undefined {
  if (!JSON.isRawJSON(value)) return undefined
  const number = BigInt(value.rawJSON)
  return is64Bit(number) ? number : Number(number)
}

/** The JSON text of a value that was read from JSON; `undefined` when it is nested too deeply to be written. */
export function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const LONGEST_64_BIT = 20

function keepDigits(_key: string, value: unknown, { source }: { source?: string }): unknown {
  if (typeof value !== 'number' || source === undefined || !losesDigits(value)) return value
  const digits = source.startsWith('-') ? source.length - 1 : source.length
  return digits <= LONGEST_64_BIT && /^-?\d+$/.test(source) ? JSON.rawJSON(source) : value
}

function parse(text: string, read: (json: string) => unknown): unknown {
  return attempt(text, read) ?? attempt(repaired(text), read)
}

/** A text nested deeper than the stack is not JSON that we read either. */
function attempt(text: string | undefined, read: (json: string) => unknown): unknown {
  if (text === undefined) return undefined
  try {
    return read(text)
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined
    throw error
  }
}

/** A text that needs more repairs is not JSON. */
const MAX_REPAIRS = 100_000
const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const BYTE_ORDER_MARK = 0xfeff

/** Escapes control characters inside texts; drops trailing commas, NULs and byte order marks between them. */
function repaired(text: string): string | undefined {
  const parts: string[] = []
  let from = 0
  let isInText = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) isInText = !isInText
    else if (code === BACKSLASH) at++
    else if (isInText ? code < 0x20 : code === 0 || code === BYTE_ORDER_MARK || isTrailingComma(text, at)) {
      parts.push(text.slice(from, at), isInText ? `\\u${code.toString(16).padStart(4, '0')}` : '')
      from = at + 1
      if (parts.length > 2 * MAX_REPAIRS) return undefined
    }
  }
  return parts.length === 0 ? undefined : parts.join('') + text.slice(from)
}

function isTrailingComma(text: string, comma: number): boolean {
  if (text.charCodeAt(comma) !== COMMA) return false
  let at = comma + 1
  while (text.charCodeAt(at) <= 0x20) at++
  return text[at] === '}' || text[at] === ']'
}
