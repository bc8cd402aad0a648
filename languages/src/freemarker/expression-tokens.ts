/** Splits the source of an expression into tokens, up to the end of its interpolation or tag. */
import { Fault } from './template-error.ts'

export type Token = { readonly at: number } & (
  | { readonly kind: 'name' | 'symbol'; readonly text: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly parts: readonly TextPart[] }
  | { readonly kind: 'end' }
)

/** A piece of a literal: its characters, or the tokens of an interpolation. */
export type TextPart = string | readonly Token[]

/** Nested literals and interpolations. */
const MAX_LITERAL_DEPTH = 10

const NAME = /[\p{L}_$@][\p{L}\p{N}_$@]*/uy
const NUMBER = /\d+(?:\.\d+)?/y
const SPACE = /\s+/y
const COMMENT = /(?:<#--|\[#--)/y
/** The longer ones first. */
const SYMBOLS = [
  ...['...', '..<', '..!', '..*'],
  ...['==', '!=', '<=', '>=', '&&', '||', '??', '..', '+=', '-=', '*=', '/=', '%=', '++', '--'],
  ...['=', '<', '>', '!', '+', '-', '*', '/', '%', '(', ')', '[', ']', '{', '}', ',', ':', ';', '.', '?', '&', '|'],
]

/** `end` is the character that closes: `}` of an interpolation, `>` of a tag. */
export function readTokens(source: string, start: number, end: '}' | '>', depth = 0) {
  if (depth > MAX_LITERAL_DEPTH) throw new Fault('Texts are nested too deeply', start)
  /** The last one is of kind `end`. */
  const tokens: Token[] = []
  const open: string[] = []
  let at = start
  while (at < source.length) {
    const blank = matchAt(SPACE, source, at)
    if (blank !== undefined) {
      at += blank.length
      continue
    }
    if (matchAt(COMMENT, source, at) !== undefined) {
      at = afterComment(source, at)
      continue
    }
    if (open.length === 0) {
      const closing = source.startsWith('/>', at) && end === '>' ? '/>' : source[at] === end ? end : undefined
      if (closing !== undefined) {
        tokens.push({ kind: 'end', at })
        return {
          tokens,
          /** After the closing characters. */
          end: at + closing.length,
          /** Whether a tag ends with `/>`. */
          isClosed: closing === '/>',
        }
      }
    }
    const { token, next } = readToken(source, at, depth)
    if (token.kind === 'symbol') followBrackets(open, token.text, at)
    tokens.push(token)
    at = next
  }
  throw new Fault(end === '}' ? 'The interpolation has no closing }' : 'The tag has no closing >', start)
}

export function afterComment(source: string, at: number): number {
  const end = source.indexOf('-->', at)
  if (end < 0) throw new Fault('The comment has no end', at)
  return end + 3
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

function followBrackets(open: string[], symbol: string, at: number): void {
  const closing = CLOSING[symbol]
  if (closing !== undefined) open.push(closing)
  else if (symbol === ')' || symbol === ']' || symbol === '}') {
    if (open.pop() !== symbol) throw new Fault(`"${symbol}" closes nothing`, at)
  }
}

function readToken(source: string, at: number, depth: number): { token: Token; next: number } {
  const char = source[at] ?? ''
  const isRaw = char === 'r' && (source[at + 1] === '"' || source[at + 1] === "'")
  if (isRaw) return readRawText(source, at)
  if (char === '"' || char === "'") return readText(source, at, depth)
  const number = matchAt(NUMBER, source, at)
  if (number !== undefined) return { token: { kind: 'number', value: Number(number), at }, next: at + number.length }
  const name = matchAt(NAME, source, at)
  if (name !== undefined) return { token: { kind: 'name', text: name, at }, next: at + name.length }
  const symbol = SYMBOLS.find((candidate) => source.startsWith(candidate, at))
  if (symbol !== undefined) return { token: { kind: 'symbol', text: symbol, at }, next: at + symbol.length }
  throw new Fault(`"${char}" is not allowed in an expression`, at)
}

function readRawText(source: string, at: number): { token: Token; next: number } {
  const end = source.indexOf(source[at + 1] ?? '"', at + 2)
  if (end < 0) throw new Fault('The text has no closing quote', at)
  return { token: { kind: 'text', parts: [source.slice(at + 2, end)], at }, next: end + 1 }
}

function readText(source: string, start: number, depth: number): { token: Token; next: number } {
  const quote = source[start] ?? '"'
  const parts: TextPart[] = []
  let text = ''
  let at = start + 1
  while (at < source.length) {
    const char = source[at] ?? ''
    if (char === quote) {
      parts.push(text)
      return { token: { kind: 'text', parts, at: start }, next: at + 1 }
    }
    if (char === '\\') {
      const escaped = readEscape(source, at)
      text += escaped.text
      at = escaped.next
    } else if (source.startsWith('${', at) || source.startsWith('#{', at)) {
      const read = readTokens(source, at + 2, '}', depth + 1)
      parts.push(text, read.tokens)
      text = ''
      at = read.end
    } else {
      text += char
      at += 1
    }
  }
  throw new Fault('The text has no closing quote', start)
}

const ESCAPES: Readonly<Record<string, string>> = {
  ...{ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', l: '<', g: '>', a: '&' },
  ...{ '\\': '\\', '"': '"', "'": "'", '{': '{', '=': '=' },
}

function readEscape(source: string, at: number): { text: string; next: number } {
  const letter = source[at + 1] ?? ''
  const text = ESCAPES[letter]
  if (text !== undefined) return { text, next: at + 2 }
  const hex = letter === 'x' ? /^[0-9a-f]{1,4}/i.exec(source.slice(at + 2, at + 6))?.[0] : undefined
  if (hex === undefined) throw new Fault(`"\\${letter}" is not an escape`, at)
  return { text: String.fromCharCode(Number.parseInt(hex, 16)), next: at + 2 + hex.length }
}

function matchAt(expression: RegExp, source: string, at: number): string | undefined {
  expression.lastIndex = at
  return expression.exec(source)?.[0]
}
