import { runCall } from './run-function.ts'
import type { StepExpression, StepValue } from './step-tree.ts'

/** The value of an expression; `read` answers that of a column. */
export function runExpression(expression: StepExpression, read: (id: number) => StepValue): StepValue {
  if (expression.kind === 'literal') return expression.value
  if (expression.kind === 'column') return read(expression.id)
  const args = expression.args.map((arg) => runExpression(arg, read))
  return runCall(
    expression,
    args,
    expression.args.map(({ type }) => type),
  )
}
