/** Texts that are numbers, in queries and in messages. The store reads them in the same way (`number-text-sql.ts`). */

/** The exact value of a number. */
export type QueryNumber =
  | { readonly kind: 'integer'; readonly value: bigint }
  | { readonly kind: 'decimal'; readonly value: number }

/** Form of a number. Valid for RE2 and JavaScript. */
export const NUMBER_TEXT = '[+-]?(?:[0-9]+(?:[.][0-9]*)?|[.][0-9]+)(?:[eE][+-]?[0-9]+)?'
/** Form of an integer of at most 128 bits, whose group is the value. Numbers of any other form are read as doubles. */
export const INTEGER_TEXT = '([+-]?[0-9]{1,38})(?:[.]0*)?'
/** All integers of that form are between this number and its negative. */
export const MAX_INTEGER = 10n ** 38n

const NUMBER = new RegExp(`^${NUMBER_TEXT}$`)
const INTEGER = new RegExp(`^${INTEGER_TEXT}$`)

/** Returns undefined if the text is not a number. `1.0` is the integer 1. */
export function readNumber(text: string): QueryNumber | undefined {
  const digits = INTEGER.exec(text)?.[1]
  if (digits !== undefined) return { kind: 'integer', value: BigInt(digits.replace('+', '')) }
  if (!NUMBER.test(text)) return undefined
  const value = Number(text)
  if (!Number.isFinite(value)) return undefined
  return Number.isSafeInteger(value) ? { kind: 'integer', value: BigInt(value) } : { kind: 'decimal', value }
}
