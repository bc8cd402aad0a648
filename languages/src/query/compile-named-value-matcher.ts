import { compileValueTest, type ValueTest } from './compile-value-matcher.ts'
import { dateSpanOf, instantOfValue } from './date-value.ts'
import { isWithinRange, readIpRange } from './ip-range.ts'
import type { Leaf } from './leaf.ts'

/** As `compileValueTest`, but for the one field that the leaf names: dates as dates, addresses in ranges. */
export function compileNamedValueTest(leaf: Leaf, now: () => number): ValueTest {
  const test = compileValueTest(leaf)
  if (leaf.field === undefined) return test
  if (dateSpanOf(leaf, now()) !== undefined) {
    return {
      ...test,
      string(value) {
        const at = instantOfValue(value)
        const span = at === undefined ? undefined : dateSpanOf(leaf, now())
        return at === undefined || span === undefined ? test.string(value) : span.fromMs <= at && at <= span.toMs
      },
    }
  }
  const range = leaf.kind === 'term' || leaf.kind === 'phrase' ? readIpRange(leaf.text) : undefined
  if (range === undefined) return test
  return { ...test, string: (value) => test.string(value) || isWithinRange(value, range) }
}
