/** One word, quoted text, comment or sign of SQL, with its offset in the text. */
export type SqlToken = {
  readonly kind: 'word' | 'string' | 'identifier' | 'sign' | 'comment'
  readonly text: string
  readonly start: number
  readonly end: number
}

// Matched at an offset: testing each character blocked the event loop for seconds on a text of some megabytes.
const SPACE = /\s+/y
const WORD = /[\p{L}\p{N}_$]+/uy
const HEREDOC = /\$\w*\$/y
const LINE_COMMENT = /--|#[ !]/y
const COMMENT_EDGE = /\/\*|\*\//g
/** Signs that are not the beginning of a longer token. */
const LONE_SIGNS: ReadonlySet<string> = new Set('()[]{},.:;+*%<>=!|?')

const QUOTES = new Map<string, 'string' | 'identifier'>([
  ["'", 'string'],
  ['"', 'identifier'],
  ['`', 'identifier'],
])
/** The engine accepts these quotes too; there are no escapes between them. */
const TYPOGRAPHIC = new Map<string, { readonly closing: string; readonly kind: 'string' | 'identifier' }>([
  ['‘', { closing: '’', kind: 'string' }],
  ['“', { closing: '”', kind: 'identifier' }],
])

/**
 * The tokens of a statement, with the same boundaries as in the engine's own parser: text that the engine reads as SQL,
 * but this tokenizer as a comment or a quote, would evade every check here. Whitespace is skipped.
 */
export function* sqlTokens(sql: string): Generator<SqlToken> {
  let at = 0
  while (at < sql.length) {
    const start = at
    const char = sql.charAt(at)
    if (LONE_SIGNS.has(char)) {
      at += 1
      yield { kind: 'sign', text: char, start, end: at }
      continue
    }
    const space = endOfMatch(SPACE, sql, at)
    if (space !== undefined) {
      at = space
      continue
    }
    const { kind, end } = tokenAt(sql, char, at)
    at = end
    yield { kind, text: sql.slice(start, end), start, end }
  }
}

function tokenAt(sql: string, char: string, at: number): Pick<SqlToken, 'kind' | 'end'> {
  const quoted = QUOTES.get(char)
  if (quoted !== undefined) return { kind: quoted, end: endOfQuoted(sql, at) }
  const typographic = TYPOGRAPHIC.get(char)
  if (typographic !== undefined) return { kind: typographic.kind, end: endOf(sql, typographic.closing, at) }
  if (char === '/' && sql.startsWith('/*', at)) return { kind: 'comment', end: endOfComment(sql, at) }
  if ((char === '-' || char === '#') && endOfMatch(LINE_COMMENT, sql, at) !== undefined) {
    return { kind: 'comment', end: endOf(sql, '\n', at) }
  }
  const heredoc = char === '$' ? endOfHeredoc(sql, at) : undefined
  if (heredoc !== undefined) return { kind: 'string', end: heredoc }
  const word = endOfMatch(WORD, sql, at)
  return word === undefined ? { kind: 'sign', end: at + 1 } : { kind: 'word', end: word }
}

function endOfMatch(pattern: RegExp, sql: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(sql) ? pattern.lastIndex : undefined
}

function endOf(sql: string, mark: string, from: number): number {
  const found = sql.indexOf(mark, from)
  return found === -1 ? sql.length : found + mark.length
}

/** Comments can be nested. */
function endOfComment(sql: string, start: number): number {
  let depth = 0
  COMMENT_EDGE.lastIndex = start
  for (let edge = COMMENT_EDGE.exec(sql); edge !== null; edge = COMMENT_EDGE.exec(sql)) {
    depth += edge[0] === '/*' ? 1 : -1
    if (depth === 0) return COMMENT_EDGE.lastIndex
  }
  return sql.length
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

/** Without the closing mark it is a word with dollar signs. */
function endOfHeredoc(sql: string, at: number): number | undefined {
  const opened = endOfMatch(HEREDOC, sql, at)
  if (opened === undefined) return undefined
  const mark = sql.slice(at, opened)
  const closed = sql.indexOf(mark, opened)
  return closed === -1 ? undefined : closed + mark.length
}
