import { ClickHouseError } from '@clickhouse/client'
import { type SqlToken, sqlTokens } from '@logyard/languages/sql/sql-tokens'
import type { LimitedUser } from './engine-users.ts'

const MAX_CHARACTERS = 4 * 2 ** 20
/** The engine itself accepts 50,000 elements. */
const MAX_TOKENS = 500_000

const DATABASES_OF_THE_ENGINE: ReadonlySet<string> = new Set(['system', 'information_schema'])
const SOURCES: ReadonlySet<string> = new Set(['FROM', 'JOIN', 'INTO', 'TABLE'])
/** Words that begin nested statements, call functions without brackets, or read files. */
const NEVER = new Set(
  `ALTER APPLY ATTACH BACKUP DETACH EXECUTE EXPLAIN GRANT INFILE KILL OPTIMIZE OUTFILE RENAME RESTORE REVOKE TRUNCATE`.split(
    ' ',
  ),
)
/** Settings that would lift a limit of the request, or allow what is forbidden. */
const LIFTING = /^(?:allow_\w+|max_execution_time\w*|max_memory_usage\w*|readonly|timeout_overflow_mode)$/i
/** The signs that our SQL uses outside of quotes. The engine knows more spellings, and they change. */
const PLAIN_WORD = /^\w+$/
const PLAIN_SIGN = /^[()[\],.:;+\-*/%<>=!|?]$/
const ESTIMATE = ['EXPLAIN', 'ESTIMATE']
/** A quoted name without escapes. */
const PLAIN_NAME = /^(["`])\w+\1$/

/**
 * Refuses everything in a statement except reading tables, and storing the result where the user may. Grants refuse most
 * of this as well, but not functions that read files or settings. `reaching` are the functions that do more than compute.
 */
export function checkStatement(text: string, user: LimitedUser, reaching: ReadonlySet<string>): void {
  const tokens = tokensOf(text)
  const deny = (what: string) =>
    new ClickHouseError({
      code: '497',
      type: 'ACCESS_DENIED',
      message: `Not enough privileges: ${what} is not allowed to the user ${user.name}`,
    })

  const rest = headOf(tokens, user)
  if (!['SELECT', 'WITH'].includes(word(tokens[rest])) && !isWholeStatement(tokens, user.keepsIn)) {
    throw deny(`a statement that begins with ${tokens[0]?.text.slice(0, 40)}`)
  }
  for (let at = rest; at < tokens.length; at += 1) {
    const [before, token, next] = [tokens[at - 1], tokens[at], tokens[at + 1]]
    if (token === undefined) continue
    if (!isPlain(token)) throw deny(`the spelling ${token.text.slice(0, 40)}`)
    const isCalled = isSign(next, '(')
    const isName = token.kind === 'identifier' || token.kind === 'word'
    if (isName && isCalled && (token.kind === 'identifier' || reaching.has(token.text.toLowerCase()))) {
      throw deny(`the function ${token.text.slice(0, 80)}`)
    }
    if (isName && isSign(next, '.') && !isSign(before, '.')) checkFirstPart(token, tokens[at + 2])
    if (isName && !isSign(before, '.')) checkWord(token, next)
  }

  /** `system` of `system.parts`; the parts of a path within a message follow the name of their column. */
  function checkFirstPart(token: SqlToken, second: SqlToken | undefined): void {
    if (token.kind === 'identifier' && !PLAIN_NAME.test(token.text))
      throw deny(`the database ${token.text.slice(0, 80)}`)
    const database = unquoted(token)
    if (!DATABASES_OF_THE_ENGINE.has(database)) return
    if (database === 'system' && second?.kind === 'word' && user.systemTables.includes(second.text)) return
    throw deny(`the database ${database}`)
  }

  function checkWord(token: SqlToken, next: SqlToken | undefined): void {
    // In quotes it may be the name of a field in an answer; only a setting has a value there.
    const isSetting = token.kind === 'word' || isSign(next, '=')
    const isReadable = token.kind === 'word' || PLAIN_NAME.test(token.text)
    if (NEVER.has(word(token)) || (isSetting && (!isReadable || LIFTING.test(unquoted(token))))) throw deny(token.text)
    const isSource = SOURCES.has(word(token)) && (next?.kind === 'string' || next?.kind === 'identifier')
    if (isSource && !PLAIN_NAME.test(next.text)) throw deny(`reading ${next.text.slice(0, 80)}`)
  }
}

/** The check runs on the event loop: a statement of 36 MB once blocked it for 10 s. */
function tokensOf(text: string): readonly SqlToken[] {
  const tooLong = (limit: string) =>
    new ClickHouseError({ code: '168', type: 'TOO_BIG_AST', message: `The statement has more than ${limit}` })
  if (text.length > MAX_CHARACTERS) throw tooLong(`${MAX_CHARACTERS} characters`)
  const tokens: SqlToken[] = []
  for (const token of sqlTokens(text)) if (tokens.push(token) > MAX_TOKENS) throw tooLong(`${MAX_TOKENS} tokens`)
  return tokens
}

/** The number of tokens before the SELECT that is estimated, or that creates or fills a table. */
function headOf(tokens: readonly SqlToken[], { keepsIn: database, estimates }: LimitedUser): number {
  if (estimates && begins(tokens, ESTIMATE)) return ESTIMATE.length
  if (database === undefined) return 0
  const heads = [
    ['CREATE', 'TABLE', database, '.', undefined, 'ENGINE', '=', 'Memory', 'EMPTY', 'AS'],
    ['INSERT', 'INTO', database, '.', undefined],
  ]
  return heads.find((head) => begins(tokens, head))?.length ?? 0
}

function isWholeStatement(tokens: readonly SqlToken[], database: string | undefined): boolean {
  if (database === undefined) return false
  return [
    ['DROP', 'TABLE', 'IF', 'EXISTS', database, '.', undefined],
    ['CREATE', 'DATABASE', 'IF', 'NOT', 'EXISTS', database, 'ENGINE', '=', 'Memory'],
  ].some((statement) => tokens.length === statement.length && begins(tokens, statement))
}

/** Whether the tokens begin with these words; `undefined` matches any plain name, quoted or not. */
function begins(tokens: readonly SqlToken[], expected: readonly (string | undefined)[]): boolean {
  return expected.every((text, at) => {
    const token = tokens[at]
    if (token === undefined || !isPlain(token)) return false
    return text === undefined ? isPlainName(token) : token.text === text
  })
}

const isPlainName = ({ kind, text }: SqlToken): boolean =>
  kind === 'word' || (kind === 'identifier' && PLAIN_NAME.test(text))

function isPlain({ kind, text }: SqlToken): boolean {
  switch (kind) {
    case 'word':
      return PLAIN_WORD.test(text)
    case 'string':
      return text.startsWith("'")
    case 'identifier':
      return text.startsWith('`') || text.startsWith('"')
    case 'sign':
      return PLAIN_SIGN.test(text)
    case 'comment':
      return false
  }
}

const unquoted = ({ kind, text }: SqlToken): string => (kind === 'identifier' ? text.slice(1, -1) : text).toLowerCase()

const word = (token: SqlToken | undefined): string => (token?.kind === 'word' ? token.text.toUpperCase() : '')

const isSign = (token: SqlToken | undefined, sign: string): boolean => token?.kind === 'sign' && token.text === sign
