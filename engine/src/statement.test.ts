import { expect, test } from 'vitest'
import { parseStatement } from './statement.ts'

const FORMATS = new Set(['JSON', 'CSV', 'JSONEachRow', 'Values'])
const parse = (sql: string, params: readonly string[] = []) =>
  parseStatement(sql, { isFormat: (name) => FORMATS.has(name), params: new Set(params) })

test.each([
  { sql: 'SELECT 1', head: 'SELECT 1', format: undefined, tail: '' },
  { sql: 'SELECT 1 FORMAT JSON', head: 'SELECT 1 ', format: 'JSON', tail: '' },
  { sql: 'select 1 format CSV;', head: 'select 1 ', format: 'CSV', tail: '' },
  {
    sql: 'SELECT 1 FORMAT JSON SETTINGS max_threads = 1',
    head: 'SELECT 1 ',
    format: 'JSON',
    tail: ' SETTINGS max_threads = 1',
  },
  { sql: 'SELECT 1 -- FORMAT JSON', head: 'SELECT 1', format: undefined, tail: '' },
  { sql: "SELECT ' FORMAT JSON'", head: "SELECT ' FORMAT JSON'", format: undefined, tail: '' },
  {
    sql: 'SELECT format FROM t ORDER BY format DESC',
    head: 'SELECT format FROM t ORDER BY format DESC',
    format: undefined,
    tail: '',
  },
  { sql: '/* a; b */ WITH 1 AS x SELECT x', head: '/* a; b */ WITH 1 AS x SELECT x', format: undefined, tail: '' },
  { sql: '(SELECT 1) UNION ALL (SELECT 2)', head: '(SELECT 1) UNION ALL (SELECT 2)', format: undefined, tail: '' },
])('$sql is a query', ({ sql, head, format, tail }) => {
  expect(parse(sql)).toEqual({ kind: 'answer', head, format, tail })
})

test.each([
  { sql: 'INSERT INTO t FORMAT JSONEachRow', target: { table: 't', columns: [] } },
  { sql: 'insert into table db.t (a, `b_1`) format JSONEachRow', target: { table: 'db.t', columns: ['a', 'b_1'] } },
  { sql: 'INSERT INTO `odd name` FORMAT JSONEachRow', target: undefined },
  { sql: 'INSERT INTO t (* EXCEPT(a)) FORMAT JSONEachRow', target: undefined },
  { sql: "INSERT INTO t SELECT a FROM input('a Int8') FORMAT JSONEachRow", target: undefined },
])('$sql accepts data', ({ sql, target }) => {
  const data = ' {"a":";"}'
  expect(parse(sql + data)).toEqual({
    kind: 'insert',
    head: sql,
    format: 'JSONEachRow',
    dataStart: sql.length,
    target,
  })
})

test('rows after VALUES are data, whatever they contain', () => {
  const sql = "INSERT INTO t VALUES (1, 'a; b'); ("
  expect(parse(sql)).toMatchObject({ kind: 'insert', head: 'INSERT INTO t VALUES', format: 'Values' })
})

test.each([
  { sql: 'INSERT INTO t SELECT 1', text: 'INSERT INTO t SELECT 1' },
  { sql: "ALTER TABLE t DELETE WHERE a = ';' ;", text: "ALTER TABLE t DELETE WHERE a = ';'" },
])('$sql is a command', ({ sql, text }) => {
  expect(parse(sql)).toEqual({ kind: 'command', text })
})

test.each([
  { sql: 'SELECT 1; SELECT 2', code: 62 },
  { sql: ' -- nothing', code: 62 },
  { sql: 'SET max_threads = 1', code: 48 },
  { sql: 'USE system', code: 48 },
  { sql: "SELECT 1 INTO OUTFILE '/tmp/x'", code: 48 },
  { sql: "INSERT INTO t FROM INFILE '/tmp/x' FORMAT CSV", code: 48 },
  { sql: 'SELECT {id:UInt8}', code: 456 },
])('$sql is refused with code $code', ({ sql, code }) => {
  expect(() => parse(sql, ['other'])).toThrow(expect.objectContaining({ code }))
})

test('a parameter is reported missing only if the text uses it outside of quotes', () => {
  expect(parse("SELECT '{id:UInt8}', {id:UInt8}", ['id'])).toMatchObject({ kind: 'answer' })
  expect(parse("SELECT '{id:UInt8}'")).toMatchObject({ kind: 'answer' })
})

test('a statement that would take too long to parse is refused, whatever its structure', () => {
  const digest = `quantiles(${Array.from({ length: 1000 }, (_, at) => at / 1000).join(', ')})(took)`
  for (const sql of [
    `SELECT ${Array.from({ length: 1000 }, (_, at) => `${digest}[${at}]`).join(', ')}`,
    `SELECT '${'a'.repeat(5_000_000)}'`,
    `SELECT ${'(('.repeat(260_000)}`,
    `SELECT 1 /* ${'a'.repeat(5_000_000)} */`,
  ]) {
    expect(() => parse(sql)).toThrow(expect.objectContaining({ code: 168 }))
  }
  expect(parse(`INSERT INTO t FORMAT JSONEachRow ${'{"a":1}\n'.repeat(1_000_000)}`)).toMatchObject({ kind: 'insert' })
})
