/** The regular expressions of rules: Java's syntax, run under observation. */
import { type CompiledJavaRegex, compileJavaRegex } from '@logyard/languages/java-regex/java-pattern'
import { compileReplacement, type Replacement, replaceMatches } from '../../extractors/extraction/java-replacement.ts'
import type { RuleTools } from '../evaluation/rule-run.ts'
import { createPerToolsCache } from './per-tools-cache.ts'
import { MAX_ITEMS, tooManyItems } from './result-bounds.ts'

export interface RulePattern {
  readonly groupCount: number
  /** The first match. */
  find(text: string): RegExpExecArray | null
  replace(text: string, replacement: string, isGlobal: boolean): string
  /** As Java splits: 0 parts is as many as there are, without the empty ones at the end. */
  split(text: string, maxParts: number): readonly string[]
}

const cached = createPerToolsCache<RulePattern>()

/** Throws `JavaRegexError`. */
export const patternOf = (source: string, tools: RuleTools): RulePattern =>
  cached(tools, source, () => compilePattern(source, tools))

function compilePattern(source: string, tools: RuleTools): RulePattern {
  const first = compileJavaRegex(source, { dotMatchesNewline: false })
  let all: CompiledJavaRegex | undefined
  const every = (): CompiledJavaRegex => {
    all ??= compileJavaRegex(source, { dotMatchesNewline: false, all: true })
    return all
  }
  // One closure for all texts: what it reads and returns is here.
  let subject = ''
  let match: RegExpExecArray | null = null
  const isFound = () => {
    match = first.exec(subject)
    return match !== null
  }
  let replacement: { readonly source: string; readonly compiled: Replacement } | undefined
  const replacementOf = (text: string): Replacement => {
    if (replacement?.source !== text) replacement = { source: text, compiled: compileReplacement(text, first) }
    return replacement.compiled
  }
  const find = (text: string): RegExpExecArray | null => {
    if (!first.canMatch(text)) return null
    subject = text
    return tools.guard(isFound) ? match : null
  }
  return {
    groupCount: first.groupCount,
    find,
    replace(text, by, isGlobal) {
      if (!first.canMatch(text)) return text
      let replaced = text
      tools.guard(() => {
        // Java reads a replacement only if something matches.
        replaced = replaceMatches(text, every(), (match) => replacementOf(by)(match), isGlobal)?.text ?? text
        return true
      })
      return replaced
    },
    split(text, maxParts) {
      if (text === '' || !first.canMatch(text)) return [text]
      let parts: string[] = [text]
      tools.guard(() => {
        parts = partsOf(text, every(), maxParts)
        return true
      })
      return parts
    },
  }
}

function partsOf(text: string, { expression, exec }: CompiledJavaRegex, maxParts: number): string[] {
  const parts: string[] = []
  let from = 0
  expression.lastIndex = 0
  for (let match = exec(text); match !== null && parts.length + 1 !== maxParts; match = exec(text)) {
    const end = match.index + match[0].length
    if (match[0] === '') {
      expression.lastIndex = end + ((text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1)
      // An empty match at the beginning separates nothing.
      if (end === 0) continue
    }
    parts.push(text.slice(from, match.index))
    if (parts.length > MAX_ITEMS) throw tooManyItems()
    from = end
  }
  if (parts.length === 0) return [text]
  parts.push(text.slice(from))
  if (maxParts === 0) while (parts.at(-1) === '') parts.pop()
  return parts
}
