/** Splits the date patterns of Java's libraries into letters, literal texts and optional sections. */

/** A pattern that is invalid, or one whose letters are not supported. The message is for users. */
export class DatePatternError extends Error {
  override readonly name = 'DatePatternError'
}

export type PatternToken =
  | { readonly kind: 'letters'; readonly letter: string; readonly count: number }
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'optional'; readonly tokens: readonly PatternToken[] }

const LETTER = /[A-Za-z]/
const MAX_LENGTH = 500
const MAX_DEPTH = 10

/** `[` and `]` enclose optional sections if `hasSections`; otherwise they are literal. */
export function tokensOf(pattern: string, hasSections: boolean): readonly PatternToken[] {
  if (pattern.trim() === '') throw new DatePatternError('The date pattern is empty')
  if (pattern.length > MAX_LENGTH) throw new DatePatternError(`The date pattern has more than ${MAX_LENGTH} characters`)
  const reader = { pattern, at: 0, hasSections }
  const tokens = readTokens(reader, 0)
  if (reader.at < pattern.length) throw new DatePatternError('The date pattern has a ] without [')
  return tokens
}

interface Reader {
  readonly pattern: string
  readonly hasSections: boolean
  at: number
}

function readTokens(reader: Reader, depth: number): readonly PatternToken[] {
  const { pattern, hasSections } = reader
  const tokens: PatternToken[] = []
  while (reader.at < pattern.length) {
    const character = pattern[reader.at] ?? ''
    if (hasSections && character === ']') break
    if (hasSections && character === '[') tokens.push(readSection(reader, depth + 1))
    else if (character === "'") tokens.push({ kind: 'literal', text: readQuoted(reader) })
    else if (LETTER.test(character)) tokens.push(readLetters(reader, character))
    else if (hasSections && '{}#'.includes(character)) {
      throw new DatePatternError(`The character ${character} must be quoted in a date pattern: '${character}'`)
    } else {
      tokens.push({ kind: 'literal', text: character })
      reader.at += 1
    }
  }
  return tokens
}

function readSection(reader: Reader, depth: number): PatternToken {
  if (depth > MAX_DEPTH)
    throw new DatePatternError(`The date pattern has more than ${MAX_DEPTH} sections in each other`)
  reader.at += 1
  const tokens = readTokens(reader, depth)
  if (reader.pattern[reader.at] !== ']') throw new DatePatternError('The date pattern has a [ without ]')
  reader.at += 1
  return { kind: 'optional', tokens }
}

function readLetters(reader: Reader, letter: string): PatternToken {
  const start = reader.at
  while (reader.pattern[reader.at] === letter) reader.at += 1
  return { kind: 'letters', letter, count: reader.at - start }
}

/** Two quotes are one, inside and outside of quoted text. */
function readQuoted(reader: Reader): string {
  const { pattern } = reader
  let text = ''
  let at = reader.at + 1
  if (pattern[at] === "'") {
    reader.at += 2
    return "'"
  }
  for (; at < pattern.length; at += 1) {
    if (pattern[at] !== "'") text += pattern[at]
    else if (pattern[at + 1] === "'") {
      text += "'"
      at += 1
    } else {
      reader.at = at + 1
      return text
    }
  }
  throw new DatePatternError('The date pattern has a quote that does not end')
}
