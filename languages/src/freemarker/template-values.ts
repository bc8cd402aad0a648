/** The values of templates. Undefined is a missing value. */
import { Fault } from './template-error.ts'
import type { Digits, Routine } from './template-tree.ts'

export type TemplateValue = string | number | boolean | readonly TemplateValue[] | TemplateHash | RoutineValue

export type TemplateHash = ReadonlyMap<string, TemplateValue>

/** A macro or function, with the template in which it was defined. */
export class RoutineValue {
  readonly routine: Routine
  readonly source: string

  constructor(routine: Routine, source: string) {
    this.routine = routine
    this.source = source
  }
}

export const isSequence = (value: TemplateValue): value is readonly TemplateValue[] => Array.isArray(value)
export const isHash = (value: TemplateValue): value is TemplateHash => value instanceof Map

export function kindOf(value: TemplateValue): string {
  if (isSequence(value)) return 'a sequence'
  if (isHash(value)) return 'a hash'
  if (value instanceof RoutineValue) return `a ${value.routine.kind}`
  return typeof value === 'string' ? 'a text' : `a ${typeof value}`
}

const misfit = (wanted: string, value: TemplateValue, at: number) =>
  new Fault(`Expected ${wanted} but this is ${kindOf(value)}`, at)

/** As it is printed: a boolean has no text of its own. */
export function textOf(value: TemplateValue, at: number): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return printNumber(value)
  if (typeof value === 'boolean') throw new Fault('A boolean has no text: write ?c or ?then("yes", "no")', at)
  throw misfit('a text or a number', value, at)
}

export function numberOf(value: TemplateValue, at: number): number {
  if (typeof value !== 'number') throw misfit('a number', value, at)
  return value
}

export function booleanOf(value: TemplateValue, at: number): boolean {
  if (typeof value !== 'boolean') throw misfit('a boolean', value, at)
  return value
}

export function sequenceOf(value: TemplateValue, at: number): readonly TemplateValue[] {
  if (!isSequence(value)) throw misfit('a sequence', value, at)
  return value
}

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3, roundingMode: 'halfEven' })

const printNumber = (value: number): string => grouped.format(value).replace(/^-0$/, '0')

/** For programs: without grouping, and without the noise of binary fractions. */
export function computerText(value: number): string {
  return new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 16 }).format(
    Number(value.toPrecision(15)),
  )
}

export function textWithDigits(value: number, { min, max }: Digits): string {
  return new Intl.NumberFormat('en-US', {
    useGrouping: false,
    minimumFractionDigits: min,
    maximumFractionDigits: max,
    roundingMode: 'halfEven',
  }).format(Number(value.toPrecision(15)))
}
