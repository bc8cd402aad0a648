import { createLruMap } from '@logyard/languages/caches/lru-map'
import { compileJavaPattern, findJavaRegexProblem } from '@logyard/languages/java-regex/java-pattern'
import { boundedTask } from '../platform/bounded-runs/bounded-task.ts'

/** As many as a whitelist has at most. */
const MAX_COMPILED = 1000
/** Invalid patterns match nothing. */
const NOTHING = /(?!)/v

/** Patterns of this thread, across runs. */
const compiled = createLruMap<string, RegExp>(MAX_COMPILED)

interface InvalidPattern {
  readonly at: number
  readonly problem: string
}

/** Whether one of the patterns is found in the URL. */
export const matchUrl = ({ url, patterns }: { readonly url: string; readonly patterns: readonly string[] }): boolean =>
  patterns.some((pattern) => compileOnce(pattern).test(url))

function compileOnce(pattern: string): RegExp {
  const known = compiled.get(pattern)
  if (known !== undefined) return known
  const expression = compileJavaPattern(pattern) ?? NOTHING
  compiled.set(pattern, expression)
  return expression
}

/** The first pattern that is not a valid regular expression. */
export function checkPatterns(patterns: readonly string[]): InvalidPattern | undefined {
  for (const [at, pattern] of patterns.entries()) {
    const problem = findJavaRegexProblem(pattern)
    if (problem !== undefined) return { at, problem }
  }
  return undefined
}

export const urlMatch = boundedTask(import.meta.url, matchUrl)
export const patternCheck = boundedTask(import.meta.url, checkPatterns)
