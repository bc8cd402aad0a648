/**
 * Declares that SQL reads messages only as far as a permission allows. An import rule keeps it to those few files that
 * make the condition of a permission, or read what holds no messages.
 */
import { madeScopedSql, type ScopedSql, type Sql } from './made-sql.ts'

export const scopedSql = ({ text }: Sql): ScopedSql => madeScopedSql(text)
