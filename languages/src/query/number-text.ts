/** The exact value of a number in a query. */
export type QueryNumber =
  | { readonly kind: 'integer'; readonly value: bigint }
  | { readonly kind: 'decimal'; readonly value: number }

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
const INTEGER = /^[+-]?\d+(?:\.0*)?$/
/** No stored integer has more digits; longer texts are read as doubles. */
const MAX_INTEGER_TEXT = 40

/** Returns undefined if the text is not a number. `1.0` is the integer 1. */
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
