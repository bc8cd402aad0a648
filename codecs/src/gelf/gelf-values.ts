import { digitsOf, hasLongNumbers, jsonText, losesDigits, wholeNumber } from '../json-text.ts'

/** A number that lost digits: the document must be parsed again to restore them. */
export const ROUNDED = Symbol('a number that was rounded')
export type GelfScalar = string | number | bigint | undefined | typeof ROUNDED

/** Each search for digits is a pass over the document: above this many, parsing it again is cheaper. */
const MOST_SEARCHES = 4

/** Converts the values of one document: null, true and false are dropped, lists and objects become JSON text. */
export class GelfValues {
  readonly #text: string
  readonly #isExact: boolean
  #searches = 0
  #hasLongNumbers: boolean | undefined

  /** `text` is the source of the document; `isExact` is true if `parseJsonExactly` parsed it. */
  constructor(text: string, isExact: boolean) {
    this.#text = text
    this.#isExact = isExact
  }

  scalar(key: string, value: unknown): GelfScalar {
    if (typeof value === 'string') return value
    if (typeof value === 'number') return this.#number(key, value)
    if (typeof value !== 'object' || value === null) return undefined
    if (this.#isExact) return wholeNumber(value) ?? jsonText(value)
    this.#hasLongNumbers ??= hasLongNumbers(this.#text)
    return this.#hasLongNumbers ? ROUNDED : jsonText(value)
  }

  #number(key: string, value: number): GelfScalar {
    if (this.#isExact || !losesDigits(value)) return Number.isFinite(value) ? value : undefined
    this.#searches++
    return this.#searches > MOST_SEARCHES ? ROUNDED : (digitsOf(this.#text, key, value) ?? ROUNDED)
  }
}
