import type { Comparison, Expression, NumberExpr } from './expressions.ts'

/** A figure that a condition compares with a number. */
export interface FigureLimit {
  /** The id of the series. */
  readonly ref: string
  readonly comparison: Comparison
  readonly limit: number
}

const TURNED: Readonly<Record<Comparison, Comparison>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '==': '==' }

/** The comparisons of series with numbers, in the order of the condition. Negated ones have no limit to reach. */
export function figureLimits(expression: Expression): readonly FigureLimit[] {
  switch (expression.expr) {
    case 'true':
    case '!':
      return []
    case '&&':
    case '||':
      return [...figureLimits(expression.left), ...figureLimits(expression.right)]
    case 'group':
      return figureLimits(expression.child)
    default:
      return limitOf(expression.expr, expression.left, expression.right)
  }
}

function limitOf(comparison: Comparison, left: NumberExpr, right: NumberExpr): readonly FigureLimit[] {
  if (left.expr === 'number-ref' && right.expr === 'number') return [{ ref: left.ref, comparison, limit: right.value }]
  if (left.expr === 'number' && right.expr === 'number-ref')
    return [{ ref: right.ref, comparison: TURNED[comparison], limit: left.value }]
  return []
}
