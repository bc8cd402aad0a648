import type { Expression, NumberExpr } from '@logyard/contract/events/expressions'
import type { AggregationSeries } from '@logyard/contract/events/processor-configs'

/** `count() > 5 AND [avg(took_ms) >= 3 OR max(took_ms) > 10]`. */
export function expressionText(expression: Expression, series: readonly AggregationSeries[]): string {
  const nameOf = (operand: NumberExpr): string => {
    if (operand.expr === 'number') return String(operand.value)
    const found = series.find(({ id }) => id === operand.ref)
    return found === undefined ? operand.ref : seriesText(found)
  }
  const textOf = (node: Expression, isInner: boolean): string => {
    switch (node.expr) {
      case 'true':
        return 'TRUE'
      case '!':
        return `NOT [${textOf(node.left, false)}]`
      case 'group':
        return `[${textOf(node.child, false)}]`
      case '&&':
        return `${textOf(node.left, true)} AND ${textOf(node.right, true)}`
      case '||': {
        const text = `${textOf(node.left, false)} OR ${textOf(node.right, false)}`
        return isInner ? `[${text}]` : text
      }
      default:
        return `${nameOf(node.left)} ${node.expr === '==' ? '=' : node.expr} ${nameOf(node.right)}`
    }
  }
  return textOf(expression, false)
}

export const seriesText = ({ function: name, field }: AggregationSeries): string => `${name}(${field ?? ''})`
