/** Operations on values: arithmetic, comparison, members and parts. */
import { Fault } from './template-error.ts'
import { countStep, LimitFault, type Run, renderLimits } from './template-run.ts'
import type { BinaryOperator } from './template-tree.ts'
import { isHash, isSequence, kindOf, numberOf, type TemplateValue, textOf } from './template-values.ts'

type Calculation = Exclude<BinaryOperator, '+' | '==' | '!=' | '&&' | '||'>

export function calculate(operator: Calculation, left: number, right: number, at: number): TemplateValue {
  if ((operator === '/' || operator === '%') && right === 0) throw new Fault('Division by zero', at)
  switch (operator) {
    case '-':
      return left - right
    case '*':
      return left * right
    case '/':
      return left / right
    case '%':
      return Math.trunc(left) % Math.trunc(right)
    case '<':
      return left < right
    case '<=':
      return left <= right
    case '>':
      return left > right
    case '>=':
      return left >= right
    default:
      throw operator satisfies never
  }
}

export function add(run: Run, left: TemplateValue, right: TemplateValue, at: number): TemplateValue {
  if (typeof left === 'number' && typeof right === 'number') return left + right
  countStep(run, at, sizeOf(left) + sizeOf(right))
  if (isSequence(left) && isSequence(right)) return [...left, ...right]
  if (isHash(left) && isHash(right)) return new Map([...left, ...right])
  return bounded(run, textOf(left, at) + textOf(right, at), at)
}

export function areEqual(run: Run, left: TemplateValue, right: TemplateValue, at: number): boolean {
  if (typeof left !== typeof right || typeof left === 'object') {
    throw new Fault(`${kindOf(left)} cannot be compared with ${kindOf(right)}`, at)
  }
  countStep(run, at, sizeOf(left))
  return left === right
}

export function bounded(run: Run, text: string, at: number): string {
  checkLength(text, at)
  countStep(run, at, text.length)
  return text
}

export function checkLength(text: string, at: number): void {
  if (text.length > renderLimits.output) throw new LimitFault('The text is too long', at)
}

export function memberOf(container: TemplateValue, name: string, at: number): TemplateValue | undefined {
  if (!isHash(container)) throw new Fault(`${kindOf(container)} has no member "${name}"`, at)
  return container.get(name)
}

/** `text[2..]` */
export function restOf(run: Run, container: TemplateValue, start: number, at: number): TemplateValue {
  const { length } = partsOf(container, at)
  if (start < 0 || start > length) throw new Fault(`The part begins at ${start}, but the end is at ${length}`, at)
  countStep(run, at, sizeOf(container))
  return partsOf(container, at).slice(start)
}

export function slice(run: Run, container: TemplateValue, places: readonly TemplateValue[], at: number): TemplateValue {
  const parts = partsOf(container, at)
  countStep(run, at, sizeOf(places))
  const items = places.map((place) => {
    const item = parts[numberOf(place, at)]
    if (item === undefined) throw new Fault(`The part goes beyond the end, which is at ${parts.length}`, at)
    return item
  })
  return typeof parts === 'string' ? items.join('') : items
}

function partsOf(container: TemplateValue, at: number): string | readonly TemplateValue[] {
  if (typeof container === 'string' || isSequence(container)) return container
  throw new Fault(`${kindOf(container)} has no parts`, at)
}

/** A bound of the work that a built-in does with a value. */
export function sizeOf(value: TemplateValue): number {
  if (typeof value === 'string') return value.length
  if (isSequence(value)) return value.length * 16
  return isHash(value) ? value.size * 16 : 1
}

export function hasContent(value: TemplateValue | undefined): boolean {
  if (value === undefined) return false
  if (typeof value === 'string' || isSequence(value)) return value.length > 0
  return isHash(value) ? value.size > 0 : true
}
