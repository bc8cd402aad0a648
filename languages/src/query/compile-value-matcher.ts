/**
 * What a leaf of a query asks of one value that is not split into words. Nothing is converted: a text is compared as a
 * text and a number as a number, and what cannot be compared does not match.
 */
import { RE2JS } from 're2js'
import { compareCodePoints } from '../list-query/compare-code-points.ts'
import { compileWildcard } from './compile-wildcard.ts'
import { isWithinEdits } from './is-within-edits.ts'
import type { Leaf } from './leaf.ts'
import { type QueryNumber, readNumber } from './number-text.ts'
import type { RangeEnd } from './query-tree.ts'
import { translateRegex } from './translate-regex.ts'

/** A kind that is missing never matches. */
export interface ValueTest {
  readonly string: (value: string) => boolean
  readonly number?: (value: number | bigint) => boolean
  readonly boolean?: (value: boolean) => boolean
}

export function compileValueTest(leaf: Leaf): ValueTest {
  switch (leaf.kind) {
    case 'term':
    case 'phrase':
      return equalsTest(leaf.text)
    case 'wildcard':
      return { string: compileWildcard(leaf.parts) }
    case 'regex':
      return { string: regexTest(leaf.pattern) }
    case 'fuzzy': {
      const characters = [...leaf.text]
      return {
        string: (value) =>
          // Two units may be one character, never more.
          Math.abs(value.length - leaf.text.length) <= characters.length + 2 * leaf.edits &&
          isWithinEdits(characters, [...value], leaf.edits),
      }
    }
    case 'range':
      return rangeTest(leaf.lower, leaf.upper)
    default:
      throw leaf satisfies never
  }
}

/** Some value of the field passes the test; of a list, some element. */
export function passesTest(test: ValueTest, value: unknown): boolean {
  switch (typeof value) {
    case 'string':
      return test.string(value)
    case 'number':
    case 'bigint':
      return test.number?.(value) ?? false
    case 'boolean':
      return test.boolean?.(value) ?? false
    default:
      return Array.isArray(value) && value.some((element) => passesTest(test, element))
  }
}

function equalsTest(text: string): ValueTest {
  const number = readNumber(text)
  return {
    string: (value) => value === text,
    ...(number && {
      number: (value) => value === (typeof value === 'bigint' ? number.value : Number(number.value)),
    }),
    ...(text === 'true' || text === 'false' ? { boolean: (value) => value === (text === 'true') } : {}),
  }
}

function regexTest(pattern: string): (value: string) => boolean {
  const translated = translateRegex(pattern)
  if (!translated.ok) return () => false
  const expression = RE2JS.compile(translated.re2)
  return (value) => expression.testExact(value)
}

function rangeTest(lower: RangeEnd | undefined, upper: RangeEnd | undefined): ValueTest {
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

/** Whole numbers beyond the doubles are compared exactly, doubles with the double that the text means. */
const comparable = (value: number | bigint, bound: QueryNumber) =>
  typeof value === 'bigint' ? bound.value : Number(bound.value)

function isAbove(value: number | bigint, bound: QueryNumber, inclusive: boolean): boolean {
  const limit = comparable(value, bound)
  return value > limit || (inclusive && value === limit)
}

function isBelow(value: number | bigint, bound: QueryNumber, inclusive: boolean): boolean {
  const limit = comparable(value, bound)
  return value < limit || (inclusive && value === limit)
}
