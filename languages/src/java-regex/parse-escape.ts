/** Parses escapes, inside and outside of character classes. */
import { findProperty, HORIZONTAL_SPACE, VERTICAL_SPACE, WHITE_SPACE } from './character-properties.ts'
import type { CharacterSet } from './java-regex-tree.ts'
import { accept, peek, problem, type RegexSource, take, takeCodePoint } from './regex-source.ts'

const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, r: 13, f: 12, a: 7, e: 27 }
const CLASSES: Readonly<Record<string, string>> = {
  d: '0-9',
  w: '\\w',
  s: WHITE_SPACE,
  h: HORIZONTAL_SPACE,
  v: VERTICAL_SPACE,
}

/** `\d`, `\p{Alpha}` and the like, behind the backslash; undefined if none is next. */
export function parseClassEscape(source: RegexSource): CharacterSet | undefined {
  const letter = peek(source)
  const inner = CLASSES[letter.toLowerCase()]
  const isNegated = letter !== '' && letter !== letter.toLowerCase()
  if (inner !== undefined) {
    source.at += 1
    return { kind: 'source', source: inner, isNegated }
  }
  if (letter !== 'p' && letter !== 'P') return undefined
  source.at += 1
  const name = readPropertyName(source)
  const property = /^\w+(?:=[\w ]+)?$/.test(name) ? findProperty(name) : undefined
  if (property === undefined) {
    const what = name.startsWith('In') ? 'Unknown character block name' : 'Unknown character property name'
    throw problem(source, `${what} {${name.replace(/^I[sn]/, '')}}`)
  }
  return { kind: 'source', source: property, isNegated }
}

function readPropertyName(source: RegexSource): string {
  if (!accept(source, '{')) {
    const letter = peek(source)
    source.at += 1
    return letter
  }
  const end = source.text.indexOf('}', source.at)
  if (end === -1) throw problem(source, 'Unclosed character family', source.text.length - 1)
  const name = source.text.slice(source.at, end)
  source.at = end + 1
  if (name === '') throw problem(source, 'Empty character family')
  return name
}

/** The character that an escape such as `\n`, `\x41` or `\.` stands for. */
export function parseCharacterEscape(source: RegexSource): number {
  const letter = peek(source)
  const control = CONTROLS[letter]
  if (control !== undefined) {
    source.at += 1
    return control
  }
  if (letter === '0') return parseOctal(source)
  if (letter === 'x') return parseHexadecimal(source)
  if (letter === 'u') return parseUnicode(source)
  if (letter === 'c') {
    source.at += 1
    if (peek(source) === '') throw problem(source, 'Illegal control escape sequence')
    return takeCodePoint(source) ^ 64
  }
  if (letter === 'N') throw problem(source, 'Characters by their name (\\N{...}) are not supported', source.at)
  if (letter === '') throw problem(source, 'Unexpected internal error', source.at)
  if (/[A-Za-z1-9]/.test(letter)) throw problem(source, 'Illegal/unsupported escape sequence', source.at)
  return takeCodePoint(source)
}

function parseOctal(source: RegexSource): number {
  const digits = take(source, /0([0-3]?[0-7]{1,2})/y)?.[1]
  if (digits === undefined) throw problem(source, 'Illegal octal escape sequence', source.at)
  return Number.parseInt(digits, 8)
}

function parseHexadecimal(source: RegexSource): number {
  const match = take(source, /x(?:([0-9a-fA-F]{2})|\{([0-9a-fA-F]+)\})/y)
  const codePoint = Number.parseInt(match?.[1] ?? match?.[2] ?? '', 16)
  if (match === undefined) throw problem(source, 'Illegal hexadecimal escape sequence', source.at)
  if (codePoint > 0x10ffff) throw problem(source, 'Hexadecimal codepoint is too big')
  return codePoint
}

/** Two escapes in a row may stand for one character beyond 16 bits. */
function parseUnicode(source: RegexSource): number {
  const match = take(source, /u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})|u([0-9a-f]{4})/iy)
  if (match === undefined) throw problem(source, 'Illegal Unicode escape sequence', source.at)
  const [, high, low, single] = match
  if (single !== undefined) return Number.parseInt(single, 16)
  return 0x10000 + (Number.parseInt(high ?? '', 16) - 0xd800) * 0x400 + (Number.parseInt(low ?? '', 16) - 0xdc00)
}
