/** Regular expressions in Java's syntax, which users of the API write, as JavaScript's. */
import { unlessThrown } from '../errors/unless-thrown.ts'
import { emitJavaRegex } from './emit-java-regex.ts'
import { containsInOrder, findRequiredTexts } from './find-required-texts.ts'
import { JavaRegexError } from './java-regex-error.ts'
import { parseJavaRegex } from './parse-java-regex.ts'

export interface JavaRegexOptions {
  readonly dotMatchesNewline: boolean
  /** Finds all matches, from `lastIndex` on (flag `g`). */
  readonly all?: boolean
  /** Matches carry the positions of groups (flag `d`), which is slower. */
  readonly positions?: boolean
}

export interface CompiledJavaRegex {
  /** Its groups have the names of the pattern, but not the numbers: `exec` restores these. */
  readonly expression: RegExp
  readonly groupCount: number
  readonly groupNames: ReadonlySet<string>
  /** A match whose groups have the numbers of the pattern. */
  exec(text: string): RegExpExecArray | null
  /** Whether the text contains what every match contains: much faster than a match. */
  canMatch(text: string): boolean
}

/** Throws a `JavaRegexError` whose message is for the user who wrote the pattern. */
export function compileJavaRegex(pattern: string, options: JavaRegexOptions): CompiledJavaRegex {
  const { all = false, positions = false } = options
  const regex = parseJavaRegex(pattern, { dotAll: options.dotMatchesNewline })
  const { source, groups } = emitJavaRegex(regex, { isWanted: () => true, isNamed: true, findsOne: !all })
  const expression = createExpression(pattern, source, `v${all ? 'g' : ''}${positions ? 'd' : ''}`)
  const required = findRequiredTexts(regex.root)
  const own = new Set(groups.values())
  const added = range(1, groupCountOf(expression)).filter((index) => !own.has(index))
  return {
    expression,
    groupCount: regex.groupStarts.length,
    groupNames: new Set(regex.groupNames.keys()),
    exec(text) {
      const match = expression.exec(text)
      if (match === null || added.length === 0) return match
      for (const index of added.toReversed()) {
        match.splice(index, 1)
        match.indices?.splice(index, 1)
      }
      return match
    },
    canMatch: (text) => containsInOrder(text, required),
  }
}

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)

const groupCountOf = ({ source, flags }: RegExp) => (new RegExp(`${source}|`, flags).exec('')?.length ?? 1) - 1

/** Returns undefined if the pattern is invalid. The dot also matches line ends. */
export const compileJavaPattern = (pattern: string): RegExp | undefined =>
  unlessThrown(JavaRegexError, () => compileJavaRegex(pattern, { dotMatchesNewline: true }).expression)

/** Why a pattern is invalid, in Java's words; undefined if it is valid. */
export function findJavaRegexProblem(pattern: string): string | undefined {
  try {
    compileJavaRegex(pattern, { dotMatchesNewline: true })
    return undefined
  } catch (error) {
    if (error instanceof JavaRegexError) return error.message
    throw error
  }
}

/** Runs the expression once: only then is it known whether it is too large for the engine. */
export function createExpression(pattern: string, source: string, flags: string): RegExp {
  try {
    const expression = new RegExp(source, flags)
    expression.test('')
    expression.lastIndex = 0
    return expression
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) {
      throw new JavaRegexError('The expression is too large', pattern, -1)
    }
    throw error
  }
}
