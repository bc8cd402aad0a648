/** The span of time of a leaf of a query. */
import { type InstantSpan, readDateText } from './date-text.ts'
import type { Leaf } from './leaf.ts'

/** Span in milliseconds, both ends inclusive; `undefined` if the leaf is not about dates. */
export function spanOf(leaf: Leaf, now: number): InstantSpan | undefined {
  if (leaf.kind === 'term' || leaf.kind === 'phrase') return readDateText(leaf.text, now)
  if (leaf.kind !== 'range') return undefined
  const { lower, upper } = leaf
  const from = lower && readDateText(lower.text, now)
  const to = upper && readDateText(upper.text, now)
  if ((lower !== undefined && from === undefined) || (upper !== undefined && to === undefined)) return undefined
  return {
    fromMs: lower && from ? (lower.inclusive ? from.fromMs : from.toMs + 1) : Number.NEGATIVE_INFINITY,
    toMs: upper && to ? (upper.inclusive ? to.toMs : to.fromMs - 1) : Number.POSITIVE_INFINITY,
  }
}
