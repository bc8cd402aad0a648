import type { SqlError } from '@logyard/contract/search/sql'
import { USER_RELATION, type UserSqlProblem } from '@logyard/languages/sql/user-sql'
import { LogyardError } from '../../platform/errors.ts'
import { clickHouseErrorOf, isDamage, isEngineRefused } from '../../store/engine/engine-failure.ts'

const MAX_REASON = 300
/** Where the engine's text begins to quote the whole statement. */
const QUOTED =
  /[.,:]?\s*(?:\(?[Ii]n scope|[Ww]hile (?:processing|executing)|[Ii]n query|[Ee]xpected one of|\(line \d|SELECT |WITH )/

const refused = (body: SqlError) => new LogyardError('invalid', 'sql-refused', body.message, { body })

export const sqlRefused = ({ message, from, to }: UserSqlProblem): LogyardError =>
  refused({ type: 'SqlError', message, from, to })

/**
 * The engine's reason, without the statement that ran: it names what users need not know. What the engine refuses is the
 * fault of the user's part; damage and failures of the machine have errors of their own.
 */
export function sqlFailure(error: unknown): unknown {
  const reported = clickHouseErrorOf(error)
  if (reported === undefined || !isEngineRefused(error) || isDamage(reported)) return error
  return refused({ type: 'SqlError', message: reasonOf(reported.message).replaceAll(USER_RELATION, 'messages') })
}

function reasonOf(message: string): string {
  const place = /syntax error: failed at position \d+ \((.{1,80}?)\)/is.exec(message)?.[1]
  if (place !== undefined) return `Syntax error at ${place}`
  if (/not enough privileges/i.test(message)) {
    const what = /^Not enough privileges: (.{1,200}?) is not allowed/s.exec(message)?.[1]
    return what === undefined ? 'The statement reads something that is not allowed' : `Not allowed: ${what}`
  }
  const [reason = ''] = message.split(QUOTED, 1)
  return reason.slice(0, MAX_REASON).toWellFormed()
}
