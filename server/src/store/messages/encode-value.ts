/** Encodes values of fields in JSON. */

import type { FieldValue, Scalar } from '@logyard/codecs/codec'

/** Characters that JSON must escape, and surrogates that may be unpaired. */
const NEEDS_ESCAPE = /["\\\p{Cc}\p{Cs}]/u

export function quote(text: string): string {
  return NEEDS_ESCAPE.test(text) ? JSON.stringify(text.toWellFormed()) : `"${text}"`
}

const MIN_INT64 = -(2n ** 63n)
const MAX_UINT64 = 2n ** 64n - 1n
/** A larger number is stored as a decimal. */
export const MAX_INTEGER = 1e18

/** Whole numbers beyond 64 bits are stored as texts. */
export const isTooLarge = (value: bigint): boolean => value < MIN_INT64 || value > MAX_UINT64

export function encodeScalar(value: Scalar): string {
  switch (typeof value) {
    case 'string':
      return quote(value)
    case 'boolean':
      return value ? 'true' : 'false'
    case 'number':
      // The engine refuses whole numbers beyond 64 bits unless they are written as floating point.
      return Math.abs(value) < MAX_INTEGER ? `${value}` : value.toExponential()
    case 'bigint':
      return isTooLarge(value) ? `"${value}"` : `${value}`
  }
}

/** The store may hold a list as doubles, so whole numbers that a double cannot hold become strings. */
export const storedElement = (value: Scalar): Scalar =>
  typeof value !== 'bigint' || Number.isSafeInteger(Number(value)) ? value : `${value}`

const textOfList = (list: readonly Scalar[]): string =>
  `[${list.map((value) => encodeScalar(storedElement(value))).join(',')}]`

export const encodeValue = (value: FieldValue): string =>
  typeof value === 'object' ? textOfList(value) : encodeScalar(value)
