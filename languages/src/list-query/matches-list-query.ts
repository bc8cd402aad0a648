import { compareCodePoints } from './compare-code-points.ts'
import { foldCase } from './fold-case.ts'
import type { ListQuery, ListQueryValue } from './list-query.ts'

const COMPARISONS = {
  greater: (difference: number) => difference > 0,
  'greater-or-equal': (difference: number) => difference >= 0,
  less: (difference: number) => difference < 0,
  'less-or-equal': (difference: number) => difference <= 0,
} as const

/** The number that a text spells, for comparing numbers with it; `undefined` for any other text. */
export function numberIn(text: string): number | undefined {
  return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined
}

function compare(stored: string | number | boolean, text: string): number {
  if (typeof stored !== 'number') return compareCodePoints(String(stored), text)
  // NaN is neither greater nor less: no number compares with a word.
  return stored - (numberIn(text) ?? Number.NaN)
}

function valueHolds(stored: unknown, { operator, text }: ListQueryValue): boolean {
  if (typeof stored !== 'string' && typeof stored !== 'number' && typeof stored !== 'boolean') return false
  if (operator === 'contains') return foldCase(String(stored)).includes(foldCase(text))
  if (operator === 'equals') return String(stored) === text
  return COMPARISONS[operator](compare(stored, text))
}

/**
 * Whether a record of JSON values, read field by field, is what the query asks for. A list is met when one of its
 * items is; a missing field, null and an object are met by nothing, and so by every negated chunk.
 */
export function matchesListQuery(query: ListQuery, read: (field: string) => unknown): boolean {
  return query.chunks.every(({ field, negated, values }) => {
    const stored = read(field)
    const candidates: readonly unknown[] = Array.isArray(stored) ? stored : [stored]
    const holds = candidates.some((candidate) => values.some((value) => valueHolds(candidate, value)))
    return holds !== negated
  })
}
