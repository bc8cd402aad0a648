/** Resolves the names of an expression and checks its types. */
import { checkFunction } from './check-function.ts'
import { type Checked, call, requireSame, requireType } from './check-types.ts'
import { FUNCTION_NAMES, isFunctionName } from './step-functions.ts'
import { refuse, replacing, similarName } from './step-problem.ts'
import type { StepScope } from './step-scope.ts'
import type { ExpressionSyntax } from './step-syntax.ts'
import { AGGREGATE_NAMES, type StepExpression } from './step-tree.ts'

export function checkExpression(syntax: ExpressionSyntax, scope: StepScope): StepExpression {
  switch (syntax.kind) {
    case 'number':
      if (!Number.isFinite(syntax.value)) refuse('This number is too large.', syntax.span)
      return { kind: 'literal', type: 'number', value: syntax.value }
    case 'text':
      return { kind: 'literal', type: 'text', value: syntax.value.toWellFormed() }
    case 'boolean':
      return { kind: 'literal', type: 'boolean', value: syntax.value }
    case 'null':
      return { kind: 'literal', type: 'nothing', value: null }
    case 'name': {
      const { id, type } = scope.find(syntax.name, syntax.span)
      return { kind: 'column', id, type }
    }
    case 'call':
      return syntax.isOperator ? checkOperator(syntax, scope) : checkCall(syntax, scope)
    default:
      return syntax satisfies never
  }
}

type CallSyntax = Extract<ExpressionSyntax, { kind: 'call' }>

function checkCall(syntax: CallSyntax, scope: StepScope): StepExpression {
  const { name, nameSpan } = syntax
  const lower = name.toLowerCase()
  if (isFunctionName(lower)) return checkFunction(lower, syntax, scope, checkExpression)
  if (AGGREGATE_NAMES.some((one) => one === lower))
    refuse(`${lower} is about several rows, and belongs to stats or timechart.`, nameSpan)
  const meant = similarName(lower, FUNCTION_NAMES)
  return refuse(
    `There is no function ${name}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
    nameSpan,
    meant === undefined ? undefined : replacing(nameSpan, meant),
  )
}

function checkOperator(syntax: CallSyntax, scope: StepScope): StepExpression {
  const { name, args } = syntax
  const checked = args.map((arg) => ({ ...checkExpression(arg, scope), syntax: arg }))
  switch (name) {
    case 'or':
    case 'and':
    case 'not':
      for (const arg of checked) requireType(arg, 'boolean', `${name} joins conditions`)
      return call(name, 'boolean', ...checked)
    case 'negate':
      for (const arg of checked) requireType(arg, 'number', 'a minus sign belongs to a number')
      return call('negate', 'number', ...checked)
    case '+':
    case '-':
      return checkSum(syntax, checked)
    case '*':
    case '/':
    case '%':
      for (const arg of checked) requireType(arg, 'number', `${name} calculates with numbers`)
      return call(({ '*': 'multiply', '/': 'divide', '%': 'modulo' } as const)[name], 'number', ...checked)
    case 'in':
      requireSame(checked)
      return call('in', 'boolean', ...checked)
    default:
      requireSame(checked)
      return comparison(name, checked)
  }
}

function comparison(name: string, [left, right]: readonly StepExpression[]): StepExpression {
  if (left === undefined || right === undefined) throw new TypeError('a comparison has two sides')
  switch (name) {
    case '==':
      return call('equal', 'boolean', left, right)
    case '!=':
      return call('not', 'boolean', call('equal', 'boolean', left, right))
    case '<':
      return call('less', 'boolean', left, right)
    case '<=':
      return call('less_or_equal', 'boolean', left, right)
    case '>':
      return call('less', 'boolean', right, left)
    default:
      return call('less_or_equal', 'boolean', right, left)
  }
}

function checkSum({ name, span }: CallSyntax, [left, right]: readonly Checked[]): StepExpression {
  if (left === undefined || right === undefined) throw new TypeError('a sum has two sides')
  const isPlus = name === '+'
  // A field that no message has may be of any type.
  if (left.type === 'nothing' || right.type === 'nothing') return call('add', 'nothing', left, right)
  if (left.type === 'time' && right.type === 'time') {
    if (isPlus) refuse('Two times cannot be added; their difference is written with -.', span)
    return call('subtract', 'number', left, right)
  }
  if (isPlus && left.type === 'text' && right.type === 'text') refuse('Texts are joined with concat(a, b).', span)
  if (left.type === 'time') {
    requireType(right, 'number', `behind a time and ${name} belongs a duration`)
    return call('shift', 'time', left, isPlus ? right : call('negate', 'number', right))
  }
  if (isPlus && right.type === 'time') {
    requireType(left, 'number', 'to a time belongs a duration')
    return call('shift', 'time', right, left)
  }
  for (const side of [left, right]) requireType(side, 'number', `${name} calculates with numbers`)
  return call(isPlus ? 'add' : 'subtract', 'number', left, right)
}
