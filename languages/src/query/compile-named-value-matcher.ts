import { compileValueMatcher, type ValueMatcher } from './compile-value-matcher.ts'
import { dateSpanOf, instantOfValue } from './date-value.ts'
import { isWithinRange, readIpRange } from './ip-range.ts'
import type { Leaf } from './leaf.ts'

/** As `compileValueMatcher`, but if the leaf names a field, it also compares dates and matches IP ranges. */
export function compileNamedValueMatcher(leaf: Leaf, now: () => number): ValueMatcher {
  const matcher = compileValueMatcher(leaf)
  if (leaf.field === undefined) return matcher
  if (dateSpanOf(leaf, now()) !== undefined) {
    return {
      ...matcher,
      string(value) {
        const at = instantOfValue(value)
        const span = at === undefined ? undefined : dateSpanOf(leaf, now())
        return at === undefined || span === undefined ? matcher.string(value) : span.fromMs <= at && at <= span.toMs
      },
    }
  }
  const range = leaf.kind === 'term' || leaf.kind === 'phrase' ? readIpRange(leaf.text) : undefined
  if (range === undefined) return matcher
  return { ...matcher, string: (value) => matcher.string(value) || isWithinRange(value, range) }
}
