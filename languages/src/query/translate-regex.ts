/**
 * The regular expressions of the query language in the syntax of RE2, which the message store and the test of one
 * message in memory share. They match a whole value, so `^` and `$` are ordinary characters; `\` makes any character
 * ordinary (there is no `\d`); `@` is any text, `#` no text at all, `<1-99>` a number, `"…"` an ordinary text.
 */
import { numericInterval } from './numeric-interval.ts'

export type TranslatedRegex =
  | { readonly ok: true; readonly re2: string }
  /** `at` is the offset into the pattern. */
  | { readonly ok: false; readonly message: string; readonly at: number }

/** As in the reference: longer ones are programs, not questions. */
const MAX_LENGTH = 1000
/** RE2 refuses more copies of a part than this, nested repetitions multiplied. */
const MAX_COPIES = 1000
const NOTHING = '[^\\x00-\\x{10FFFF}]'

interface Part {
  readonly re2: string
  readonly copies: number
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

function createReader(pattern: string) {
  let at = 0
  const fail = (message: string, where = at): never => {
    throw new RegexProblem(message, where)
  }
  const peek = () => pattern[at]
  const isAtEnd = () => at >= pattern.length
  const take = (char: string) => {
    if (pattern[at] !== char) return false
    at++
    return true
  }
  /** One Unicode character, whatever it is. */
  const takeChar = (): string => {
    const char = String.fromCodePoint(pattern.codePointAt(at) ?? fail('The regular expression ends too early'))
    at += char.length
    return char
  }
  const takeMatch = (sticky: RegExp): readonly string[] | undefined => {
    sticky.lastIndex = at
    const found = sticky.exec(pattern) ?? undefined
    at += found?.[0].length ?? 0
    return found
  }

  function readUnion(): Part {
    const alternatives = [readSequence()]
    while (take('|')) alternatives.push(readSequence())
    return {
      re2: alternatives.map(({ re2 }) => re2).join('|'),
      copies: Math.max(...alternatives.map(({ copies }) => copies)),
    }
  }

  function readSequence(): Part {
    let re2 = ''
    let copies = 1
    while (!isAtEnd() && peek() !== '|' && peek() !== ')') {
      if (peek() === '&')
        fail('A regular expression cannot hold &: write two of them with AND, or \\& for the character')
      const part = readRepeated()
      re2 += part.re2
      copies = Math.max(copies, part.copies)
    }
    return { re2, copies }
  }

  function readRepeated(): Part {
    const start = at
    let part = readOne()
    for (;;) {
      const mark = takeMatch(/[?*+]/y)?.[0]
      if (mark !== undefined) {
        part = { re2: group(part.re2) + mark, copies: part.copies }
        continue
      }
      if (peek() !== '{') return part
      const [counts, least = '', comma, most] =
        takeMatch(/\{(\d+)(,(\d*))?\}/y) ?? fail('{ needs numbers as in {2} or {2,5}, or \\{ for the character')
      const low = Number(least)
      const high = comma === undefined || most === undefined || most === '' ? low : Number(most)
      if (high < low) fail('The repetition ends before it begins', start)
      const copies = part.copies * Math.max(1, high)
      if (copies > MAX_COPIES) fail(`More than ${MAX_COPIES} repetitions are not possible`, start)
      part = { re2: group(part.re2) + counts, copies }
    }
  }

  function readOne(): Part {
    const start = at
    const char = takeChar()
    const one = (re2: string): Part => ({ re2, copies: 1 })
    switch (char) {
      case '.':
        return one('(?s:.)')
      case '@':
        return one('(?s:.*)')
      case '#':
        return one(NOTHING)
      case '(': {
        const inner = readUnion()
        if (!take(')')) fail('A bracket ( is never closed', start)
        return { re2: group(inner.re2), copies: inner.copies }
      }
      case '[':
        return one(readClass(start))
      case '"': {
        const text = takeMatch(/([^"]*)"/y)?.[1] ?? fail('A quote " is never closed', start)
        return one(group([...text].map(literal).join('')))
      }
      case '<': {
        const [, low = '', high = ''] =
          takeMatch(/(\d{1,18})-(\d{1,18})>/y) ??
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
        return one(literal(takeChar()))
      default:
        return one(literal(char))
    }
  }

  function readClass(start: number): string {
    let re2 = take('^') ? '[^' : '['
    const member = () => {
      if (isAtEnd()) fail('A bracket [ is never closed', start)
      const char = takeChar()
      return char === '\\' ? takeChar() : char
    }
    do {
      const from = at
      const low = member()
      if (peek() === '-' && pattern[at + 1] !== ']') {
        at++
        const high = member()
        if ((high.codePointAt(0) ?? 0) < (low.codePointAt(0) ?? 0)) fail(`${low}-${high} is the wrong way round`, from)
        re2 += `${classMember(low)}-${classMember(high)}`
      } else re2 += classMember(low)
    } while (!take(']'))
    return `${re2}]`
  }

  return {
    readAll(): string {
      const { re2 } = readUnion()
      if (!isAtEnd()) fail('A bracket ) was never opened')
      return re2
    },
  }
}

/** RE2 for the whole value: put it between `\A(?:` and `)\z`, or ask for a full match. */
export function translateRegex(pattern: string): TranslatedRegex {
  if (pattern === '')
    return { ok: false, message: 'The regular expression is empty; write \\/ for the character', at: 0 }
  if (pattern.length > MAX_LENGTH) {
    return { ok: false, message: `The regular expression has more than ${MAX_LENGTH} characters`, at: 0 }
  }
  try {
    return { ok: true, re2: createReader(pattern).readAll() }
  } catch (error) {
    if (error instanceof RegexProblem) return { ok: false, message: error.message, at: error.at }
    throw error
  }
}
