import type { RuleFunction, RuleParam } from '../rule-function.ts'
import type { CallArgument, CallExpression, RuleExpression } from '../rule-tree.ts'
import type { CheckContext } from './check-context.ts'
import type { CheckedArgument, CheckedCall, CheckedExpression } from './checked-rule.ts'
import { isAssignable } from './operand-types.ts'
import { prepareConstant } from './prepare-constant.ts'

/** Expressions hold calls and calls hold expressions: the caller says how the latter are checked. */
export type CheckArgument = <Run, Tools>(
  expression: RuleExpression,
  context: CheckContext<Run, Tools>,
) => CheckedExpression<Run, Tools>

/** A call that is not a call of a known function with the right number of arguments gives null. */
export function checkCall<Run, Tools>(
  call: CallExpression,
  context: CheckContext<Run, Tools>,
  check: CheckArgument,
): CheckedExpression<Run, Tools> {
  const given = call.args.map(({ name, value }) => ({ name, value, checked: check(value, context) }))
  const at = context.positionOf(call.from)
  const fn = context.functions.get(call.name)
  if (fn === undefined) {
    const reason = `Unknown function ${call.name}${context.placeOf(call.from)}`
    context.report('undeclared_function', call.from, reason)
    return { kind: 'literal', value: null, type: 'Object', at }
  }
  context.usedFunctions.add(fn.name)
  if (!hasRightArguments(call, fn, context)) return { kind: 'literal', value: null, type: fn.returns, at }
  const args = fn.params.map((param, place) => checkGiven(argumentFor(param, place, given), param, call, fn, context))
  for (const [place, { name, value }] of given.entries()) {
    if (name === undefined || fn.params.some((param) => hasName(param, name))) continue
    prepareConstant({ call, expression: value, name, ordinal: place + 1, prepare: unknownParameter }, context)
  }
  return { kind: 'call', fn, args, type: fn.returns, at } satisfies CheckedCall<Run, Tools>
}

type GivenArgument<Run, Tools> = CallArgument & { readonly checked: CheckedExpression<Run, Tools> }

const unknownParameter = (): never => {
  throw new Error('The function has no such parameter')
}

const hasName = <Tools>({ name, otherNames }: RuleParam<unknown, Tools>, given: string): boolean =>
  name === given || (otherNames?.includes(given) ?? false)

/** The last one of those with the name, or the one at the place. */
function argumentFor<Run, Tools>(
  param: RuleParam<unknown, Tools>,
  place: number,
  given: readonly GivenArgument<Run, Tools>[],
): GivenArgument<Run, Tools> | undefined {
  if (given[0]?.name === undefined) return given[place]
  return given.findLast(({ name }) => name !== undefined && hasName(param, name))
}

function hasRightArguments<Run, Tools>(
  { name, args, from }: CallExpression,
  fn: RuleFunction<Run, Tools>,
  context: CheckContext<Run, Tools>,
): boolean {
  const required = fn.params.filter(({ isOptional }) => !isOptional)
  const isNamed = args[0]?.name !== undefined
  const count = isNamed ? new Set(args.map((argument) => argument.name)).size : args.length
  const isExact = required.length === fn.params.length
  const isWrong = isExact ? count !== required.length : !isNamed && count < required.length
  if (isWrong || (count === 0 && required.length > 0)) {
    const counts = `Expected ${required.length} arguments but found ${count}`
    const reason = `${counts} in call to function ${name}${context.placeOf(from)}`
    context.report('wrong_number_of_arguments', from, reason)
    return false
  }
  return isNamed ? hasRequired(name, args, from, required, context) : mayBePositional(name, args, from, fn, context)
}

function hasRequired<Run, Tools>(
  name: string,
  args: readonly CallArgument[],
  from: number,
  required: readonly RuleParam<unknown, Tools>[],
  context: CheckContext<Run, Tools>,
): boolean {
  const missing = required.filter(
    (param) => !args.some((given) => given.name !== undefined && hasName(param, given.name)),
  )
  for (const param of missing) {
    const what = `Missing required parameter ${param.name} of type ${param.type}`
    context.report('missing_required_param', from, `${what} in call to function ${name}${context.placeOf(from)}`)
  }
  return missing.length === 0
}

function mayBePositional<Run, Tools>(
  name: string,
  args: readonly CallArgument[],
  from: number,
  fn: RuleFunction<Run, Tools>,
  context: CheckContext<Run, Tools>,
): boolean {
  const lastRequired = fn.params.findLastIndex(({ isOptional }) => !isOptional)
  const firstOptional = fn.params.findIndex(({ isOptional }) => isOptional)
  if (args.length === 0 || firstOptional < 0 || firstOptional > lastRequired) return true
  const reason = `Function ${name} has optional parameters, must use named parameters to call${context.placeOf(from)}`
  context.report('must_name_optional_params', from, reason)
  return false
}

function checkGiven<Run, Tools>(
  given: GivenArgument<Run, Tools> | undefined,
  param: RuleParam<unknown, Tools>,
  call: CallExpression,
  fn: RuleFunction<Run, Tools>,
  context: CheckContext<Run, Tools>,
): CheckedArgument<Run, Tools> {
  if (given === undefined) return { kind: 'none' }
  const { checked, value } = given
  if (checked.kind === 'literal' && checked.value === null && isNullName(value)) {
    return { kind: 'prepared', value: null }
  }
  if (!isAssignable(checked.type, param.type)) {
    const types = `Expected type ${param.type} for argument ${param.name} but found ${checked.type}`
    const reason = `${types} in call to function ${call.name}${context.placeOf(call.from)}`
    context.report('incompatible_argument_type', call.from, reason)
    return { kind: 'none' }
  }
  const ordinal = fn.params.indexOf(param) + 1
  const constant = { call, expression: value, name: param.name, ordinal, prepare: param.prepare }
  return prepareConstant(constant, context) ?? { kind: 'computed', param, value: checked }
}

const isNullName = (expression: RuleExpression): boolean => expression.kind === 'variable' && expression.name === 'null'
