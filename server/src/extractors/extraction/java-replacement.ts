/** Java's syntax of replacements: `$1`, `${name}`, and a backslash before characters that mean themselves. */
import type { CompiledJavaRegex } from '@logyard/languages/java-regex/java-pattern'
import { MAX_RESULT_CHARACTERS, resultTooLong } from './extraction.ts'

/** A replacement that Java refuses when it is used: the reference to a group that the expression lacks, for example. */
export class ReplacementRefused extends Error {
  override readonly name = 'ReplacementRefused'
}

type Part = string | { readonly group: number | string }

/** Returns the text that a match is replaced by. */
export type Replacement = (match: RegExpExecArray) => string

export interface GroupsOfPattern {
  readonly groupCount: number
  readonly groupNames: ReadonlySet<string>
}

/** Throws `ReplacementRefused`. */
export function compileReplacement(replacement: string, groups: GroupsOfPattern): Replacement {
  const parts = partsOf(replacement, groups)
  const [only] = parts
  if (parts.length === 0) return () => ''
  if (parts.length === 1 && typeof only === 'string') return () => only
  return (match) => {
    let text = ''
    for (const part of parts) {
      if (typeof part === 'string') text += part
      else text += (typeof part.group === 'number' ? match[part.group] : match.groups?.[part.group]) ?? ''
    }
    return text
  }
}

function partsOf(replacement: string, groups: GroupsOfPattern): readonly Part[] {
  const parts: Part[] = []
  let literal = ''
  for (let at = 0; at < replacement.length; ) {
    const character = replacement[at]
    if (character === '\\') {
      if (at + 1 === replacement.length) throw new ReplacementRefused('Character to be escaped is missing')
      literal += replacement[at + 1]
      at += 2
    } else if (character === '$') {
      const reference = referenceAt(replacement, at, groups)
      parts.push(literal, { group: reference.group })
      literal = ''
      at = reference.end
    } else {
      literal += character
      at += 1
    }
  }
  parts.push(literal)
  return parts.filter((part) => part !== '')
}

const NAMED = /\$\{([a-zA-Z][a-zA-Z\d]*)\}/y

function referenceAt(replacement: string, at: number, { groupCount, groupNames }: GroupsOfPattern) {
  NAMED.lastIndex = at
  const name = NAMED.exec(replacement)?.[1]
  if (name !== undefined) {
    if (!groupNames.has(name)) throw new ReplacementRefused(`No group with name {${name}}`)
    return { group: name, end: NAMED.lastIndex }
  }
  let end = at + 1
  let group = digitAt(replacement, end)
  if (Number.isNaN(group)) throw new ReplacementRefused('Illegal group reference')
  if (group > groupCount) throw new ReplacementRefused(`No group ${group}`)
  // Further digits belong to the number as long as there is such a group.
  for (end += 1; group * 10 + digitAt(replacement, end) <= groupCount; end += 1) {
    group = group * 10 + digitAt(replacement, end)
  }
  return { group, end }
}

const digitAt = (text: string, at: number): number => (/\d/.test(text[at] ?? '') ? Number(text[at]) : Number.NaN)

export interface Replaced {
  readonly text: string
  readonly first: RegExpExecArray
}

/** Replaces the first match, or all of them. Returns undefined if there is none. */
export function replaceMatches(
  text: string,
  pattern: Pick<CompiledJavaRegex, 'expression' | 'exec'>,
  replacementOf: Replacement,
  isGlobal: boolean,
): Replaced | undefined {
  let replaced = ''
  let from = 0
  let first: RegExpExecArray | undefined
  const { expression } = pattern
  expression.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    first ??= match
    replaced += text.slice(from, match.index) + replacementOf(match)
    from = match.index + match[0].length
    if (replaced.length > MAX_RESULT_CHARACTERS) throw resultTooLong()
    if (!isGlobal) break
    if (match[0] === '') expression.lastIndex = from + ((text.codePointAt(from) ?? 0) > 0xffff ? 2 : 1)
  }
  if (first === undefined) return undefined
  if (replaced.length + text.length - from > MAX_RESULT_CHARACTERS) throw resultTooLong()
  return { text: replaced + text.slice(from), first }
}
