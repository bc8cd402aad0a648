/**
 * Matches a leaf of a query against one value that is not split into words. Nothing is converted: a text is compared as
 * a text and a number as a number; values of another kind do not match.
 */
import { RE2JS } from 're2js'
import { compareCodePoints } from '../list-query/compare-code-points.ts'
import { compileWildcard } from './compile-wildcard.ts'
import { isWithinEdits } from './is-within-edits.ts'
import type { Leaf } from './leaf.ts'
import { type QueryNumber, readNumber } from './number-text.ts'
import type { RangeEnd } from './query-tree.ts'
import { translateRegex } from './translate-regex.ts'

/** Functions by the kind of the value. A kind without a function never matches. */
export interface ValueMatcher {
  readonly string: (value: string) => boolean
  readonly number?: (value: number | bigint) => boolean
  readonly boolean?: (value: boolean) => boolean
}

export function compileValueMatcher(leaf: Leaf): ValueMatcher {
  switch (leaf.kind) {
    case 'term':
    case 'phrase':
      return equalsMatcher(leaf.text)
    case 'wildcard':
      return { string: compileWildcard(leaf.parts) }
    case 'regex':
      return { string: regexMatcher(leaf.pattern) }
    case 'fuzzy': {
      const characters = [...leaf.text]
      return {
        string: (value) =>
          // A character has at most two UTF-16 units.
          Math.abs(value.length - leaf.text.length) <= characters.length + 2 * leaf.edits &&
          isWithinEdits(characters, [...value], leaf.edits),
      }
    }
    case 'range':
      return rangeMatcher(leaf.lower, leaf.upper)
    default:
      throw leaf satisfies never
  }
}

/** Whether the value, or any element of a list, matches. */
export function matchesValue(matcher: ValueMatcher, value: unknown): boolean {
  switch (typeof value) {
    case 'string':
      return matcher.string(value)
    case 'number':
    case 'bigint':
      return matcher.number?.(value) ?? false
    case 'boolean':
      return matcher.boolean?.(value) ?? false
    default:
      return Array.isArray(value) && value.some((element) => matchesValue(matcher, element))
  }
}

function equalsMatcher(text: string): ValueMatcher {
  const number = readNumber(text)
  return {
    string: (value) => value === text,
    ...(number && {
      number: (value) => value === (typeof value === 'bigint' ? number.value : Number(number.value)),
    }),
    ...(text === 'true' || text === 'false' ? { boolean: (value) => value === (text === 'true') } : {}),
  }
}

function regexMatcher(pattern: string): (value: string) => boolean {
  const translated = translateRegex(pattern)
  if (!translated.ok) return () => false
  const expression = RE2JS.compile(translated.re2)
  return (value) => expression.testExact(value)
}

function rangeMatcher(lower: RangeEnd | undefined, upper: RangeEnd | undefined): ValueMatcher {
  const string = (value: string) => {
    const above = lower === undefined ? 1 : compareCodePoints(value, lower.text)
    const below = upper === undefined ? -1 : compareCodePoints(value, upper.text)
    return (
      (above > 0 || (above === 0 && lower?.inclusive === true)) &&
      (below < 0 || (below === 0 && upper?.inclusive === true))
    )
  }
  const from = lower && readNumber(lower.text)
  const to = upper && readNumber(upper.text)
  if ((lower !== undefined && from === undefined) || (upper !== undefined && to === undefined)) return { string }
  return {
    string,
    number: (value) =>
      (lower === undefined || from === undefined || isAbove(value, from, lower.inclusive)) &&
      (upper === undefined || to === undefined || isBelow(value, to, upper.inclusive)),
  }
}

/** Bigints are compared exactly, doubles with the nearest double of the text. */
const comparable = (value: number | bigint, bound: QueryNumber) =>
  typeof value === 'bigint' ? bound.value : Number(bound.value)

function isAbove(value: number | bigint, bound: QueryNumber, inclusive: boolean): boolean {
  const limit = comparable(value, bound)
  return inclusive ? value >= limit : value > limit
}

function isBelow(value: number | bigint, bound: QueryNumber, inclusive: boolean): boolean {
  const limit = comparable(value, bound)
  return inclusive ? value <= limit : value < limit
}
