import type { BinaryExpression, RuleExpression } from '../rule-tree.ts'
import type { RuleType } from '../rule-types.ts'
import { checkCall } from './check-call.ts'
import type { CheckContext } from './check-context.ts'
import type { CheckedExpression } from './checked-rule.ts'
import { arithmeticType, isMapType } from './operand-types.ts'

type Checked<Run, Tools> = CheckedExpression<Run, Tools>

type OfKind<Kind extends RuleExpression['kind']> = Extract<RuleExpression, { kind: Kind }>

/** Resolves names and finds types. Errors are reported to the context; the result then has a likely type. */
export function checkExpression<Run, Tools>(
  expression: RuleExpression,
  context: CheckContext<Run, Tools>,
): Checked<Run, Tools> {
  const at = context.positionOf(expression.from)
  switch (expression.kind) {
    case 'literal':
      return { kind: 'literal', value: expression.value, type: expression.type, at }
    case 'message':
      return { kind: 'message', type: 'Message', at }
    case 'variable':
      return checkVariable(expression, context)
    case 'call':
      return checkCall(expression, context, checkExpression)
    case 'list': {
      const items = expression.items.map((item) => checkExpression(item, context))
      return { kind: 'list', items, type: 'List', at }
    }
    case 'map': {
      const entries = expression.entries.map(({ key, value }) => ({ key, value: checkExpression(value, context) }))
      return { kind: 'map', entries, type: 'Map', at }
    }
    case 'property': {
      const { base, name } = expression
      if (base.kind === 'message') return { kind: 'field', name, type: 'Object', at }
      return { kind: 'property', base: checkExpression(base, context), name, type: 'Object', at }
    }
    case 'index':
      return checkIndex(expression, context)
    case 'sign': {
      const operand = checkExpression(expression.operand, context)
      return { kind: 'sign', isNegative: expression.isNegative, operand, type: operand.type, at }
    }
    case 'not':
      return checkNot(expression, context)
    default:
      return checkBinary(expression, context)
  }
}

/** Null has no literal of its own: its name is free for variables, as everywhere in rules of Graylog. */
function checkVariable<Run, Tools>(
  { name, from }: OfKind<'variable'>,
  context: CheckContext<Run, Tools>,
): Checked<Run, Tools> {
  const at = context.positionOf(from)
  const variable = context.variables.get(name)
  if (variable !== undefined) return { kind: 'variable', ...variable, at }
  if (name !== 'null')
    context.report('undeclared_variable', from, `Undeclared variable ${name}${context.placeOf(from)}`)
  return { kind: 'literal', value: null, type: 'Object', at }
}

function checkNot<Run, Tools>(expression: OfKind<'not'>, context: CheckContext<Run, Tools>): Checked<Run, Tools> {
  const operand = checkExpression(expression.operand, context)
  if (operand.type !== 'Boolean') {
    const place = context.placeOf(expression.from)
    const reason = `Expected type Boolean but found ${operand.type}${place}`
    context.report('incompatible_type', expression.from, reason)
  }
  return { kind: 'not', operand, type: 'Boolean', at: context.positionOf(expression.from) }
}

function checkIndex<Run, Tools>(expression: OfKind<'index'>, context: CheckContext<Run, Tools>): Checked<Run, Tools> {
  const base = checkExpression(expression.base, context)
  const index = checkExpression(expression.index, context)
  const place = context.placeOf(expression.from)
  const wanted = indexTypeOf(base.type)
  if (wanted === undefined) {
    context.report('non_indexable', expression.from, `Cannot index value of type ${base.type}${place}`)
  } else if (index.type !== wanted) {
    const reason = `Expected type ${wanted} but found ${index.type} when indexing${place}`
    context.report('incompatible_index_type', expression.from, reason)
  }
  return { kind: 'index', base, index, type: 'Object', at: context.positionOf(expression.from) }
}

function indexTypeOf(type: RuleType): RuleType | undefined {
  if (isMapType(type)) return 'String'
  return type === 'List' || type === 'JsonNode' ? 'Long' : undefined
}

function checkBinary<Run, Tools>(expression: BinaryExpression, context: CheckContext<Run, Tools>): Checked<Run, Tools> {
  const left = checkExpression(expression.left, context)
  const right = checkExpression(expression.right, context)
  const at = context.positionOf(expression.from)
  const operands = { left, right, at }
  switch (expression.kind) {
    case 'equality':
      return { kind: 'equality', operator: expression.operator, ...operands, type: 'Boolean' }
    case 'logic':
      if (left.type !== right.type) reportIncompatible(expression, left.type, right.type, context)
      return { kind: 'logic', operator: expression.operator, ...operands, type: 'Boolean' }
    case 'comparison':
      if (left.type !== right.type || left.type === 'Void') {
        reportIncompatible(expression, left.type, right.type, context)
      }
      return { kind: 'comparison', operator: expression.operator, ...operands, type: 'Boolean' }
    case 'arithmetic': {
      const result = arithmeticType(expression.operator, left.type, right.type)
      if (result.kind === 'incompatible') reportIncompatible(expression, left.type, right.type, context)
      if (result.kind === 'invalid') {
        context.report('invalid_operation', expression.from, `Invalid operation: ${result.reason}`)
      }
      const type = result.kind === 'type' ? result.type : left.type
      return { kind: 'arithmetic', operator: expression.operator, ...operands, type }
    }
  }
}

function reportIncompatible<Run, Tools>(
  { left, right, from }: BinaryExpression,
  leftType: RuleType,
  rightType: RuleType,
  context: CheckContext<Run, Tools>,
): void {
  const sides = `(${context.textOf(left)}) : ${leftType} <=> (${context.textOf(right)}) : ${rightType}`
  context.report('incompatible_types', from, `Incompatible types ${sides}${context.placeOf(from)}`)
}
