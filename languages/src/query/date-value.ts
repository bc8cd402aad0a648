/** Text values that look like dates: a query with a field name and a date compares them as dates. */

import { type InstantSpan, readDateText } from './date-text.ts'
import { spanOf } from './instant-span.ts'
import type { Leaf } from './leaf.ts'

const DAY = '(?:0[1-9]|[12][0-9]|3[01])'
const MONTH = '(?:0[1-9]|1[0-2])'
const TIME = '(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]'
const ZONE = '(?:Z|[+-](?:[01][0-9]|2[0-3]):?[0-5][0-9])'

/** The formats that the reference reads as dates, within the range of the store. Valid for RE2 and JavaScript. */
export const DATE_VALUE =
  `(?:19|2[0-2])[0-9][0-9](?:-${MONTH}(?:-${DAY}(?:T${TIME}(?:[.][0-9]{1,9})?${ZONE}?)?)?` +
  `|/${MONTH}/${DAY}(?: ${TIME})?)`

const WHOLE_VALUE = new RegExp(`^${DATE_VALUE}$`)
/** A year alone is read as a number. */
const MEANT_AS_DATE = /^now|^.{7}/

/** The span of time of a leaf; `undefined` if it names no field or contains anything but dates. */
export function dateSpanOf(leaf: Leaf, now: number): InstantSpan | undefined {
  if (leaf.field === undefined) return undefined
  const texts = leaf.kind === 'range' ? [leaf.lower?.text, leaf.upper?.text] : 'text' in leaf ? [leaf.text] : []
  if (!texts.every((text) => text === undefined || MEANT_AS_DATE.test(text))) return undefined
  return spanOf(leaf, now)
}

/** The start of a date value in milliseconds; `undefined` for other texts. */
export const instantOfValue = (value: string): number | undefined =>
  WHOLE_VALUE.test(value) ? readDateText(value, 0)?.fromMs : undefined
