/** Computes expressions. */
import { unlessThrown } from '../errors/unless-thrown.ts'
import { callBuiltIn } from './call-built-in.ts'
import { Fault, MissingValue } from './template-error.ts'
import { countStep, findVariable, type Run } from './template-run.ts'
import type { Expression, ExpressionOf } from './template-tree.ts'
import { booleanOf, isSequence, kindOf, numberOf, RoutineValue, type TemplateValue, textOf } from './template-values.ts'
import {
  add,
  areEqual,
  bounded,
  calculate,
  checkLength,
  hasContent,
  memberOf,
  restOf,
  sizeOf,
  slice,
} from './value-operations.ts'

export function evaluate(run: Run, expression: Expression): TemplateValue {
  const value = find(run, expression)
  if (value === undefined) throw new MissingValue(`${written(expression)} has no value`, expression.at)
  return value
}

export const evaluateText = (run: Run, expression: Expression): string =>
  textOf(evaluate(run, expression), expression.at)

const evaluateAll = (run: Run, expressions: readonly Expression[]) => expressions.map((one) => evaluate(run, one))

/** Undefined if the value is missing. */
function find(run: Run, expression: Expression): TemplateValue | undefined {
  countStep(run, expression.at)
  switch (expression.kind) {
    case 'number':
    case 'boolean':
      return expression.value
    case 'text':
      return joinParts(run, expression)
    case 'sequence':
      return evaluateAll(run, expression.items)
    case 'hash':
      return new Map(
        expression.entries.map(({ key, value }) => [evaluateText(run, key), evaluate(run, value)] as const),
      )
    case 'name':
      return findVariable(run, expression.name)
    case 'member':
      return memberOf(evaluate(run, expression.of), expression.name, expression.at)
    case 'item':
      return findItem(run, expression)
    case 'call':
      return call(run, expression)
    case 'builtIn':
      return applyBuiltIn(run, expression)
    case 'default':
      return findOrMissing(run, expression.of) ?? (expression.fallback ? evaluate(run, expression.fallback) : '')
    case 'exists':
      return findOrMissing(run, expression.of) !== undefined
    case 'group':
      return find(run, expression.of)
    case 'not':
      return !booleanOf(evaluate(run, expression.of), expression.at)
    case 'minus':
      return -numberOf(evaluate(run, expression.of), expression.at)
    case 'plus':
      return numberOf(evaluate(run, expression.of), expression.at)
    case 'range':
      return computeRange(run, expression)
    case 'binary':
      return computeBinary(run, expression)
    default:
      throw expression satisfies never
  }
}

/** In parentheses any value on the way may be missing, otherwise only the last one. */
function findOrMissing(run: Run, expression: Expression): TemplateValue | undefined {
  if (expression.kind !== 'group') return find(run, expression)
  return unlessThrown(MissingValue, () => find(run, expression))
}

function joinParts(run: Run, { parts, at }: ExpressionOf<'text'>): string {
  let text = ''
  for (const part of parts) {
    text += typeof part === 'string' ? part : evaluateText(run, part)
    checkLength(text, at)
  }
  return bounded(run, text, at)
}

function applyBuiltIn(run: Run, { of, name, args, at }: ExpressionOf<'builtIn'>): TemplateValue {
  if (name === 'has_content') return hasContent(findOrMissing(run, of))
  if (name === 'then' || name === 'switch') return choose(run, { of, name, args, at })
  if (LOOP_BUILT_INS.has(name)) return loopBuiltIn(run, of, name, at)
  const subject = evaluate(run, of)
  const values = args === undefined ? undefined : evaluateAll(run, args)
  const characters = [subject, ...(values ?? [])].reduce<number>((sum, value) => sum + sizeOf(value), 0)
  countStep(run, at, characters)
  const charge = (work: number) => countStep(run, at, work)
  const result = callBuiltIn(name, { subject, args: values, at, charge, compiled: run.compiled })
  return typeof result === 'string' ? bounded(run, result, at) : result
}

/** `then` and `switch` compute only the argument that they choose. */
function choose(run: Run, { of, name, args = [], at }: Omit<ExpressionOf<'builtIn'>, 'kind'>): TemplateValue {
  const subject = evaluate(run, of)
  if (name === 'then') {
    const [met, otherwise] = args
    if (met === undefined || otherwise === undefined || args.length > 2)
      throw new Fault('?then needs two arguments', at)
    return evaluate(run, booleanOf(subject, at) ? met : otherwise)
  }
  for (let index = 0; index + 1 < args.length; index += 2) {
    const [candidate, result] = [args[index], args[index + 1]]
    if (candidate && result && areEqual(run, subject, evaluate(run, candidate), at)) return evaluate(run, result)
  }
  const fallback = args.length % 2 === 1 ? args.at(-1) : undefined
  if (fallback === undefined) throw new Fault('?switch has no case for this value', at)
  return evaluate(run, fallback)
}

function findItem(run: Run, { of, key, at }: ExpressionOf<'item'>): TemplateValue | undefined {
  const container = evaluate(run, of)
  if (key.kind === 'range' && key.to === undefined)
    return restOf(run, container, numberOf(evaluate(run, key.from), at), at)
  const index = evaluate(run, key)
  if (typeof index === 'string') return memberOf(container, index, at)
  if (isSequence(index)) return slice(run, container, index, at)
  const place = numberOf(index, key.at)
  if (typeof container === 'string') {
    if (place < 0 || place >= container.length) throw new Fault(`The text has no character ${place}`, at)
    return container[place]
  }
  if (!isSequence(container)) throw new Fault(`${kindOf(container)} has no items`, at)
  return container[place]
}

function call(run: Run, { callee, args, at }: ExpressionOf<'call'>): TemplateValue {
  const routine = evaluate(run, callee)
  if (!(routine instanceof RoutineValue) || routine.routine.kind !== 'function') {
    throw new Fault(`${written(callee)} is not a function`, at)
  }
  return run.callFunction(run, routine, evaluateAll(run, args), at)
}

function computeRange(run: Run, { from, to, end, at }: ExpressionOf<'range'>): TemplateValue {
  const start = numberOf(evaluate(run, from), from.at)
  if (to === undefined) throw new Fault('The range needs an end here', at)
  const last = numberOf(evaluate(run, to), to.at)
  const step = last < start && end !== 'length' ? -1 : end === 'length' && last < 0 ? -1 : 1
  const count = Math.floor(end === 'length' ? Math.abs(last) : Math.abs(last - start) + (end === 'inclusive' ? 1 : 0))
  countStep(run, at, count * 16)
  return Array.from({ length: count }, (_, index) => start + index * step)
}

function computeBinary(run: Run, { operator, left, right, at }: ExpressionOf<'binary'>): TemplateValue {
  const first = evaluate(run, left)
  if (operator === '&&') return booleanOf(first, left.at) && booleanOf(evaluate(run, right), right.at)
  if (operator === '||') return booleanOf(first, left.at) || booleanOf(evaluate(run, right), right.at)
  const second = evaluate(run, right)
  if (operator === '+') return add(run, first, second, at)
  if (operator === '==') return areEqual(run, first, second, at)
  if (operator === '!=') return !areEqual(run, first, second, at)
  return calculate(operator, numberOf(first, left.at), numberOf(second, right.at), at)
}

const LOOP_BUILT_INS = new Set(['index', 'counter', 'has_next', 'is_first', 'is_last', 'is_odd_item', 'is_even_item'])

function loopBuiltIn(run: Run, of: Expression, name: string, at: number): TemplateValue {
  const variable = of.kind === 'name' ? of.name : ''
  const loop = run.loops.findLast(({ names }) => names.includes(variable))
  if (loop === undefined) throw new Fault(`?${name} needs the variable of a loop`, at)
  const isLast = loop.index === loop.items.length - 1
  if (name === 'index') return loop.index
  if (name === 'counter') return loop.index + 1
  if (name === 'has_next') return !isLast
  if (name === 'is_first') return loop.index === 0
  if (name === 'is_last') return isLast
  return (loop.index % 2 === 0) === (name === 'is_odd_item')
}

/** The expression as it is written, if it is a name or a path of names. */
export function written(expression: Expression): string {
  return expressionText(expression) ?? 'The expression'
}

function expressionText(expression: Expression): string | undefined {
  if (expression.kind === 'name') return expression.name
  if (expression.kind === 'group') return expressionText(expression.of)
  if (expression.kind !== 'member') return undefined
  const of = expressionText(expression.of)
  return of === undefined ? undefined : `${of}.${expression.name}`
}
