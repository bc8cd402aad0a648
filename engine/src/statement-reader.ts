import { CODE, refused } from './clickhouse-error.ts'
import type { EngineRequest } from './engine-request.ts'
import { wholeBody } from './insert-batches.ts'
import { MAX_WHOLE_BYTES, utf8, whole } from './request-data.ts'
import type { Role } from './role.ts'
import { checkUnderRole } from './role-check.ts'
import { type InsertStatement, parseStatement, type Statement } from './statement.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Reads the statement of a request, and the data that follows it in the query or in the body. */
export function createStatementReader(
  { formats, reaching }: Pick<Vocabulary, 'formats' | 'reaching'>,
  roles: readonly Role[],
) {
  return async function readStatement(
    request: EngineRequest,
  ): Promise<{ statement: Statement; data: AsyncIterable<Buffer> }> {
    const params = new Set(request.conditions.params.keys())
    const role = roleOf(request, roles)
    const parse = (sql: string) =>
      parseStatement(sql, {
        isFormat: (name) => formats.has(name),
        params,
        ...(role !== undefined && { checkRole: (tokens) => checkUnderRole(tokens, role, reaching) }),
      })
    if (request.query !== '') {
      const statement = parse(request.query)
      if (statement.kind === 'insert') {
        return { statement, data: after(Buffer.from(dataOf(request.query, statement)), request.body) }
      }
    }
    const body = await wholeBody(request.body, MAX_WHOLE_BYTES)
    const bytes = request.query === '' ? body : Buffer.concat([Buffer.from(`${request.query}\n`), body])
    const sql = utf8(bytes)
    const statement = parse(sql)
    const rows = statement.kind === 'insert' ? Buffer.from(dataOf(sql, statement)) : Buffer.alloc(0)
    return { statement, data: after(rows, whole([])) }
  }
}

function roleOf({ conditions: { role: name, database } }: EngineRequest, roles: readonly Role[]): Role | undefined {
  if (name === undefined) return undefined
  const role = roles.find((one) => one.name === name)
  if (role === undefined) throw refused(CODE.unknownRole, `There is no role '${name}'`)
  // A name without a database would mean a table of this database, and no check would see it.
  if (database !== 'default')
    throw refused(CODE.accessDenied, `The role ${name} has no rights in the database ${database}`)
  return role
}

/** The data after the name of the format in the text itself, without the whitespace between them. */
function dataOf(sql: string, statement: InsertStatement): string {
  return sql.slice(statement.dataStart).replace(/^[ \t\r]*\n?/, '')
}

async function* after(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  if (first.length > 0) yield first
  yield* rest
}
