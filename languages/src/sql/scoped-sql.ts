/**
 * Declares that SQL reads messages only within a permission. An import rule restricts it to the few files that build the
 * condition of a permission or read no messages.
 */
import { madeScopedSql, type ScopedSql, type Sql } from './made-sql.ts'

export const scopedSql = ({ text }: Sql): ScopedSql => madeScopedSql(text)
