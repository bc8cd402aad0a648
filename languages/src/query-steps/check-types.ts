/** The types of checked expressions, and the sentences about those that do not fit. */
import type { QueryFix } from '../query/query-fix.ts'
import { refuse, replacing } from './step-problem.ts'
import type { ExpressionSyntax } from './step-syntax.ts'
import { writtenName } from './step-tokens.ts'
import type { PlainFunction, StepCall, StepExpression, StepType } from './step-tree.ts'

export const TYPE_NAMES: Readonly<Record<StepType, string>> = {
  text: 'a text',
  number: 'a number',
  boolean: 'true or false',
  time: 'a time',
  nothing: 'missing',
}

export type Checked = StepExpression & { readonly syntax: ExpressionSyntax }

/** Functions that can have a value although an argument is missing. */
const TAKES_MISSING: ReadonlySet<string> = new Set(['or', 'and', 'in', 'if', 'coalesce', 'exists'])

/** A value that is always missing stays missing in almost all functions. */
export const madeCall = (made: StepCall, type: StepType, args: readonly StepExpression[]): StepExpression =>
  args.some((arg) => arg.type === 'nothing') && !TAKES_MISSING.has(made.name)
    ? { kind: 'literal', type: 'nothing', value: null }
    : { kind: 'call', ...made, args, type }

export const call = (name: PlainFunction, type: StepType, ...args: readonly StepExpression[]): StepExpression =>
  madeCall({ name }, type, args)

/** Missing values fit everywhere. */
export function requireType({ type, syntax }: Checked, wanted: StepType, why: string): void {
  if (type === wanted || type === 'nothing') return
  const written = syntax.kind === 'name' ? syntax.name : 'This'
  const fix = wanted === 'number' && type === 'text' ? asNumber(syntax) : undefined
  refuse(`${written} is ${TYPE_NAMES[type]}, but ${why}.`, syntax.span, fix)
}

function asNumber(syntax: ExpressionSyntax): QueryFix | undefined {
  if (syntax.kind === 'text')
    return Number.isFinite(Number(syntax.value)) && syntax.value.trim() !== ''
      ? replacing(syntax.span, String(Number(syntax.value)))
      : undefined
  return syntax.kind === 'name' ? replacing(syntax.span, `number(${writtenName(syntax.name)})`) : undefined
}

/** Returns the type of all that are not missing. */
export function requireSame(checked: readonly Checked[]): StepType {
  const first = checked.find(({ type }) => type !== 'nothing')
  if (first === undefined) return 'nothing'
  for (const other of checked) {
    if (other.type === 'nothing' || other.type === first.type) continue
    const { syntax } = other
    const names = `${TYPE_NAMES[first.type]} and ${TYPE_NAMES[other.type]}`
    refuse(`Values of two types cannot be compared: ${names}.`, syntax.span, sameTypeFix(first, other))
  }
  return first.type
}

function sameTypeFix({ type }: Checked, { syntax }: Checked): QueryFix | undefined {
  if (type === 'number' && syntax.kind === 'text') return asNumber(syntax)
  if (type === 'text' && (syntax.kind === 'number' || syntax.kind === 'boolean'))
    return replacing(syntax.span, `"${String(syntax.value)}"`)
  if (type === 'time' && syntax.kind === 'text') return replacing(syntax.span, `time("${syntax.value}")`)
  return undefined
}
