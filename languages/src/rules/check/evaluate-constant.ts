import type { RuleExpression } from '../rule-tree.ts'
import type { RuleValue } from '../rule-values.ts'
import { elementOf, propertyOf, toCamelCase } from '../values/value-access.ts'
import { applySign, compareValues } from '../values/value-arithmetic.ts'
import { areEqual } from '../values/value-equality.ts'
import { kindOf } from '../values/value-kind.ts'

/** No constant has a property that depends on the time. */
const NO_CLOCK = { nowMs: () => 0 }

/** The value of an expression that depends on no message. Throws if it has none. */
export function evaluateConstant(expression: RuleExpression): RuleValue {
  switch (expression.kind) {
    case 'literal':
      return expression.value
    case 'list':
      return expression.items.map(evaluateConstant)
    case 'map': {
      const entries = expression.entries.map(({ key, value }) => [key, evaluateConstant(value)] as const)
      return new Map(entries.filter(([, value]) => value !== null))
    }
    case 'property': {
      const { base, name } = expression
      return propertyOf(evaluateConstant(base), name, toCamelCase(name), NO_CLOCK)
    }
    case 'index':
      return elementOf(evaluateConstant(expression.base), evaluateConstant(expression.index))
    case 'sign':
      return applySign(evaluateConstant(expression.operand), expression.isNegative)
    case 'not':
      return !truthOf(expression.operand)
    case 'logic':
      return expression.operator === 'and'
        ? truthOf(expression.left) && truthOf(expression.right)
        : truthOf(expression.left) || truthOf(expression.right)
    case 'equality': {
      const left = evaluateConstant(expression.left)
      const isEqual = areEqual(left, evaluateConstant(expression.right))
      return left !== null && isEqual === (expression.operator === '==')
    }
    case 'comparison':
      return compareValues(expression.operator, evaluateConstant(expression.left), evaluateConstant(expression.right))
    case 'arithmetic':
      // Rules are exchanged with Graylog, which refuses this.
      throw new Error('An argument cannot compute with constants: use "let" before the call')
    case 'message':
    case 'variable':
    case 'call':
      throw new Error('The value depends on the message')
  }
}

function truthOf(expression: RuleExpression): boolean {
  const value = evaluateConstant(expression)
  if (typeof value === 'boolean') return value
  throw new Error(`Expected Boolean but found ${kindOf(value)}`)
}
