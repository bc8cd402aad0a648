import type { ArithmeticOperator, ComparisonOperator } from '../rule-tree.ts'
import type { RuleValue } from '../rule-values.ts'
import { RuleDateTime } from './rule-date-time.ts'
import { RuleDuration } from './rule-duration.ts'
import { RulePeriod } from './rule-period.ts'
import { kindOf } from './value-kind.ts'

/** Texts that double in each of many steps would fill the memory. */
const MAX_TEXT_LENGTH = 8 * 1024 * 1024

/** Throws if the operator has no meaning for these values. */
export function computeArithmetic(operator: ArithmeticOperator, left: RuleValue, right: RuleValue): RuleValue {
  if (typeof left === 'bigint' && typeof right === 'bigint') return BigInt.asIntN(64, ofLongs(operator, left, right))
  if (typeof left === 'number' && typeof right === 'number') return ofDoubles(operator, left, right)
  if (operator === '+' && typeof left === 'string' && typeof right === 'string') return joined(left, right)
  if (operator === '+' || operator === '-') {
    const moved = ofDates(left, right, operator === '+' ? 1 : -1)
    if (moved !== undefined) return moved
  }
  throw new Error(`"${operator}" cannot be applied to ${kindOf(left)} and ${kindOf(right)}`)
}

function ofLongs(operator: ArithmeticOperator, left: bigint, right: bigint): bigint {
  if ((operator === '/' || operator === '%') && right === 0n) throw new Error('/ by zero')
  switch (operator) {
    case '+':
      return left + right
    case '-':
      return left - right
    case '*':
      return left * right
    case '/':
      return left / right
    case '%':
      return left % right
  }
}

function ofDoubles(operator: ArithmeticOperator, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right
    case '-':
      return left - right
    case '*':
      return left * right
    case '/':
      return left / right
    case '%':
      return left % right
  }
}

function joined(left: string, right: string): string {
  if (left.length + right.length > MAX_TEXT_LENGTH) throw new Error('The text is too long')
  return left + right
}

/** The difference of two dates has no sign. */
function ofDates(left: RuleValue, right: RuleValue, sign: 1 | -1): RuleValue | undefined {
  if (left instanceof RuleDateTime && right instanceof RulePeriod) return left.plus(right, sign)
  if (left instanceof RulePeriod && right instanceof RuleDateTime) return right.plus(left, sign)
  if (left instanceof RulePeriod && right instanceof RulePeriod) return left.plus(right, sign)
  if (sign < 0 && left instanceof RuleDateTime && right instanceof RuleDateTime) {
    return new RuleDuration(Math.abs(left.instantMs - right.instantMs))
  }
  return undefined
}

/** The value with its sign, or with the other one. */
export function applySign(value: RuleValue, isNegative: boolean): RuleValue {
  if (typeof value === 'bigint') return isNegative ? BigInt.asIntN(64, -value) : value
  if (typeof value === 'number') return isNegative ? -value : value
  if (value instanceof RulePeriod) return isNegative ? value.negated() : value
  throw new Error(`A sign cannot be applied to ${kindOf(value)}`)
}

/** Works for two Longs, two Doubles and two dates. */
export function compareValues(operator: ComparisonOperator, left: RuleValue, right: RuleValue): boolean {
  if (typeof left === 'bigint' && typeof right === 'bigint') return isOrdered(operator, left, right)
  if (typeof left === 'number' && typeof right === 'number') return isOrdered(operator, left, right)
  if (left instanceof RuleDateTime && right instanceof RuleDateTime) {
    return isOrdered(operator, left.instantMs, right.instantMs)
  }
  throw new Error(`${kindOf(left)} and ${kindOf(right)} cannot be compared by "${operator}"`)
}

function isOrdered<Value extends bigint | number>(operator: ComparisonOperator, left: Value, right: Value): boolean {
  switch (operator) {
    case '<':
      return left < right
    case '<=':
      return left <= right
    case '>':
      return left > right
    case '>=':
      return left >= right
  }
}
