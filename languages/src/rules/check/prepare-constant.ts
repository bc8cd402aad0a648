import type { CallExpression, RuleExpression } from '../rule-tree.ts'
import type { RuleValue } from '../rule-values.ts'
import type { CheckContext } from './check-context.ts'
import type { CheckedArgument } from './checked-rule.ts'
import { evaluateConstant } from './evaluate-constant.ts'
import { isConstant } from './is-constant.ts'

interface ConstantArgument<Tools> {
  readonly call: CallExpression
  readonly expression: RuleExpression
  /** Name of the parameter. */
  readonly name: string
  /** Counts from 1. */
  readonly ordinal: number
  readonly prepare: (value: RuleValue, tools: Tools) => unknown
}

/** Prepares an argument that is constant. Undefined if it depends on the message. */
export function prepareConstant<Run, Tools>(
  constant: ConstantArgument<Tools>,
  context: CheckContext<Run, Tools>,
): CheckedArgument<Run, Tools> | undefined {
  const { call, expression, name, ordinal, prepare } = constant
  if (!isConstant(expression)) return undefined
  if (context.hasInvalidOperation(expression)) return { kind: 'none' }
  try {
    const value = evaluateConstant(expression)
    return { kind: 'prepared', value: value === null ? null : prepare(value, context.tools) }
  } catch (error) {
    const what = `Unable to pre-compute value for ${ordinalText(ordinal)} argument ${name}`
    const cause = error instanceof Error ? error.message : String(error)
    context.report('invalid_function_argument', call.from, `${what} in call to function ${call.name}: ${cause}`)
    return { kind: 'none' }
  }
}

function ordinalText(ordinal: number): string {
  const ending = Math.floor(ordinal / 10) === 1 ? 'th' : ({ 1: 'st', 2: 'nd', 3: 'rd' }[ordinal % 10] ?? 'th')
  return `${ordinal}${ending}`
}
