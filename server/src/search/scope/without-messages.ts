/**
 * For statements that read no messages and so need no scope. All callers that can reach them must be allowed to see the
 * answer.
 */
import { scopedSql } from '@logyard/languages/sql/scoped-sql'
import type { ScopedSql, Sql } from '@logyard/languages/sql/sql'

const READS_MESSAGES = /\b(?:from|join)\s+(?:\w+\.)?`?messages\b/i

export function withoutMessages(statement: Sql): ScopedSql {
  if (READS_MESSAGES.test(statement.text)) throw new TypeError('the statement reads messages, and needs a scope')
  return scopedSql(statement)
}
