/** Regular expressions of users: Java's syntax, run under observation. */
import {
  type CompiledJavaRegex,
  compileJavaRegex,
  type JavaRegexOptions,
} from '@logyard/languages/java-regex/java-pattern'
import { JavaRegexError } from '@logyard/languages/java-regex/java-regex-error'
import type { RunGuarded } from '../../streams/compile-stream-rule.ts'
import { type Replaced, type Replacement, replaceMatches } from './java-replacement.ts'

export type UserRegex = ReturnType<typeof compileUserRegex>

/** An invalid expression becomes the error that `refuse` makes of the reason. */
export function compileUserRegex(expression: string, guard: RunGuarded, refuse: (reason: string) => Error) {
  const compile = (options: Partial<JavaRegexOptions>) => compileOrRefuse(expression, options, refuse)
  const pattern = compile({})
  const ranged = compile({ positions: true })
  const every = compile({ all: true })
  const everyRanged = compile({ all: true, positions: true })
  // One closure for all texts: what it reads and returns is here.
  let subject = ''
  let match: RegExpExecArray | null = null
  const isMatch = () => pattern.expression.test(subject)
  const isFound = () => {
    match = pattern.exec(subject)
    return match !== null
  }
  const isFoundWithRange = () => {
    match = ranged.exec(subject)
    return match !== null
  }
  return {
    /** Including those without a name. */
    groupCount: pattern.groupCount,
    groupNames: pattern.groupNames,
    test(text: string) {
      if (!pattern.canMatch(text)) return false
      subject = text
      return guard(isMatch)
    },
    /** The first match; with `indices` if `needsRange`. */
    find(text: string, needsRange: boolean) {
      if (!pattern.canMatch(text)) return null
      subject = text
      return guard(needsRange ? isFoundWithRange : isFound) ? match : null
    },
    /** Replaces the first match or all of them; the first one has `indices` if `needsRange`. */
    replace(text: string, by: Replacement, isGlobal: boolean, needsRange: boolean) {
      if (!pattern.canMatch(text)) return undefined
      let replaced: Replaced | undefined
      guard(() => {
        replaced = replaceMatches(text, needsRange ? everyRanged : every, by, isGlobal)
        return replaced !== undefined
      })
      return replaced
    },
  }
}

function compileOrRefuse(
  expression: string,
  options: Partial<JavaRegexOptions>,
  refuse: (reason: string) => Error,
): CompiledJavaRegex {
  try {
    return compileJavaRegex(expression, { dotMatchesNewline: true, ...options })
  } catch (error) {
    if (error instanceof JavaRegexError) throw refuse(`is not a valid regular expression: ${error.reason}`)
    throw error
  }
}
