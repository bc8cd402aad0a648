/**
 * The forms of field values, as bits, so that all forms of a field are one number. A form determines the column type in
 * the store and the type that clients see.
 */
import type { FieldValue, Scalar } from '@logyard/codecs/codec'
import { MAX_STORED_VALUE_LENGTH } from '@logyard/languages/query-sql/stored-text'
import type { StoredType } from '@logyard/languages/query-sql/stored-types'
import { MAX_INTEGER } from '../store/messages/encode-value.ts'

/** The type of a field as clients see it. */
export type FieldKind = 'string' | 'date' | 'long' | 'double' | 'boolean'

interface FieldForm {
  readonly bit: number
  /** A list may be stored as any of these: the engine reuses the type of lists stored earlier. */
  readonly stored: readonly StoredType[]
  readonly kind: FieldKind
}

export const TEXT = 1
/** A text that looks like a date; stored as it was sent. */
export const DATE = 2
export const INTEGER = 4
/** Beyond 63 bits. */
export const LARGE_INTEGER = 8
export const DECIMAL = 16
export const BOOLEAN = 32
export const TEXTS = 64
export const INTEGERS = 128
export const DECIMALS = 256
export const BOOLEANS = 512
export const MIXED = 1024
/** A text that is too long for the column `values`. */
export const LONG_TEXT = 2048

const FORMS: readonly FieldForm[] = [
  { bit: TEXT, stored: ['String'], kind: 'string' },
  { bit: DATE, stored: ['String'], kind: 'date' },
  { bit: INTEGER, stored: ['Int64'], kind: 'long' },
  { bit: LARGE_INTEGER, stored: ['UInt64'], kind: 'long' },
  { bit: DECIMAL, stored: ['Float64'], kind: 'double' },
  { bit: BOOLEAN, stored: ['Bool'], kind: 'boolean' },
  { bit: TEXTS, stored: ['Array(Nullable(String))', 'Array(Dynamic)'], kind: 'string' },
  {
    bit: INTEGERS,
    stored: ['Array(Nullable(Int64))', 'Array(Nullable(Float64))', 'Array(Dynamic)'],
    kind: 'long',
  },
  { bit: DECIMALS, stored: ['Array(Nullable(Float64))', 'Array(Dynamic)'], kind: 'double' },
  { bit: BOOLEANS, stored: ['Array(Nullable(Bool))', 'Array(Dynamic)'], kind: 'boolean' },
  { bit: MIXED, stored: ['Array(Dynamic)'], kind: 'string' },
  { bit: LONG_TEXT, stored: ['String'], kind: 'string' },
]

const formsIn = (bits: number): readonly FieldForm[] => FORMS.filter(({ bit }) => (bits & bit) !== 0)

export const storedTypesOf = (bits: number): readonly StoredType[] => [
  ...new Set(formsIn(bits).flatMap(({ stored }) => stored)),
]

const LISTS = TEXTS | INTEGERS | DECIMALS | BOOLEANS | MIXED

/** Whether a value with one of these forms may have a text that is too long for the column `values`. */
export const mayBeLong = (bits: number): boolean => (bits & (LONG_TEXT | LISTS)) !== 0

/** The types of a field with these forms. Integers and decimals together are decimals; dates and texts are texts. */
export function kindsOf(bits: number): readonly FieldKind[] {
  const kinds = new Set(formsIn(bits).map(({ kind }) => kind))
  if (kinds.has('double')) kinds.delete('long')
  if (kinds.has('string')) kinds.delete('date')
  return [...kinds]
}

/** The forms that are usual in a field whose first value had this form. */
export function usualWith(first: number): number {
  const [form] = formsIn(first)
  const groups: Readonly<Record<FieldKind, readonly FieldKind[]>> = {
    string: ['string', 'date'],
    date: ['date'],
    long: ['long', 'double'],
    double: ['long', 'double'],
    boolean: ['boolean'],
  }
  const usual = form === undefined ? [] : groups[form.kind]
  return FORMS.filter(({ kind }) => usual.includes(kind)).reduce((bits, { bit }) => bits | bit, 0)
}

/** The forms with long texts, for values of which nobody noted whether they are long. */
export const withLongTexts = (bits: number): number => ((bits & (TEXT | DATE)) === 0 ? bits : bits | LONG_TEXT)

/** The form of a stored value, from the engine's name of its type. */
export function formOfStored(type: string): number {
  const form = FORMS.find(({ bit, stored }) => bit !== DATE && stored[0] === type)
  return form?.bit ?? MIXED
}

const MAX_INT64 = 2n ** 63n - 1n
const MIN_INT64 = -(2n ** 63n)
const MAX_UINT64 = 2n ** 64n - 1n

export function formOf(value: FieldValue): number {
  switch (typeof value) {
    case 'string':
      if (value.length > MAX_STORED_VALUE_LENGTH) return LONG_TEXT
      return isDateLike(value) ? DATE : TEXT
    case 'number':
      return Number.isInteger(value) && Math.abs(value) < MAX_INTEGER ? INTEGER : DECIMAL
    case 'boolean':
      return BOOLEAN
    case 'bigint':
      if (value >= MIN_INT64 && value <= MAX_INT64) return INTEGER
      return value > 0n && value <= MAX_UINT64 ? LARGE_INTEGER : TEXT
    default:
      return formOfList(value)
  }
}

function formOfList(list: readonly Scalar[]): number {
  let bits = 0
  for (const value of list) {
    // In a list, integers that a double cannot hold are stored as text.
    const form = typeof value === 'bigint' && !Number.isSafeInteger(Number(value)) ? TEXT : formOf(value)
    bits |= form === LONG_TEXT ? TEXT : form
  }
  if ((bits & ~(TEXT | DATE)) === 0) return TEXTS
  if (bits === INTEGER) return INTEGERS
  if ((bits & ~(INTEGER | DECIMAL)) === 0) return DECIMALS
  return bits === BOOLEAN ? BOOLEANS : MIXED
}

const DATE_TEXT =
  /^\d{4}(?:-\d\d(?:-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?)?)?|\/\d\d\/\d\d(?: \d\d:\d\d:\d\d)?)$/
const DASH = 0x2d
const SLASH = 0x2f

/** Whether a text with this as its fifth character may look like a date. */
export const mayBeDate = (fifth: number): boolean => fifth === DASH || fifth === SLASH

/** Recognises dates as the reference does. One character rules out most texts. */
const isDateLike = (text: string): boolean => mayBeDate(text.charCodeAt(4)) && text.length <= 35 && DATE_TEXT.test(text)

export interface FoundField {
  readonly index: string
  readonly field: string
  /** Bits of field-forms.ts. */
  readonly forms: number
  /** The form of the first value. */
  readonly first: number
}
