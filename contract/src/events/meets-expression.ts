import type { Expression, NumberExpr } from './expressions.ts'

/** The figure of a series. */
export type FigureOf = (seriesId: string) => number

/** Whether the figures meet the condition. A comparison with a figure that is not a number is not met. */
export function meetsExpression(expression: Expression, figureOf: FigureOf): boolean {
  switch (expression.expr) {
    case 'true':
      return true
    case '&&':
      return meetsExpression(expression.left, figureOf) && meetsExpression(expression.right, figureOf)
    case '||':
      return meetsExpression(expression.left, figureOf) || meetsExpression(expression.right, figureOf)
    case '!':
      return !meetsExpression(expression.left, figureOf)
    case 'group':
      return meetsExpression(expression.child, figureOf)
    default:
      return compare(expression.expr, numberOf(expression.left, figureOf), numberOf(expression.right, figureOf))
  }
}

function compare(comparison: '<' | '<=' | '>' | '>=' | '==', left: number, right: number): boolean {
  switch (comparison) {
    case '<':
      return left < right
    case '<=':
      return left <= right
    case '>':
      return left > right
    case '>=':
      return left >= right
    case '==':
      return left === right
  }
}

const numberOf = (number: NumberExpr, figureOf: FigureOf): number =>
  number.expr === 'number' ? number.value : figureOf(number.ref)
