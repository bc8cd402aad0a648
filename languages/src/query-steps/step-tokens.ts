/** Splits the text of steps into tokens, in linear time. */
import type { Span } from '../query/query-tree.ts'

export type StepToken = Span &
  (
    | { readonly kind: 'name'; readonly text: string; readonly isQuoted: boolean }
    | { readonly kind: 'text'; readonly value: string; readonly isClosed: boolean }
    | { readonly kind: 'number'; readonly value: number }
    /** In milliseconds. */
    | { readonly kind: 'duration'; readonly value: number }
    | { readonly kind: 'sign'; readonly text: string }
    | { readonly kind: 'end' }
  )

const SPACE = /\s+/y
/** A name without backticks. */
export const BARE_NAME = /[\p{L}_@][\p{L}\p{N}_.@]*/uy
const QUOTED_NAME = /`((?:[^`\\]|\\.)*)`?/suy
const TEXT = /(["'])((?:(?!\1)[^\\]|\\.)*)(\1?)/suy
const NUMBER = /(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(ms|[smhdw])?(?![\p{L}\p{N}_])/uy
const SIGN = /==|!=|<=|>=|\|\||&&|[\s\S]/uy

export const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

/** Begins at `from`; positions are offsets into the text. The last token is the end. */
export function stepTokens(text: string, from: number): readonly StepToken[] {
  const tokens: StepToken[] = []
  let at = from
  while (at < text.length) {
    const space = match(SPACE, text, at)
    if (space === undefined) tokens.push(tokenAt(text, at))
    at = space === undefined ? (tokens.at(-1)?.to ?? text.length) : at + space[0].length
  }
  return [...tokens, { kind: 'end', from: text.length, to: text.length }]
}

function tokenAt(text: string, from: number): StepToken {
  const bare = match(BARE_NAME, text, from)
  if (bare !== undefined) return { kind: 'name', text: bare[0], isQuoted: false, from, to: from + bare[0].length }
  const quoted = match(QUOTED_NAME, text, from)
  if (quoted !== undefined) {
    const [whole, name = ''] = quoted
    return { kind: 'name', text: unescaped(name), isQuoted: true, from, to: from + whole.length }
  }
  const literal = match(TEXT, text, from)
  if (literal !== undefined) {
    const [whole, , value = '', end] = literal
    return { kind: 'text', value: unescaped(value), isClosed: end !== '', from, to: from + whole.length }
  }
  const number = match(NUMBER, text, from)
  if (number !== undefined) {
    const [whole, digits = '', unit] = number
    const span = { from, to: from + whole.length }
    const factor = unit === undefined ? undefined : UNIT_MS[unit]
    if (factor === undefined) return { kind: 'number', value: Number(digits), ...span }
    return { kind: 'duration', value: Number(digits) * factor, ...span }
  }
  const sign = match(SIGN, text, from)?.[0] ?? text.slice(from, from + 1)
  return { kind: 'sign', text: sign, from, to: from + sign.length }
}

/** A backslash makes quotes and backslashes ordinary; before others it stays, so that regular expressions are as written. */
const unescaped = (text: string): string => text.replace(/\\(["'`\\])/g, '$1')

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

/** A name as it is written in a step. */
export function writtenName(name: string): string {
  BARE_NAME.lastIndex = 0
  const isBare = BARE_NAME.exec(name)?.[0] === name && !RESERVED.has(name.toLowerCase())
  return isBare ? name : `\`${name.replace(/[\\`]/g, '\\$&')}\``
}

/** Words that a name in an expression cannot be without backticks. */
export const RESERVED: ReadonlySet<string> = new Set([
  'and',
  'or',
  'not',
  'in',
  'as',
  'by',
  'on',
  'true',
  'false',
  'null',
])
