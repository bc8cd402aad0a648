/** A number as a person writes it in a query, exactly. */
export type QueryNumber =
  | { readonly kind: 'integer'; readonly value: bigint }
  | { readonly kind: 'decimal'; readonly value: number }

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
const INTEGER = /^[+-]?\d+(?:\.0*)?$/
/** Nothing in the store has that many digits; a text that has is not worth the arithmetic. */
const MAX_INTEGER_TEXT = 40

/** The number that the whole text is; `undefined` when it is none. `1.0` is the whole number 1. */
export function readNumber(text: string): QueryNumber | undefined {
  if (!NUMBER.test(text)) return undefined
  if (INTEGER.test(text) && text.length <= MAX_INTEGER_TEXT) {
    const digits = text.replace(/\.0*$/, '').replace(/^\+/, '')
    return { kind: 'integer', value: BigInt(digits) }
  }
  const value = Number(text)
  if (!Number.isFinite(value)) return undefined
  return Number.isSafeInteger(value) ? { kind: 'integer', value: BigInt(value) } : { kind: 'decimal', value }
}
