import { type RuleMap, RuleObject, type RuleValue } from '../rule-values.ts'

/** A List may hold the same List many times, so that a small value takes long to walk through. */
const MAX_COMPARED_VALUES = 100_000

/** Whether two values are the same, with all that they hold. A Long never equals a Double. Throws for huge values. */
export function areEqual(left: RuleValue, right: RuleValue): boolean {
  return new Comparison().areEqual(left, right)
}

class Comparison {
  private left = MAX_COMPARED_VALUES

  areEqual(left: RuleValue, right: RuleValue): boolean {
    if (left === right) return true
    if (this.left-- === 0) throw new Error('The values are too large to be compared')
    if (left instanceof RuleObject) return right instanceof RuleObject && left.equals(right)
    if (Array.isArray(left)) return Array.isArray(right) && this.haveEqualItems(left, right)
    if (left instanceof Map) return right instanceof Map && this.haveEqualEntries(left, right)
    return Number.isNaN(left) && Number.isNaN(right)
  }

  private haveEqualItems(left: readonly RuleValue[], right: readonly RuleValue[]): boolean {
    return left.length === right.length && left.every((item, at) => this.areEqual(item, right[at] ?? null))
  }

  private haveEqualEntries(left: RuleMap, right: RuleMap): boolean {
    if (left.size !== right.size) return false
    return left.entries().every(([key, value]) => {
      const other = right.get(key)
      return other !== undefined && this.areEqual(value, other)
    })
  }
}
