/** Values that are texts and look like dates: a query that names the field and a date compares them as such. */

import { type InstantSpan, readDateText } from './date-text.ts'
import { spanOf } from './instant-span.ts'
import type { Leaf } from './leaf.ts'

const DAY = '(?:0[1-9]|[12][0-9]|3[01])'
const MONTH = '(?:0[1-9]|1[0-2])'
const TIME = '(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]'
const ZONE = '(?:Z|[+-](?:[01][0-9]|2[0-3]):?[0-5][0-9])'

/** What the reference takes for dates, within what the store's instants can hold. As RE2 and JavaScript read it. */
export const DATE_VALUE =
  `(?:19|2[0-2])[0-9][0-9](?:-${MONTH}(?:-${DAY}(?:T${TIME}(?:[.][0-9]{1,9})?${ZONE}?)?)?` +
  `|/${MONTH}/${DAY}(?: ${TIME})?)`

const WHOLE_VALUE = new RegExp(`^${DATE_VALUE}$`)
/** A year alone is a number to most people. */
const MEANT_AS_DATE = /^now|^.{7}/

/** The instants that a leaf asks for; `undefined` when it names no field or other things than dates. */
export function dateSpanOf(leaf: Leaf, now: number): InstantSpan | undefined {
  if (leaf.field === undefined) return undefined
  const texts = leaf.kind === 'range' ? [leaf.lower?.text, leaf.upper?.text] : 'text' in leaf ? [leaf.text] : []
  if (!texts.every((text) => text === undefined || MEANT_AS_DATE.test(text))) return undefined
  return spanOf(leaf, now)
}

/** The instant that a value begins at; `undefined` for a text that is no date. */
export const instantOfValue = (value: string): number | undefined =>
  WHOLE_VALUE.test(value) ? readDateText(value, 0)?.fromMs : undefined
