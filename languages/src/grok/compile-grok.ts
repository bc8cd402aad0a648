import { emitJavaRegex } from '../java-regex/emit-java-regex.ts'
import { containsInOrder, findRequiredTexts } from '../java-regex/find-required-texts.ts'
import { createExpression } from '../java-regex/java-pattern.ts'
import { JavaRegexError } from '../java-regex/java-regex-error.ts'
import type { JavaRegex } from '../java-regex/java-regex-tree.ts'
import { parseJavaRegex } from '../java-regex/parse-java-regex.ts'
import { collectCaptures, type GrokValue, type ReadCapture, unquoted } from './collect-captures.ts'
import { compileConversion } from './compile-conversion.ts'
import { type ExpandedGrok, expandGrok, type GrokCapture, type GrokDefinitions } from './expand-grok.ts'
import { explainRegexError } from './explain-regex-error.ts'
import { GrokSyntaxError } from './grok-syntax-error.ts'

export type { GrokValue } from './collect-captures.ts'
export type { GrokDefinitions } from './expand-grok.ts'

/** A capture with this name is dropped. */
const UNWANTED = 'UNWANTED'

export interface GrokOptions {
  /** Without the fields that are named after a pattern, such as `IPV4` of `%{IP:client}`. */
  readonly namedCapturesOnly: boolean
  /** IANA name: of dates that are read by a format and name no zone. */
  readonly zone: string
  /** The current time, for dates whose format has no year; without it they stay texts. */
  readonly now?: () => number
}

export interface CompiledGrok {
  /** The fields that a match may have, in the order of the pattern. */
  readonly fields: readonly string[]
  /**
   * The captures of the first match, without those that did not take part; undefined if nothing matches. May take
   * exponential time with some patterns: run it where it can be stopped.
   */
  match(text: string): Map<string, GrokValue> | undefined
  /** Where the captures of the first match are in the text, quotes around them left out. As slow as `match`. */
  locate(text: string): readonly LocatedCapture[]
}

export interface LocatedCapture {
  readonly field: string
  readonly from: number
  readonly to: number
}

/** Throws a `GrokSyntaxError`. */
export function compileGrok(pattern: string, definitions: GrokDefinitions, options: GrokOptions): CompiledGrok {
  const expanded = expandGrok(pattern, definitions, options.namedCapturesOnly)
  try {
    const regex = parseJavaRegex(expanded.text, { dotAll: false })
    const captures = capturesOf(regex, expanded)
    const { source, groups } = emitJavaRegex(regex, { isWanted: (group) => captures.has(group), findsOne: true })
    const expression = createExpression(expanded.text, source, 'v')
    const required = findRequiredTexts(regex.root)
    const readers = readersOf(captures, groups, options)
    return {
      fields: [...new Set(readers.map(({ field }) => field))],
      match(text) {
        if (isBlank(text) || !containsInOrder(text, required)) return undefined
        const match = expression.exec(text)
        return match === null ? undefined : collectCaptures(match, readers)
      },
      locate(text) {
        const match = isBlank(text) ? null : createExpression(expanded.text, source, 'vd').exec(text)
        return readers.flatMap(({ index, field }) => locatedCapture(text, field, match?.indices?.[index]))
      },
    }
  } catch (error) {
    if (error instanceof JavaRegexError) throw explainRegexError(error, pattern, expanded)
    throw error
  }
}

function locatedCapture(
  text: string,
  field: string,
  indices: readonly [number, number] | undefined,
): readonly LocatedCapture[] {
  if (indices === undefined) return []
  const [from, to] = indices
  const quotes = to - from - unquoted(text.slice(from, to)).length
  return [{ field, from: from + quotes / 2, to: to - quotes / 2 }]
}

/** Captures by the number of the group. */
function capturesOf({ groupStarts, groupNames }: JavaRegex, expanded: ExpandedGrok): ReadonlyMap<number, GrokCapture> {
  const names = new Map(Array.from(groupNames, ([name, group]) => [group, name]))
  const captures = new Map<number, GrokCapture>()
  for (const [index, start] of groupStarts.entries()) {
    const group = index + 1
    const name = names.get(group)
    const capture = expanded.captures.get(start) ?? (name === undefined ? undefined : namedGroup(name))
    if (capture !== undefined && capture.field !== UNWANTED) captures.set(group, capture)
  }
  return captures
}

const namedGroup = (field: string): GrokCapture => ({ field, type: undefined, format: undefined, origin: undefined })

function readersOf(
  captures: ReadonlyMap<number, GrokCapture>,
  groups: ReadonlyMap<number, number>,
  options: GrokOptions,
): readonly ReadCapture[] {
  const typed = new Set<string>()
  const readers: ReadCapture[] = []
  for (const [group, { field, type, format, origin }] of captures) {
    const index = groups.get(group)
    if (index === undefined) continue
    const refuse = (reason: string) => new GrokSyntaxError(reason, origin?.from ?? 0, origin?.to ?? 0)
    if (type === undefined) {
      readers.push({ index, field, convert: undefined })
      continue
    }
    const key = format === undefined ? `${field};${type}` : `${field};${type};${format}`
    if (typed.has(key)) throw refuse(`Duplicate key ${key}`)
    typed.add(key)
    readers.push({ index, field, convert: compileConversion(type, format, { ...options, refuse }) })
  }
  return readers
}

function isBlank(text: string): boolean {
  const first = text.charCodeAt(0)
  return first > 0x20 && first < 0x80 ? false : text.trim() === ''
}
