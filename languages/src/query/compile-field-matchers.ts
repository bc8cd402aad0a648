import { levelNumber } from '@logyard/contract/messages/message-levels'
import { compileValueMatcher, type ValueMatcher } from './compile-value-matcher.ts'
import { dateSpanOf, instantOfValue } from './date-value.ts'
import { type FieldUnit, unitOfField } from './field-units.ts'
import { isWithinRange, readIpRange } from './ip-range.ts'
import type { Leaf } from './leaf.ts'
import { LEVEL_FIELD, type LevelLeaf, readLevels } from './level-values.ts'
import { isNumberRange, withoutUnits } from './number-leaf.ts'
import { readNumber } from './number-text.ts'

/** As `compileValueMatcher`, but if the leaf names a field, it also compares dates and matches IP ranges. */
function compileNamedValueMatcher(leaf: Leaf, now: () => number): ValueMatcher {
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

export interface FieldMatcherOptions {
  readonly now: () => number
  readonly holdsNumbers: (name: string) => boolean
}

/** A matcher for each field that the leaf's name or pattern stands for: levels and fields with units have their own. */
export function compileFieldMatchers(leaf: Leaf, options: FieldMatcherOptions): (name: string) => ValueMatcher {
  const { now, holdsNumbers } = options
  const plain = compileNamedValueMatcher(leaf, now)
  if (leaf.field === undefined) return () => plain
  const levels = readLevels(leaf)
  const byUnit = new Map<FieldUnit | undefined, ValueMatcher>()
  const numeric = (unit: FieldUnit | undefined) => {
    const known = byUnit.get(unit) ?? compileNumericMatcher(leaf, unit, plain, now)
    byUnit.set(unit, known)
    return known
  }
  return (name) => {
    const isNumeric = holdsNumbers(name)
    if (name === LEVEL_FIELD && levels !== undefined) return levelMatcher(levels, isNumeric ? undefined : plain)
    return isNumeric ? numeric(unitOfField(name)) : plain
  }
}

/** Matcher of a field that holds numbers, possibly beside texts. A text that is a number is also compared as one. */
function compileNumericMatcher(
  leaf: Leaf,
  unit: FieldUnit | undefined,
  plain: ValueMatcher,
  now: () => number,
): ValueMatcher {
  const read = withoutUnits(leaf, unit)
  const matcher = compileNamedValueMatcher(read, now)
  const isNumber = numberTextMatcher(matcher)
  if (isNumberRange(read)) return { ...matcher, string: isNumber }
  const asWritten = leaf.kind === 'term' ? plain.string : matcher.string
  return { ...matcher, string: (value) => asWritten(value) || isNumber(value) }
}

/** Whether the text is a number that matches. */
function numberTextMatcher({ number: matches }: ValueMatcher): (text: string) => boolean {
  if (matches === undefined) return () => false
  return (text) => {
    const number = readNumber(text)
    return number !== undefined && matches(number.value)
  }
}

/** Without `others`, which is for texts that are not levels, the field holds numbers, and other texts may only be numbers. */
function levelMatcher({ numbers, accepted, isByName }: LevelLeaf, others: ValueMatcher | undefined): ValueMatcher {
  const matcher = compileValueMatcher(numbers)
  const { number } = matcher
  const isNumber = numberTextMatcher(matcher)
  return {
    ...(number && { number }),
    string(value) {
      const level = levelNumber(value)
      if (level !== undefined) return accepted.has(level)
      return others === undefined ? isNumber(value) : !isByName && others.string(value)
    },
  }
}
