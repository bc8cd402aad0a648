import type { Expression, NumberExpr } from '@logyard/contract/events/expressions'
import { LogyardError } from '../../../platform/errors.ts'

const seriesUnknown = (ref: string) =>
  new LogyardError('invalid', 'event-series-unknown', `The condition names the series "${ref}", which does not exist.`)

/** Whether the figures meet the condition. A comparison with a figure that is not a number is not met. */
export function meetsExpression(expression: Expression, values: ReadonlyMap<string, number>): boolean {
  switch (expression.expr) {
    case 'true':
      return true
    case '&&':
      return meetsExpression(expression.left, values) && meetsExpression(expression.right, values)
    case '||':
      return meetsExpression(expression.left, values) || meetsExpression(expression.right, values)
    case '!':
      return !meetsExpression(expression.left, values)
    case 'group':
      return meetsExpression(expression.child, values)
    default:
      return compare(expression.expr, figureOf(expression.left, values), figureOf(expression.right, values))
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

function figureOf(number: NumberExpr, values: ReadonlyMap<string, number>): number {
  if (number.expr === 'number') return number.value
  const value = values.get(number.ref)
  if (value === undefined) throw seriesUnknown(number.ref)
  return value
}
