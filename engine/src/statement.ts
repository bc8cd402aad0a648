import { CODE, refused } from './clickhouse-error.ts'
import { type SqlToken, sqlTokens } from './sql-tokens.ts'

/** The kind of a statement, determined without a grammar: whether it has an answer, and whether data follows. */
export type Statement =
  /** Answers rows; `head` ends before the FORMAT clause, `tail` is the text after it. */
  | { readonly kind: 'answer'; readonly head: string; readonly format: string | undefined; readonly tail: string }
  /** Changes something and answers at most a few lines. */
  | { readonly kind: 'command'; readonly text: string }
  /** `INSERT … FORMAT x` or `INSERT … VALUES`: `head` up to and with that word, the data behind it from `dataStart`. */
  | {
      readonly kind: 'insert'
      readonly head: string
      readonly format: string
      readonly dataStart: number
      /** Only for the plain form that names a table and its columns: only this form can be streamed. */
      readonly target: InsertTarget | undefined
    }

export type InsertStatement = Extract<Statement, { kind: 'insert' }>
export type AnswerStatement = Extract<Statement, { kind: 'answer' }>

export type InsertTarget = { readonly table: string; readonly columns: readonly string[] }

const ANSWERS = new Set(['SELECT', 'WITH', 'FROM', 'SHOW', 'DESCRIBE', 'DESC', 'EXPLAIN', 'EXISTS', 'CHECK', '('])
const SESSION_ONLY = new Set(['SET', 'USE'])

/** The context of reading a statement. */
export type Reading = {
  readonly isFormat: (name: string) => boolean
  /** The names of the parameters in the request. */
  readonly params: ReadonlySet<string>
  /** Throws for a statement that the role of the request forbids. No role may send rows to insert. */
  readonly checkRole?: (tokens: readonly SqlToken[]) => void
}

/** Without the rows of an insert. The engine allows 50,000 elements, each of some tokens. */
const MAX_LENGTH = 4 * 1024 * 1024
const MAX_TOKENS = 500_000

/** Reads one statement. */
export function parseStatement(sql: string, { isFormat, params, checkRole }: Reading): Statement {
  const tokens: SqlToken[] = []
  let depth = 0
  for (const token of sqlTokens(sql)) {
    if (token.end > MAX_LENGTH || tokens.length === MAX_TOKENS) {
      throw refused(CODE.tooLarge, `A statement has at most ${MAX_LENGTH} characters and ${MAX_TOKENS} words and signs`)
    }
    if (token.kind === 'comment' && checkRole === undefined) continue
    tokens.push(token)
    if (isSign(token, '(')) depth += 1
    else if (isSign(token, ')')) depth -= 1
    if (depth === 0 && isWord(tokens[0], 'INSERT') && checkRole === undefined) {
      const insert = insertWithData(sql, tokens, params)
      if (insert !== undefined) return insert
    }
  }
  if (isSign(tokens.at(-1), ';')) tokens.pop()
  const first = tokens[0]
  const last = tokens.at(-1)
  if (first === undefined || last === undefined) throw refused(CODE.syntaxError, 'Empty query')
  checkRole?.(tokens)
  refuseWhatHttpHasNot(tokens)
  requireParams(tokens, params)
  if (SESSION_ONLY.has(first.text.toUpperCase())) {
    throw refused(
      CODE.notImplemented,
      'Settings and the database travel with each request; there is no session to keep',
    )
  }
  if (!ANSWERS.has(first.text.toUpperCase())) return { kind: 'command', text: sql.slice(0, last.end) }
  const clause = formatClause(tokens, isFormat)
  if (clause === undefined) return { kind: 'answer', head: sql.slice(0, last.end), format: undefined, tail: '' }
  const { keyword, name } = clause
  return { kind: 'answer', head: sql.slice(0, keyword.start), format: name.text, tail: sql.slice(name.end, last.end) }
}

/** `FORMAT Name` at the end, or before a final SETTINGS clause; not a column named format. */
function formatClause(tokens: readonly SqlToken[], isFormat: (name: string) => boolean) {
  for (let at = tokens.length - 2; at > 0; at -= 1) {
    const keyword = tokens[at]
    const name = tokens[at + 1]
    const next = tokens[at + 2]
    if (keyword === undefined || name === undefined || !isWord(keyword, 'FORMAT') || !isFormat(name.text)) continue
    if (next === undefined || isWord(next, 'SETTINGS')) return { keyword, name }
  }
  return undefined
}

function insertWithData(sql: string, tokens: readonly SqlToken[], params: ReadonlySet<string>): Statement | undefined {
  const word = tokens.at(-1)
  const isValues = isWord(word, 'VALUES') && tokens.length > 3
  const isFormat = word?.kind === 'word' && isWord(tokens.at(-2), 'FORMAT') && tokens.length > 4
  if (word === undefined || (!isValues && !isFormat)) return undefined
  refuseWhatHttpHasNot(tokens)
  requireParams(tokens, params)
  const head = sql.slice(0, word.end)
  if (isValues) return { kind: 'insert', head, format: 'Values', dataStart: word.end, target: undefined }
  return { kind: 'insert', head, format: word.text, dataStart: word.end, target: plainTarget(tokens.slice(1, -2)) }
}

/** `INTO [TABLE] a.b [(c, d)]` and nothing else. */
function plainTarget(tokens: readonly SqlToken[]): InsertTarget | undefined {
  const rest = tokens.slice(isWord(tokens[1], 'TABLE') ? 2 : 1)
  const open = rest.findIndex((token) => isSign(token, '('))
  const table = namesBetween(open === -1 ? rest : rest.slice(0, open), '.')
  if (table === undefined || table.length > 2) return undefined
  if (open === -1) return { table: table.join('.'), columns: [] }
  const columns = isSign(rest.at(-1), ')') ? namesBetween(rest.slice(open + 1, -1), ',') : undefined
  return columns && { table: table.join('.'), columns }
}

/** The names in a list; undefined unless it is a list of names of letters, digits and underscores. */
function namesBetween(tokens: readonly SqlToken[], separator: string): string[] | undefined {
  const names: string[] = []
  for (const [at, token] of tokens.entries()) {
    if (at % 2 === 1) {
      if (!isSign(token, separator)) return undefined
      continue
    }
    const name = token.kind === 'identifier' ? token.text.slice(1, -1) : token.text
    if (token.kind === 'string' || !/^\w+$/.test(name)) return undefined
    names.push(name)
  }
  return tokens.length % 2 === 1 ? names : undefined
}

function refuseWhatHttpHasNot(tokens: readonly SqlToken[]) {
  for (const [at, token] of tokens.entries()) {
    if (isSign(token, ';')) throw refused(CODE.syntaxError, 'Multi-statements are not allowed')
    const next = tokens[at + 1]
    const toFile = isWord(token, 'INTO') && isWord(next, 'OUTFILE')
    const fromFile = isWord(token, 'FROM') && isWord(next, 'INFILE')
    if (toFile || fromFile)
      throw refused(CODE.notImplemented, 'Files cannot be read or written by a statement over HTTP')
  }
}

/** A pooled session still has the parameters of earlier requests, so a missing parameter must be found here. */
function requireParams(tokens: readonly SqlToken[], params: ReadonlySet<string>) {
  for (const [at, token] of tokens.entries()) {
    const name = tokens[at + 1]
    if (!isSign(token, '{') || name?.kind !== 'word' || !isSign(tokens[at + 2], ':')) continue
    if (!params.has(name.text)) throw refused(CODE.unknownParameter, `Substitution \`${name.text}\` is not set`)
  }
}

function isWord(token: SqlToken | undefined, word: string): boolean {
  return token?.kind === 'word' && token.text.toUpperCase() === word
}

function isSign(token: SqlToken | undefined, sign: string): boolean {
  return token?.kind === 'sign' && token.text === sign
}
