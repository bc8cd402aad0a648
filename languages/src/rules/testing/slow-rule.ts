import type { RuleExpression, RuleTree } from '../rule-tree.ts'
import { RuleObject, type RuleValue } from '../rule-values.ts'
import { RuleDateTime } from '../values/rule-date-time.ts'
import { RuleDuration } from '../values/rule-duration.ts'
import { RuleJson } from '../values/rule-json.ts'
import { RuleMatches } from '../values/rule-matches.ts'
import { RulePeriod } from '../values/rule-period.ts'
import { stubFunctions } from './stub-functions.ts'
import type { TestRun } from './test-run.ts'

type Expression<Kind extends RuleExpression['kind']> = Extract<RuleExpression, { kind: Kind }>

/** Walks the tree as the author wrote it: no types, nothing prepared, names looked up each time. */
export class SlowRule {
  private readonly tree: RuleTree
  private readonly run: TestRun
  private readonly variables = new Map<string, RuleValue>()

  constructor(tree: RuleTree, run: TestRun) {
    this.tree = tree
    this.run = run
  }

  matches(): boolean {
    const { condition } = this.tree
    const value = this.value(condition)
    return isOfBooleanKind(condition) && value === true
  }

  execute(): void {
    for (const statement of this.tree.statements) {
      if (statement.kind === 'call') this.value(statement.call)
      else this.variables.set(statement.name, this.value(statement.value))
    }
  }

  private value(expression: RuleExpression): RuleValue {
    switch (expression.kind) {
      case 'literal':
        return expression.value
      case 'message':
        return this.run.message
      case 'variable':
        return this.variables.get(expression.name) ?? null
      case 'list':
        return expression.items.map((item) => this.value(item))
      case 'map': {
        const entries = expression.entries.map(({ key, value }) => [key, this.value(value)] as const)
        return new Map(entries.filter(([, value]) => value !== null))
      }
      case 'property':
        return this.property(this.value(expression.base), expression.name)
      case 'index':
        return indexed(this.value(expression.base), this.value(expression.index))
      case 'sign':
        return signed(this.value(expression.operand), expression.isNegative)
      case 'not':
        return !this.truth(expression.operand)
      case 'call':
        return this.call(expression)
      case 'logic':
        return this.logic(expression)
      case 'equality': {
        const [left, right] = [this.value(expression.left), this.value(expression.right)]
        return left !== null && (canonical(left) === canonical(right)) === (expression.operator === '==')
      }
      case 'comparison':
        return compared(expression.operator, this.value(expression.left), this.value(expression.right))
      case 'arithmetic':
        return computed(expression.operator, this.value(expression.left), this.value(expression.right))
    }
  }

  private truth(expression: RuleExpression): boolean {
    const value = this.value(expression)
    if (typeof value === 'boolean') return value
    if (value === null && isOfBooleanKind(expression)) return false
    throw new Error('not true or false')
  }

  private logic({ operator, left, right }: Expression<'logic'>): boolean {
    if (operator === 'and') return this.truth(left) ? this.truth(right) : false
    return this.truth(left) ? true : this.truth(right)
  }

  private property(base: RuleValue, name: string): RuleValue {
    const [first = '', ...words] = name.split('_')
    const camelName = first + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
    for (const tried of [name, camelName]) {
      if (base instanceof Map && base.has(tried)) return base.get(tried) ?? null
      const found = base instanceof RuleObject ? base.property(tried, this.run) : undefined
      const matched = base instanceof RuleMatches ? base.property(tried) : undefined
      if (found !== undefined || matched !== undefined) return found ?? matched ?? null
    }
    return null
  }

  private call({ name, args }: Expression<'call'>): RuleValue {
    const fn = stubFunctions.get(name)
    if (fn === undefined) throw new Error(`no function ${name}`)
    const given = fn.params.map((param, place) => {
      const names = [param.name, ...(param.otherNames ?? [])]
      const argument = args.findLast((one, at) => (one.name === undefined ? at === place : names.includes(one.name)))
      if (argument === undefined) return undefined
      try {
        const value = this.value(argument.value)
        return value === null ? null : param.prepare(value, null)
      } catch (error) {
        if (fn.catchesErrors) return null
        throw error
      }
    })
    return fn.call(given, this.run)
  }
}

const isOfBooleanKind = (expression: RuleExpression): boolean => {
  switch (expression.kind) {
    case 'literal':
      return typeof expression.value === 'boolean'
    case 'call':
      return stubFunctions.get(expression.name)?.returns === 'Boolean'
    default:
      return ['equality', 'comparison', 'logic', 'not'].includes(expression.kind)
  }
}

/** Equal values have the same text. */
function canonical(value: RuleValue): string {
  if (typeof value === 'bigint') return `long ${value}`
  if (typeof value === 'number') return `double ${value}`
  if (value instanceof RuleDateTime) return `date ${value.instantMs}`
  if (value instanceof RuleObject) return `${value.constructor.name} ${value.toText()}`
  if (value instanceof Map) {
    return `{${[...value].map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).toSorted()}}`
  }
  if (Array.isArray(value)) return `[${value.map(canonical)}]`
  return JSON.stringify(value)
}

function indexed(base: RuleValue, index: RuleValue): RuleValue {
  if (base === null || index === null) return null
  if (base instanceof Map && typeof index === 'string') return base.get(index) ?? null
  if (base instanceof RuleJson && typeof index === 'bigint') return base.element(Number(index)) ?? null
  const items: readonly RuleValue[] | undefined = Array.isArray(base) ? base : undefined
  const item = typeof index === 'bigint' ? items?.[Number(index)] : undefined
  if (item === undefined) throw new Error('no such element')
  return item
}

function signed(value: RuleValue, isNegative: boolean): RuleValue {
  if (value instanceof RulePeriod) return isNegative ? computed('-', new RulePeriod({}), value) : value
  if (typeof value === 'bigint') return isNegative ? wrapped(-value) : value
  if (typeof value === 'number') return isNegative ? -value : value
  throw new Error('no sign')
}

/** The remainder of a division by 2 to the power of 64, as a signed number. */
function wrapped(value: bigint): bigint {
  const low = ((value % 2n ** 64n) + 2n ** 64n) % 2n ** 64n
  return low >= 2n ** 63n ? low - 2n ** 64n : low
}

function compared(operator: Expression<'comparison'>['operator'], left: RuleValue, right: RuleValue): boolean {
  const order = (a: bigint | number, b: bigint | number): boolean =>
    operator === '<' ? a < b : operator === '<=' ? a <= b : operator === '>' ? a > b : a >= b
  if (left instanceof RuleDateTime && right instanceof RuleDateTime) return order(left.instantMs, right.instantMs)
  if (typeof left === 'bigint' && typeof right === 'bigint') return order(left, right)
  if (typeof left === 'number' && typeof right === 'number') return order(left, right)
  throw new Error('not comparable')
}

function computed(operator: Expression<'arithmetic'>['operator'], left: RuleValue, right: RuleValue): RuleValue {
  if (typeof left === 'bigint' && typeof right === 'bigint') {
    if (operator === '*') return wrapped(left * right)
    if (operator === '/') return wrapped(left / right)
    if (operator === '%') return left % right
    return wrapped(operator === '+' ? left + right : left - right)
  }
  if (typeof left === 'number' && typeof right === 'number') {
    if (operator === '*') return left * right
    if (operator === '/') return left / right
    if (operator === '%') return left % right
    return operator === '+' ? left + right : left - right
  }
  if (operator === '+' && typeof left === 'string' && typeof right === 'string') return `${left}${right}`
  if (operator !== '+' && operator !== '-') throw new Error('no such operation')
  const sign = operator === '+' ? 1 : -1
  if (left instanceof RuleDateTime && right instanceof RulePeriod) return left.plus(right, sign)
  if (left instanceof RulePeriod && right instanceof RuleDateTime) return right.plus(left, sign)
  if (left instanceof RulePeriod && right instanceof RulePeriod) return left.plus(right, sign)
  if (left instanceof RuleDateTime && right instanceof RuleDateTime && sign < 0) {
    return new RuleDuration(Math.abs(left.instantMs - right.instantMs))
  }
  throw new Error('no such operation')
}
