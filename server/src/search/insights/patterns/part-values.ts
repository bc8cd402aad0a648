/** Statistics of the values in one variable part of a pattern. */
import type { PatternPart } from '@logyard/contract/search/patterns'

const TOP_VALUES = 10

export function partValues(position: number, values: readonly string[]): PatternPart {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const top = [...counts].sort(([, a], [, b]) => b - a).slice(0, TOP_VALUES)
  return {
    position,
    distinct: counts.size,
    top: top.map(([value, count]) => ({ value, count })),
    numeric: numbersOf(counts),
  }
}

const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:[a-zA-Z%]{1,3})?$/

/** The unit behind the numbers, if all have the same one; undefined without numbers. */
export function commonUnit(values: readonly string[]): string | undefined {
  const units = new Set(values.filter((value) => NUMBER.test(value)).map(unitOf))
  return units.size > 1 ? '' : [...units][0]
}

const unitOf = (number: string): string => number.replace(/^[+-]?[\d.]+/, '')

/** `12ms` counts as a number, if all values of the part have the same unit. */
function numbersOf(values: ReadonlyMap<string, number>): PatternPart['numeric'] {
  let [min, max, sum, count] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0]
  let unit: string | undefined
  for (const [value, times] of values) {
    const number = Number.parseFloat(value)
    const suffix = unitOf(value)
    if (!NUMBER.test(value) || (unit !== undefined && unit !== suffix)) return null
    unit = suffix
    min = Math.min(min, number)
    max = Math.max(max, number)
    sum += number * times
    count += times
  }
  return count === 0 ? null : { min, max, average: sum / count }
}
