/** Regular expressions and grok patterns of steps. */
import { expandGrok } from '../grok/expand-grok.ts'
import { findReferences } from '../grok/grok-reference.ts'
import { GrokSyntaxError } from '../grok/grok-syntax-error.ts'
import { JavaRegexError } from '../java-regex/java-regex-error.ts'
import { parseJavaRegex } from '../java-regex/parse-java-regex.ts'
import type { Span } from '../query/query-tree.ts'
import { type LinearRegex, linearRegex, MAX_STEP_PATTERN } from './linear-regex.ts'
import { refuse } from './step-problem.ts'
import type { StepEnvironment } from './step-scope.ts'
import type { TextSyntax } from './step-syntax.ts'

/** A field that a pattern gives, and its groups in the regular expression. */
export interface PatternOutput {
  readonly field: string
  readonly isNumber: boolean
  /** Places in the list of the groups that capture, from 1. */
  readonly groups: readonly number[]
}

export interface StepPattern {
  readonly regex: LinearRegex
  readonly outputs: readonly PatternOutput[]
  /** Quotes around what a grok pattern has found are left out. */
  readonly isUnquoted: boolean
}

/** Captures the first group, or the whole match if there are none. */
export function compileStepRegex({ text, span }: TextSyntax, captures: 'nothing' | 'first'): LinearRegex {
  requireShort(text, span)
  return refusing(span, () => {
    const regex = parseJavaRegex(text, { dotAll: false })
    const isWanted = (group: number) => captures === 'first' && group === 1
    const linear = linearRegex(regex, { isWanted, isLenient: false })
    return captures === 'nothing' || linear.groups.length > 0 ? linear : { re2: `(${linear.re2})`, groups: [1] }
  })
}

/** `parse … regex`: its outputs are the groups with names. */
export function compileNamedGroups({ text, span }: TextSyntax): StepPattern {
  requireShort(text, span)
  return refusing(span, () => {
    const regex = parseJavaRegex(text, { dotAll: false })
    const names = [...regex.groupNames]
    if (names.length === 0) refuse('The regular expression has no group with a name, as in: (?<status>[0-9]+)', span)
    const wanted = new Set(names.map(([, group]) => group))
    const linear = linearRegex(regex, { isWanted: (group) => wanted.has(group), isLenient: false })
    const outputs = names.map(([field, group]) => ({
      field,
      isNumber: false,
      groups: [linear.groups.indexOf(group) + 1],
    }))
    return { regex: linear, outputs, isUnquoted: false }
  })
}

const NUMBER_TYPES: ReadonlySet<string> = new Set(['byte', 'short', 'int', 'integer', 'long', 'float', 'double'])
const TEXT_TYPES: ReadonlySet<string> = new Set(['string', 'text', 'boolean'])
/** A capture with this name is dropped. */
const UNWANTED = 'UNWANTED'
const NOTHING: LinearRegex = { re2: '', groups: [] }

/** `parse … grok`. Look-around of stored patterns is left out, and their groups that never give back are ordinary ones. */
export function compileStepGrok({ text, span }: TextSyntax, { grok }: Pick<StepEnvironment, 'grok'>): StepPattern {
  requireShort(text, span)
  for (const { type } of findReferences(text)) requireGrokType(type, span)
  if (grok === undefined) return namesOnly(text, span)
  return refusing(span, () => {
    const expanded = expandGrok(text, grok, true)
    const regex = parseJavaRegex(expanded.text, { dotAll: false })
    const names = new Map(Array.from(regex.groupNames, ([name, group]) => [group, name]))
    const fields = new Map<number, { readonly field: string; readonly type: string | undefined }>()
    for (const [at, start] of regex.groupStarts.entries()) {
      const named = names.get(at + 1)
      const capture =
        expanded.captures.get(start) ?? (named === undefined ? undefined : { field: named, type: undefined })
      if (capture !== undefined && capture.field !== UNWANTED) fields.set(at + 1, capture)
    }
    const linear = linearRegex(regex, { isWanted: (group) => fields.has(group), isLenient: true })
    const outputs = new Map<string, { field: string; isNumber: boolean; groups: number[] }>()
    for (const [at, group] of linear.groups.entries()) {
      const { field = '', type } = fields.get(group) ?? {}
      const isNumber = type !== undefined && NUMBER_TYPES.has(type.toLowerCase())
      outputs.getOrInsertComputed(field, () => ({ field, isNumber, groups: [] })).groups.push(at + 1)
    }
    if (outputs.size === 0) refuse('The pattern names no field, as %{IP:client} does.', span)
    return { regex: linear, outputs: [...outputs.values()], isUnquoted: true }
  })
}

/** Without the definitions of patterns the text names most fields. */
function namesOnly(text: string, span: Span): StepPattern {
  const outputs = new Map<string, PatternOutput>()
  for (const { field, type } of findReferences(text))
    if (field !== undefined && field !== UNWANTED)
      outputs.set(field, { field, isNumber: type !== undefined && NUMBER_TYPES.has(type.toLowerCase()), groups: [1] })
  for (const [, field = ''] of text.matchAll(/\(\?<([a-zA-Z]\w*)>/g))
    outputs.set(field, { field, isNumber: false, groups: [1] })
  if (outputs.size === 0) refuse('The pattern names no field, as %{IP:client} does.', span)
  return { regex: NOTHING, outputs: [...outputs.values()], isUnquoted: true }
}

function requireGrokType(type: string | undefined, span: Span): void {
  const name = type?.toLowerCase()
  if (name === undefined || NUMBER_TYPES.has(name) || TEXT_TYPES.has(name)) return
  if (name === 'date' || name === 'datetime')
    refuse('A step does not read dates of grok patterns: leave out the type, and use time(…) in a step let.', span)
  refuse(`There is no type ${name} of grok patterns.`, span)
}

function requireShort(text: string, span: Span): void {
  if (text === '') refuse('The pattern is empty.', span)
  if (text.length > MAX_STEP_PATTERN) refuse(`A pattern has at most ${MAX_STEP_PATTERN} characters.`, span)
}

function refusing<Result>(span: Span, compile: () => Result): Result {
  try {
    return compile()
  } catch (error) {
    if (error instanceof JavaRegexError) return refuse(`${error.reason}.`, placeIn(span, error.index))
    if (error instanceof GrokSyntaxError) return refuse(error.message.replace(/\.?$/, '.'), span)
    throw error
  }
}

/** Within the quotes. */
function placeIn({ from, to }: Span, index: number): Span {
  const at = Math.min(from + 1 + index, to - 1)
  return index < 0 ? { from, to } : { from: at, to: Math.min(at + 1, to) }
}
