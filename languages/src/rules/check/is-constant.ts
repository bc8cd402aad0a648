import type { RuleExpression } from '../rule-tree.ts'

/** Whether the value is the same for every message. The results of functions are not. */
export function isConstant(expression: RuleExpression): boolean {
  switch (expression.kind) {
    case 'message':
    case 'variable':
    case 'call':
      return false
    case 'literal':
      return true
    case 'list':
      return expression.items.every(isConstant)
    case 'map':
      return expression.entries.every(({ value }) => isConstant(value))
    case 'property':
      return isConstant(expression.base)
    case 'index':
      return isConstant(expression.base) && isConstant(expression.index)
    case 'sign':
    case 'not':
      return isConstant(expression.operand)
    default:
      return isConstant(expression.left) && isConstant(expression.right)
  }
}
