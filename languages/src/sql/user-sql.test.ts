import { expect, test } from 'vitest'
import { MAX_USER_SQL, readUserSql, USER_RELATION } from './user-sql.ts'

const made = (text: string) => {
  const read = readUserSql(text)
  return read.ok ? read.sql.statement.text.trim() : `refused: ${read.problem.message}`
}

test('the table messages becomes the relation, comments become spaces, and texts stay as they are', () => {
  expect(made(`SELECT/* a */m.source,'messages --' FROM messages AS m -- end\nWHERE "took ms">=1;`)).toBe(
    `SELECT m.source,'messages --' FROM ${USER_RELATION} AS m WHERE "took ms">=1`,
  )
  expect(made('select count() from `messages` group by messages.source')).toBe(
    `select count() from ${USER_RELATION} group by ${USER_RELATION}.source`,
  )
})

test('names and queries are collected, and a query becomes a column', () => {
  const read = readUserSql(
    `WITH a AS (SELECT "user.name" FROM messages WHERE query('x:\\'y\\'') AND Query('b''c')) SELECT 1`,
  )
  if (!read.ok) throw new Error(read.problem.message)
  expect(read.sql.queries).toEqual(["x:'y'", "b'c"])
  expect(read.sql.statement.text).toContain('WHERE query_1 AND query_2)')
  expect(read.sql.names).toContain('user.name')
})

test.each([
  ['', 'begins with SELECT'],
  ['DROP TABLE messages', 'begins with SELECT'],
  ['SELECT 1; SELECT 2', 'only one statement'],
  ['SELECT * FROM system.tables', 'The only table is messages'],
  ['SELECT * FROM "kept".x', 'The only table is messages'],
  ['SELECT 1 SETTINGS a = 1', 'SETTINGS is not allowed'],
  ['SELECT $$a$$', 'single quotes'],
  ['SELECT ‘a’', 'single quotes'],
  ['SELECT "a`b"', 'double quotes or backticks'],
  ['SELECT `a\\`b`', 'double quotes or backticks'],
  ['SELECT query(a)', 'query takes one text'],
  ['SELECT \ud800', 'half a character'],
  [`SELECT '${'a'.repeat(MAX_USER_SQL)}'`, 'at most'],
])('%j is refused: %s', (text, reason) => {
  expect(made(text)).toContain(`refused: `)
  expect(made(text)).toContain(reason)
})
