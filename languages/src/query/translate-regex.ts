/**
 * Translates regular expressions of the query language to RE2, which both the message store and in-memory matching use.
 * They match a whole value, so `^` and `$` are ordinary characters; `\` makes any character ordinary (there is no
 * `\d`); `@` matches any text, `#` nothing, `<1-99>` a number, `"…"` a literal text.
 */
import { numericInterval } from './numeric-interval.ts'

export type TranslatedRegex =
  | {
      readonly ok: true
      readonly re2: string
      /** Characters that every matching text has. */
      readonly needs: string
    }
  /** `at` is the offset into the pattern. */
  | { readonly ok: false; readonly message: string; readonly at: number }

/** As in the reference. */
const MAX_LENGTH = 1000
/** RE2 refuses more copies of a part, where nested repetitions multiply. */
const MAX_COPIES = 1000
const NOTHING = '[^\\x00-\\x{10FFFF}]'

interface Part {
  readonly re2: string
  readonly copies: number
  /** Characters that every matching text has. */
  readonly needs: string
}

class RegexProblem extends Error {
  readonly at: number
  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

const literal = (char: string) => (/[\\.+*?()|[\]{}^$]/.test(char) ? `\\${char}` : char)
const classMember = (char: string) => (/[\\\][^\-&~]/.test(char) ? `\\${char}` : char)
const group = (re2: string) => `(?:${re2})`

/** The pattern and the position up to which it has been read. */
interface PatternReader {
  readonly pattern: string
  at: number
}

function fail(message: string, at: number): never {
  throw new RegexProblem(message, at)
}

const peek = ({ pattern, at }: PatternReader) => pattern[at]
const isAtEnd = ({ pattern, at }: PatternReader) => at >= pattern.length

function accept(reader: PatternReader, char: string): boolean {
  if (peek(reader) !== char) return false
  reader.at++
  return true
}

/** One Unicode character. */
function readChar(reader: PatternReader): string {
  const codePoint = reader.pattern.codePointAt(reader.at) ?? fail('The regular expression ends too early', reader.at)
  const char = String.fromCodePoint(codePoint)
  reader.at += char.length
  return char
}

function readMatch(reader: PatternReader, sticky: RegExp): readonly string[] | undefined {
  sticky.lastIndex = reader.at
  const found = sticky.exec(reader.pattern) ?? undefined
  reader.at += found?.[0].length ?? 0
  return found
}

function readUnion(reader: PatternReader): Part {
  const alternatives = [readSequence(reader)]
  while (accept(reader, '|')) alternatives.push(readSequence(reader))
  return {
    re2: alternatives.map(({ re2 }) => re2).join('|'),
    copies: Math.max(...alternatives.map(({ copies }) => copies)),
    needs: alternatives.map(({ needs }) => needs).reduce(common),
  }
}

const common = (a: string, b: string): string => [...a].filter((char) => b.includes(char)).join('')

function readSequence(reader: PatternReader): Part {
  let re2 = ''
  let copies = 1
  let needs = ''
  while (!isAtEnd(reader) && peek(reader) !== '|' && peek(reader) !== ')') {
    if (peek(reader) === '&') {
      fail('A regular expression cannot hold &: write two of them with AND, or \\& for the character', reader.at)
    }
    const part = readRepeated(reader)
    re2 += part.re2
    copies = Math.max(copies, part.copies)
    needs += part.needs
  }
  return { re2, copies, needs }
}

function readRepeated(reader: PatternReader): Part {
  const start = reader.at
  let part = readOne(reader)
  for (;;) {
    const mark = readMatch(reader, /[?*+]/y)?.[0]
    if (mark !== undefined) {
      part = { re2: group(part.re2) + mark, copies: part.copies, needs: mark === '+' ? part.needs : '' }
      continue
    }
    if (peek(reader) !== '{') return part
    const [counts, least = '', comma, most] =
      readMatch(reader, /\{(\d+)(,(\d*))?\}/y) ??
      fail('{ needs numbers as in {2} or {2,5}, or \\{ for the character', reader.at)
    const low = Number(least)
    const high = comma === undefined || most === undefined || most === '' ? low : Number(most)
    if (high < low) fail('The repetition ends before it begins', start)
    const copies = part.copies * Math.max(1, high)
    if (copies > MAX_COPIES) fail(`More than ${MAX_COPIES} repetitions are not possible`, start)
    part = { re2: group(part.re2) + counts, copies, needs: Number(least) > 0 ? part.needs : '' }
  }
}

function readOne(reader: PatternReader): Part {
  const start = reader.at
  const char = readChar(reader)
  const one = (re2: string): Part => ({ re2, copies: 1, needs: '' })
  const exactly = (text: string): Part => ({ re2: [...text].map(literal).join(''), copies: 1, needs: text })
  switch (char) {
    case '.':
      return one('(?s:.)')
    case '@':
      return one('(?s:.*)')
    case '#':
      return one(NOTHING)
    case '(': {
      const inner = readUnion(reader)
      if (!accept(reader, ')')) fail('A bracket ( is never closed', start)
      return { ...inner, re2: group(inner.re2) }
    }
    case '[':
      return one(readClass(reader, start))
    case '"': {
      const text = readMatch(reader, /([^"]*)"/y)?.[1] ?? fail('A quote " is never closed', start)
      const quoted = exactly(text)
      return { ...quoted, re2: group(quoted.re2) }
    }
    case '<': {
      const [, low = '', high = ''] =
        readMatch(reader, /(\d{1,18})-(\d{1,18})>/y) ??
        fail('< needs two numbers as in <1-99>, or \\< for the character', start)
      return one(group(numericInterval(low, high)))
    }
    case '~':
      return fail('A regular expression cannot hold ~: write NOT before it, or \\~ for the character', start)
    case '?':
    case '*':
    case '+':
    case '{':
      return fail(`${char} has nothing to repeat`, start)
    case '\\':
      return exactly(readChar(reader))
    default:
      return exactly(char)
  }
}

function readClass(reader: PatternReader, start: number): string {
  let re2 = accept(reader, '^') ? '[^' : '['
  do {
    const from = reader.at
    const low = readClassMember(reader, start)
    if (peek(reader) === '-' && reader.pattern[reader.at + 1] !== ']') {
      reader.at++
      const high = readClassMember(reader, start)
      if ((high.codePointAt(0) ?? 0) < (low.codePointAt(0) ?? 0)) fail(`${low}-${high} is the wrong way round`, from)
      re2 += `${classMember(low)}-${classMember(high)}`
    } else re2 += classMember(low)
  } while (!accept(reader, ']'))
  return `${re2}]`
}

function readClassMember(reader: PatternReader, start: number): string {
  if (isAtEnd(reader)) fail('A bracket [ is never closed', start)
  const char = readChar(reader)
  return char === '\\' ? readChar(reader) : char
}

/** The result must match the whole value: put it between `\A(?:` and `)\z`, or use a full match. */
export function translateRegex(pattern: string): TranslatedRegex {
  if (pattern === '')
    return { ok: false, message: 'The regular expression is empty; write \\/ for the character', at: 0 }
  if (pattern.length > MAX_LENGTH) {
    return { ok: false, message: `The regular expression has more than ${MAX_LENGTH} characters`, at: 0 }
  }
  try {
    const reader = { pattern, at: 0 }
    const { re2, needs } = readUnion(reader)
    if (!isAtEnd(reader)) fail('A bracket ) was never opened', reader.at)
    return { ok: true, re2, needs }
  } catch (error) {
    if (error instanceof RegexProblem) return { ok: false, message: error.message, at: error.at }
    throw error
  }
}
