/** Search filters with the name that a user entered. */
import { unlessThrown } from '@logyard/languages/errors/unless-thrown'
import { Filter, FilterParser } from 'ldapts'

/** Puts the values in the places `{0}`, `{1}`, …, so that they cannot change the structure of the filter. */
export const filledFilter = (pattern: string, ...values: readonly string[]): string =>
  pattern.replaceAll(/\{(\d)\}/g, (place, digit: string) => {
    const value = values[Number(digit)]
    return value === undefined ? place : Filter.escape(value)
  })

/** The parser recurses: a filter of nothing but parentheses must not exhaust the stack. */
const MAX_NESTED = 50

export function isLdapFilter(pattern: string): boolean {
  const { deepest, open } = parenthesesOf(pattern)
  if (open !== 0 || deepest > MAX_NESTED) return false
  return unlessThrown(Error, () => FilterParser.parseString(filledFilter(pattern, 'x', 'x'))) !== undefined
}

/** How deep they nest, and how many are not closed. Those in values are escaped as `\28`. */
function parenthesesOf(pattern: string): { readonly deepest: number; readonly open: number } {
  let deepest = 0
  let open = 0
  for (const character of pattern) {
    if (character === '(') open += 1
    if (character === ')') open -= 1
    deepest = Math.max(deepest, open)
  }
  return { deepest, open }
}
