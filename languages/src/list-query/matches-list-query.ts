import { compareCodePoints } from './compare-code-points.ts'
import { foldCase } from './fold-case.ts'
import type { ListQuery, ListQueryValue } from './list-query.ts'

const COMPARISONS = {
  greater: (difference: number) => difference > 0,
  'greater-or-equal': (difference: number) => difference >= 0,
  less: (difference: number) => difference < 0,
  'less-or-equal': (difference: number) => difference <= 0,
} as const

/** Returns undefined if the text is not a number. */
export function numberIn(text: string): number | undefined {
  return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined
}

function compare(stored: string | number | boolean, text: string): number {
  if (typeof stored !== 'number') return compareCodePoints(String(stored), text)
  // NaN is neither greater nor less, so no number matches a comparison with a word.
  return stored - (numberIn(text) ?? Number.NaN)
}

function valueHolds(stored: unknown, { operator, text }: ListQueryValue): boolean {
  if (typeof stored !== 'string' && typeof stored !== 'number' && typeof stored !== 'boolean') return false
  if (operator === 'contains') return foldCase(String(stored)).includes(foldCase(text))
  if (operator === 'equals') return String(stored) === text
  return COMPARISONS[operator](compare(stored, text))
}

/**
 * Whether a record of JSON values, read field by field, matches the query. A list matches if any of its items does. A
 * missing field, null and an object match no value, so they match every negated chunk.
 */
export function matchesListQuery(query: ListQuery, read: (field: string) => unknown): boolean {
  return query.chunks.every(({ field, negated, values }) => {
    const stored = read(field)
    const candidates: readonly unknown[] = Array.isArray(stored) ? stored : [stored]
    const holds = candidates.some((candidate) => values.some((value) => valueHolds(candidate, value)))
    return holds !== negated
  })
}
