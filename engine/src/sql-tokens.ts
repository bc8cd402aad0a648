/** One word, quoted text or sign of SQL, with its place in the text. */
export type SqlToken = {
  readonly kind: 'word' | 'string' | 'identifier' | 'sign'
  readonly text: string
  readonly start: number
  readonly end: number
}

const SPACE = /\s/
const WORD = /[\p{L}\p{N}_]/u

/** The tokens of a statement from `from` on; whitespace and comments are passed over, quotes are never looked into. */
export function* sqlTokens(sql: string, from = 0): Generator<SqlToken> {
  let at = from
  while (at < sql.length) {
    const char = sql.charAt(at)
    const start = at
    if (SPACE.test(char)) {
      at += 1
    } else if (sql.startsWith('--', at) || sql.startsWith('# ', at) || sql.startsWith('#!', at)) {
      at = endOf(sql, '\n', at)
    } else if (sql.startsWith('/*', at)) {
      at = endOf(sql, '*/', at + 2)
    } else if (char === "'" || char === '"' || char === '`') {
      at = endOfQuoted(sql, at)
      yield { kind: char === "'" ? 'string' : 'identifier', text: sql.slice(start, at), start, end: at }
    } else if (char === '$' && heredocTag(sql, at) !== undefined) {
      const tag = heredocTag(sql, at) ?? ''
      at = endOf(sql, tag, at + tag.length)
      yield { kind: 'string', text: sql.slice(start, at), start, end: at }
    } else if (WORD.test(char)) {
      while (at < sql.length && WORD.test(sql.charAt(at))) at += 1
      yield { kind: 'word', text: sql.slice(start, at), start, end: at }
    } else {
      at += 1
      yield { kind: 'sign', text: char, start, end: at }
    }
  }
}

function endOf(sql: string, mark: string, from: number): number {
  const found = sql.indexOf(mark, from)
  return found === -1 ? sql.length : found + mark.length
}

function endOfQuoted(sql: string, start: number): number {
  const quote = sql.charAt(start)
  let at = start + 1
  while (at < sql.length) {
    const char = sql.charAt(at)
    if (char === '\\') at += 2
    else if (char !== quote) at += 1
    else if (sql.charAt(at + 1) === quote) at += 2
    else return at + 1
  }
  return sql.length
}

function heredocTag(sql: string, at: number): string | undefined {
  return /^\$\w*\$/.exec(sql.slice(at, at + 64))?.[0]
}
