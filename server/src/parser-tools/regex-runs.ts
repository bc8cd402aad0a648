/** Regular expressions of users, compiled and matched in a thread that can be stopped. */
import { type CompiledJavaRegex, compileJavaRegex } from '@logyard/languages/java-regex/java-pattern'
import { JavaRegexError } from '@logyard/languages/java-regex/java-regex-error'
import { ResultTooLong } from '../extractors/extraction/extraction.ts'
import { compileReplacement, ReplacementRefused, replaceMatches } from '../extractors/extraction/java-replacement.ts'
import { boundedTask } from '../platform/bounded-runs/bounded-task.ts'

interface RegexInput {
  readonly regex: string
  readonly string: string
}

interface ReplaceInput extends RegexInput {
  readonly replacement: string
  readonly replaceAll: boolean
}

interface FoundGroup {
  readonly match: string | null
  readonly start: number
  readonly end: number
}

interface Replaced extends FoundGroup {
  readonly match: string
}

/** The group is undefined if the expression does not match, or has no group. */
export type RegexOutcome =
  | { readonly kind: 'invalid'; readonly problem: string }
  | { readonly kind: 'tried'; readonly matched: boolean; readonly group: FoundGroup | undefined }

export type ReplaceOutcome =
  | { readonly kind: 'invalid'; readonly problem: string }
  | { readonly kind: 'replacement-invalid'; readonly problem: string }
  | { readonly kind: 'tried'; readonly replaced: Replaced | undefined }

const NO_GROUP = [-1, -1] as const

export function findRegex({ regex, string }: RegexInput): RegexOutcome {
  const compiled = compile(regex, false)
  if ('problem' in compiled) return compiled
  const match = compiled.exec(string)
  if (match === null || compiled.groupCount === 0) return { kind: 'tried', matched: match !== null, group: undefined }
  const [start, end] = match.indices?.[1] ?? NO_GROUP
  return { kind: 'tried', matched: true, group: { match: match[1] ?? null, start, end } }
}

export function replaceRegex({ regex, string, replacement, replaceAll }: ReplaceInput): ReplaceOutcome {
  const compiled = compile(regex, true)
  if ('problem' in compiled) return compiled
  try {
    const replaced = replaceMatches(string, compiled, compileReplacement(replacement, compiled), replaceAll)
    if (replaced === undefined) return { kind: 'tried', replaced }
    const [start, end] = replaced.first.indices?.[1] ?? NO_GROUP
    return { kind: 'tried', replaced: { match: replaced.text, start, end } }
  } catch (error) {
    if (error instanceof ReplacementRefused || error instanceof ResultTooLong)
      return { kind: 'replacement-invalid', problem: error.message }
    throw error
  }
}

function compile(regex: string, all: boolean): CompiledJavaRegex | { kind: 'invalid'; problem: string } {
  try {
    return compileJavaRegex(regex, { dotMatchesNewline: true, positions: true, all })
  } catch (error) {
    if (error instanceof JavaRegexError) return { kind: 'invalid', problem: error.message }
    throw error
  }
}

const url = import.meta.url
export const regexRuns = { find: boundedTask(url, findRegex), replace: boundedTask(url, replaceRegex) }
