import { JavaRegexError } from './java-regex-error.ts'
import type { Caseless } from './java-regex-tree.ts'

/** A pattern while it is parsed: the position, the flags in force, and the groups found so far. */
export interface RegexSource {
  readonly text: string
  at: number
  /** Between `\Q` and `\E`. */
  isQuoted: boolean
  flags: Flags
  depth: number
  readonly groupStarts: number[]
  readonly groupNames: Map<string, number>
  readonly referenced: Set<number>
}

export interface Flags {
  readonly caseless: boolean
  readonly unicodeCase: boolean
  readonly multiline: boolean
  readonly dotAll: boolean
  readonly unixLines: boolean
  readonly comments: boolean
}

export const caselessOf = ({ caseless, unicodeCase }: Flags): Caseless =>
  caseless ? (unicodeCase ? 'unicode' : 'ascii') : 'no'

/** The next character; empty at the end. */
export const peek = (source: RegexSource, ahead = 0): string => source.text[source.at + ahead] ?? ''

export const isAhead = (source: RegexSource, text: string): boolean => source.text.startsWith(text, source.at)

/** Skips `text` if it is next. */
export function accept(source: RegexSource, text: string): boolean {
  if (!source.text.startsWith(text, source.at)) return false
  source.at += text.length
  return true
}

export function takeCodePoint(source: RegexSource): number {
  const codePoint = source.text.codePointAt(source.at) ?? 0
  source.at += codePoint > 0xffff ? 2 : 1
  return codePoint
}

/** The match at the position; `pattern` is sticky. */
export function take(source: RegexSource, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = source.at
  const match = pattern.exec(source.text)
  if (match === null) return undefined
  source.at += match[0].length
  return match
}

/** White space and comments mean nothing after `(?x)`. Also ends and begins quotations. */
export function skipIgnored(source: RegexSource): void {
  for (;;) {
    if (source.isQuoted) {
      if (!accept(source, '\\E')) return
      source.isQuoted = false
    } else if (accept(source, '\\Q')) source.isQuoted = true
    else if (!source.flags.comments || take(source, /\s+|#[^\n\r\u0085\u2028\u2029]*/y) === undefined) return
  }
}

/** Java counts the character that it has read last. */
export const problem = (source: RegexSource, reason: string, at = source.at - 1): JavaRegexError =>
  new JavaRegexError(reason, source.text, at)
