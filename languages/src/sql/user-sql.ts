/**
 * SQL that a user wrote: the only way by which a client's text becomes SQL. It is a single SELECT that cannot name any table:
 * `messages` is replaced by the name of a relation that holds what the user may read, and names of tables are refused.
 */
import { madeSql, type Sql } from './made-sql.ts'
import { type SqlToken, sqlTokens } from './sql-tokens.ts'

export interface UserSqlProblem {
  readonly message: string
  /** In UTF-16 units of the text. */
  readonly from: number
  readonly to: number
}

export interface UserSql {
  readonly statement: Sql
  /** Names that the text has anywhere: a column is needed only if it is one of them. */
  readonly names: ReadonlySet<string>
  /** The texts of `query('...')`, each replaced by the column `query_1`, `query_2`, ... */
  readonly queries: readonly string[]
}

export type ReadUserSql =
  | { readonly ok: true; readonly sql: UserSql }
  | { readonly ok: false; readonly problem: UserSqlProblem }

/** What the relation is called. No table has this name. */
export const USER_RELATION = 'readable_messages'
/** What users call it. */
const MESSAGES = 'messages'
const QUERY = 'query'
export const MAX_USER_SQL = 20_000
export const MAX_USER_QUERIES = 10

/** Names of tables and databases that the reading user of the engine has a right to, and of all others of ours. */
const TABLES =
  /^(?:old_messages|all_messages|staged_messages|message_templates|message_parts|minute_counts|kept|system|information_schema|shown_\w*|logyard(?:_\w+)?)$/i
/** Words that set limits, choose a format, write files, or begin another statement. */
const REFUSED = new Set(
  `SETTINGS FORMAT INTO OUTFILE INFILE EXPLAIN DESCRIBE SHOW INSERT UPDATE DELETE ALTER CREATE DROP TRUNCATE RENAME
  ATTACH DETACH OPTIMIZE GRANT REVOKE KILL USE SET EXECUTE APPLY BACKUP RESTORE`.split(/\s+/),
)
const FIRST = new Set(['SELECT', 'WITH'])

class Refused extends Error {
  readonly problem: UserSqlProblem

  constructor(message: string, { start: from, end: to }: Pick<SqlToken, 'start' | 'end'>) {
    super(message)
    this.problem = { message, from, to }
  }
}

/** Reads the text. Never throws; takes linear time for any text. */
export function readUserSql(text: string): ReadUserSql {
  try {
    return { ok: true, sql: rewritten(text) }
  } catch (error) {
    if (error instanceof Refused) return { ok: false, problem: error.problem }
    throw error
  }
}

function rewritten(text: string): UserSql {
  if (text.length > MAX_USER_SQL) {
    throw new Refused(`A statement can have at most ${MAX_USER_SQL} characters`, {
      start: MAX_USER_SQL,
      end: text.length,
    })
  }
  if (!text.isWellFormed()) throw new Refused('The statement has half a character', { start: 0, end: text.length })
  const tokens = withoutEnd([...sqlTokens(text)].filter(({ kind }) => kind !== 'comment'))
  const [first] = tokens
  if (first === undefined || !FIRST.has(first.text.toUpperCase())) {
    throw new Refused('A statement begins with SELECT or WITH', first ?? { start: 0, end: text.length })
  }
  const names = new Set<string>()
  const queries: string[] = []
  let made = ''
  let end = 0
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as SqlToken
    // Comments and spaces become one space, so that no two tokens become one.
    made += token.start > end || at === 0 ? ' ' : ''
    const query = queryAt(tokens, at)
    if (query === undefined) made += written(token, names)
    else {
      if (queries.length >= MAX_USER_QUERIES) throw new Refused(`At most ${MAX_USER_QUERIES} times query('...')`, token)
      queries.push(query)
      made += `query_${queries.length}`
      at += 3
    }
    end = (tokens[at] as SqlToken).end
  }
  return { statement: madeSql(made, false), names, queries }
}

function written(token: SqlToken, names: Set<string>): string {
  const { kind, text } = token
  if (kind === 'sign') {
    if (text === ';') throw new Refused('There is only one statement', token)
    return text
  }
  if (kind === 'string') {
    if (!text.startsWith("'")) throw new Refused("A text is in single quotes: 'text'", token)
    return text
  }
  const name = kind === 'identifier' ? nameIn(token) : text
  if (TABLES.test(name)) throw new Refused(`The only table is ${MESSAGES}`, token)
  if (kind === 'word' && REFUSED.has(name.toUpperCase()))
    throw new Refused(`${name.toUpperCase()} is not allowed`, token)
  names.add(name)
  return name === MESSAGES ? USER_RELATION : text
}

/** A name in quotes, which has no escapes. */
function nameIn(token: SqlToken): string {
  const { text } = token
  const name = text.slice(1, -1)
  if (!/^["`]/.test(text) || text.length < 2 || !text.endsWith(text.charAt(0)) || /[\\"`]/.test(name))
    throw new Refused('A name is in double quotes or backticks, without any in it', token)
  return name
}

/** The text of `query('...')` that begins at the token. */
function queryAt(tokens: readonly SqlToken[], at: number): string | undefined {
  const [name, open, value, close] = tokens.slice(at, at + 4)
  if (name?.kind !== 'word' || name.text.toLowerCase() !== QUERY || open?.text !== '(') return undefined
  if (value?.kind !== 'string' || close?.text !== ')') {
    throw new Refused("query takes one text: query('level:3')", { start: name.start, end: (value ?? open).end })
  }
  return unquoted(value)
}

function unquoted({ text, start, end }: SqlToken): string {
  if (!text.startsWith("'") || !text.endsWith("'") || text.length < 2)
    throw new Refused("A text is in single quotes: 'text'", { start, end })
  return text.slice(1, -1).replaceAll(/\\(.)|''/gsu, (_, escaped: string | undefined) => escaped ?? "'")
}

function withoutEnd(tokens: readonly SqlToken[]): readonly SqlToken[] {
  return tokens.at(-1)?.text === ';' ? tokens.slice(0, -1) : tokens
}
