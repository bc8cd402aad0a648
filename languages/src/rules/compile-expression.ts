import type { CheckedArgument, CheckedCall, CheckedExpression } from './check/checked-rule.ts'
import { RuleFault } from './rule-fault.ts'
import { asItIs } from './rule-function.ts'
import type { BinaryOperation } from './rule-tree.ts'
import type { RuleClock, RuleObject, RuleValue } from './rule-values.ts'
import { elementOf, propertyOf, toCamelCase } from './values/value-access.ts'
import { applySign, compareValues, computeArithmetic } from './values/value-arithmetic.ts'
import { areEqual } from './values/value-equality.ts'
import { kindOf } from './values/value-kind.ts'

/** The message that `$message` means. */
interface MessageOfRule extends RuleObject {
  /** Null if the message has no such field. */
  field(name: string): RuleValue
}

/** The part of a run that every compiled rule uses; its functions may use more. */
export interface RunOfRule extends RuleClock {
  readonly message: MessageOfRule
}

/** Variables are in the order of their slots. Throws `RuleFault`. */
export type Compute<Run> = (run: Run, variables: RuleValue[]) => RuleValue

export function compileExpression<Run extends RunOfRule, Tools>(
  node: CheckedExpression<Run, Tools>,
  tools: Tools,
): Compute<Run> {
  switch (node.kind) {
    case 'literal': {
      const { value } = node
      return () => value
    }
    case 'message':
      return (run) => run.message
    case 'field': {
      const { name } = node
      return (run) => run.message.field(name)
    }
    case 'variable': {
      const { slot } = node
      return (_, variables) => variables[slot] ?? null
    }
    case 'call':
      return compileCall(node, tools)
    case 'list': {
      const items = node.items.map((item) => compileExpression(item, tools))
      return (run, variables) => items.map((item) => item(run, variables))
    }
    case 'map':
      return compileMap(node.entries.map(({ key, value }) => ({ key, value: compileExpression(value, tools) })))
    case 'property':
    case 'index':
    case 'sign':
    case 'not':
      return compileUnary(node, tools)
    default:
      return compileBinary(node, tools)
  }
}

function compileMap<Run>(entries: readonly { readonly key: string; readonly value: Compute<Run> }[]): Compute<Run> {
  return (run, variables) => {
    const map = new Map<string, RuleValue>()
    for (const { key, value } of entries) {
      const computed = value(run, variables)
      // A Map holds no null, as if the key were not there.
      if (computed !== null) map.set(key, computed)
    }
    return map
  }
}

type Kind<Run, Tools, Kinds extends string> = Extract<CheckedExpression<Run, Tools>, { kind: Kinds }>

function compileUnary<Run extends RunOfRule, Tools>(
  node: Kind<Run, Tools, 'property' | 'index' | 'sign' | 'not'>,
  tools: Tools,
): Compute<Run> {
  const { at } = node
  switch (node.kind) {
    case 'property': {
      const { name } = node
      const camelName = toCamelCase(name)
      const base = compileExpression(node.base, tools)
      return (run, variables) => propertyOf(base(run, variables), name, camelName, run)
    }
    case 'index': {
      const base = compileExpression(node.base, tools)
      const index = compileExpression(node.index, tools)
      return (run, variables) => {
        const container = base(run, variables)
        const place = index(run, variables)
        try {
          return elementOf(container, place)
        } catch (error) {
          throw new RuleFault(error, at)
        }
      }
    }
    case 'sign': {
      const { isNegative } = node
      const operand = compileExpression(node.operand, tools)
      return (run, variables) => {
        const value = operand(run, variables)
        try {
          return applySign(value, isNegative)
        } catch (error) {
          throw new RuleFault(error, at)
        }
      }
    }
    case 'not': {
      const operand = compileTruth(node.operand, tools)
      return (run, variables) => !operand(run, variables)
    }
  }
}

function compileBinary<Run extends RunOfRule, Tools>(
  node: Kind<Run, Tools, BinaryOperation['kind']>,
  tools: Tools,
): Compute<Run> {
  const { at } = node
  if (node.kind === 'logic') {
    const isLeft = compileTruth(node.left, tools)
    const isRight = compileTruth(node.right, tools)
    return node.operator === 'and'
      ? (run, variables) => isLeft(run, variables) && isRight(run, variables)
      : (run, variables) => isLeft(run, variables) || isRight(run, variables)
  }
  const left = compileExpression(node.left, tools)
  const right = compileExpression(node.right, tools)
  switch (node.kind) {
    case 'equality': {
      const isWanted = node.operator === '=='
      return (run, variables) => {
        const first = left(run, variables)
        const second = right(run, variables)
        // Null on the left is neither equal nor unequal.
        if (first === null) return false
        try {
          return areEqual(first, second) === isWanted
        } catch (error) {
          throw new RuleFault(error, at)
        }
      }
    }
    case 'comparison': {
      const { operator } = node
      return (run, variables) => {
        const first = left(run, variables)
        const second = right(run, variables)
        try {
          return compareValues(operator, first, second)
        } catch (error) {
          throw new RuleFault(error, at)
        }
      }
    }
    case 'arithmetic': {
      const { operator } = node
      return (run, variables) => {
        const first = left(run, variables)
        const second = right(run, variables)
        try {
          return computeArithmetic(operator, first, second)
        } catch (error) {
          throw new RuleFault(error, at)
        }
      }
    }
  }
}

/** Null counts as false where the type is Boolean; other values are not true or false. */
function compileTruth<Run extends RunOfRule, Tools>(
  node: CheckedExpression<Run, Tools>,
  tools: Tools,
): (run: Run, variables: RuleValue[]) => boolean {
  const { at, type } = node
  const compute = compileExpression(node, tools)
  return (run, variables) => {
    const value = compute(run, variables)
    if (typeof value === 'boolean') return value
    if (value === null && type === 'Boolean') return false
    throw new RuleFault(new Error(`Expected Boolean but found ${kindOf(value)}`), at)
  }
}

/** Calls cost most of the time that rules take, so those of one and two arguments have closures of their own. */
export function compileCall<Run extends RunOfRule, Tools>(
  { fn, at, args }: CheckedCall<Run, Tools>,
  tools: Tools,
): Compute<Run> {
  // Without those left out at the end: functions find undefined there anyway.
  const given = args.slice(0, args.findLastIndex(({ kind }) => kind !== 'none') + 1)
  const computes = given.map((argument) => compileArgument(argument, tools, fn.catchesErrors))
  const [first, second] = computes
  if (first !== undefined && computes.length === 1) {
    return (run, variables) => {
      try {
        return fn.call([first(run, variables)], run)
      } catch (error) {
        throw faultOfCall(error, at, fn.name)
      }
    }
  }
  if (first !== undefined && second !== undefined && computes.length === 2) {
    return (run, variables) => {
      try {
        return fn.call([first(run, variables), second(run, variables)], run)
      } catch (error) {
        throw faultOfCall(error, at, fn.name)
      }
    }
  }
  return (run, variables) => {
    try {
      const values: unknown[] = []
      for (const compute of computes) values.push(compute(run, variables))
      return fn.call(values, run)
    } catch (error) {
      throw faultOfCall(error, at, fn.name)
    }
  }
}

const faultOfCall = (error: unknown, at: RuleFault['at'], name: string): RuleFault =>
  error instanceof RuleFault && error.functionName !== undefined ? error : new RuleFault(error, at, name)

function compileArgument<Run extends RunOfRule, Tools>(
  argument: CheckedArgument<Run, Tools>,
  tools: Tools,
  catchesErrors: boolean,
): (run: Run, variables: RuleValue[]) => unknown {
  if (argument.kind === 'none') return () => undefined
  if (argument.kind === 'prepared') {
    const { value } = argument
    return () => value
  }
  const { param } = argument
  const compute = compileExpression(argument.value, tools)
  const { prepare } = param
  const prepared =
    prepare === asItIs
      ? compute
      : (run: Run, variables: RuleValue[]): unknown => {
          const value = compute(run, variables)
          return value === null ? null : prepare(value, tools)
        }
  if (!catchesErrors) return prepared
  return (run, variables) => {
    try {
      return prepared(run, variables)
    } catch {
      return null
    }
  }
}
