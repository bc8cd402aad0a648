import { expect, expectTypeOf, test } from 'vitest'
import { scopedSql } from './scoped-sql.ts'
import { ScopedSql, Sql, sql } from './sql.ts'
import { joinSql, sqlDirection, sqlInstant, sqlInteger, sqlList, sqlName } from './sql-parts.ts'

test.each([
  ["it's", String.raw`'it\'s'`],
  ['\\', String.raw`'\\'`],
  ["\\'; DROP TABLE messages", String.raw`'\\\'; DROP TABLE messages'`],
  ['a\0b', String.raw`'a\x00b'`],
  ['a\nb\r', String.raw`'a\x0ab\x0d'`],
  ['-- x', "'-- x'"],
  ['/* x */', "'/* x */'"],
  ['half \ud83d', "'half \ufffd'"],
  ['\udc00 half', "'\ufffd half'"],
  ['\x85', String.raw`'\xc2\x85'`],
  ['', "''"],
])('the text %j becomes the literal %s', (text, literal) => {
  expect(sql`SELECT ${text}`.text).toBe(`SELECT ${literal}`)
})

test.each([
  ['a`b', '`a\\`b`'],
  ['a\\', '`a\\\\`'],
  ['a.b -- \0', '`a.b -- \\x00`'],
])('the name %j is quoted', (name, quoted) => {
  expect(sqlName(name).text).toBe(quoted)
})

test('numbers are written as numbers, and SQL is inserted unchanged', () => {
  expect(sql`${sql`a`} = ${1.5} OR b = ${-7} OR c = ${2n ** 64n}`.text).toBe(
    'a = 1.5 OR b = -7 OR c = 18446744073709551616',
  )
})

test.each([
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  null,
  undefined,
  true,
  { text: '1 OR 1' },
  ['1 OR 1'],
  Symbol('1'),
  new Date(0),
])('%s is refused as a part of SQL', (value) => {
  expect(() => Reflect.apply(sql, undefined, [template`a${0}b`, value])).toThrow('cannot be written as SQL')
})

/** A real template, as the tag receives it. */
function template(strings: TemplateStringsArray, ..._parts: readonly unknown[]) {
  return strings
}

test('a text created at run time is not accepted as a template', () => {
  const hostile = ['1 OR 1']
  expect(() => Reflect.apply(sql, undefined, ['1 OR 1'])).toThrow(TypeError)
  expect(() => Reflect.apply(sql, undefined, [hostile])).toThrow(TypeError)
  expect(() => Reflect.apply(sql, undefined, [Object.assign(hostile, { raw: hostile })])).toThrow(TypeError)
  expect(() => Reflect.construct(Sql, [Symbol('maker of SQL'), '1 OR 1'])).toThrow(TypeError)
  expect(() => Reflect.construct(ScopedSql, [undefined, '1 OR 1'])).toThrow(TypeError)
})

test('a part within quotes is refused, because its own quotes would end them', () => {
  const hostile = ', (SELECT 1), '
  expect(() => sql`SELECT '${hostile}'`).toThrow('must not be in quotes')
  expect(() => sql`SELECT 'it\\'s ${hostile}'`).toThrow('must not be in quotes')
  expect(() => sql`SELECT "${hostile}"`).toThrow('must not be in quotes')
  expect(() => sql`SELECT \`${hostile}\``).toThrow('must not be in quotes')
  expect(() => sql`SELECT ${1}, '${sql`a`}'`).toThrow('must not be in quotes')
  expect(sql`SELECT '\\\\', "a'b", \`c\`, ${'d'}`.text).toBe("SELECT '\\\\', \"a'b\", `c`, 'd'")
})

test('different statements give different map keys', () => {
  const [one, other] = [sql`SELECT 1`, sql`SELECT 2`]
  expect(`${one}`).not.toBe(`${other}`)
  expect(JSON.stringify([one])).not.toBe(JSON.stringify([other]))
})

test('a direction is ASC or DESC', () => {
  expect([sqlDirection('ASC').text, sqlDirection('DESC').text]).toEqual(['ASC', 'DESC'])
  for (const direction of ['ASC LIMIT 0 UNION ALL SELECT 1 -- ', 'asc', '', '__proto__', 'constructor']) {
    expect(() => Reflect.apply(sqlDirection, undefined, [direction])).toThrow('ASC or DESC')
  }
})

test.each([1.5, -1, Number.NaN, 1e300, 2 ** 53, Number.POSITIVE_INFINITY])('%s is refused as a limit', (value) => {
  expect(() => sqlInteger(value)).toThrow('is not an integer from 0')
})

test('an integer must be within its bounds', () => {
  expect(sqlInteger(0).text).toBe('0')
  expect(sqlInteger(10_000, { min: 1, max: 10_000 }).text).toBe('10000')
  expect(() => sqlInteger(10_001, { max: 10_000 })).toThrow('10001 is not an integer from 0 to 10000')
  expect(() => Reflect.apply(sqlInteger, undefined, ['1; DROP'])).toThrow(TypeError)
})

test('an instant is rounded to milliseconds', () => {
  expect(sqlInstant(1.9).text).toBe("fromUnixTimestamp64Milli(1, 'UTC')")
  expect(() => sqlInstant(Number.NaN)).toThrow(TypeError)
})

test('texts in lists become literals', () => {
  expect(sqlList(['a', 1, sql`b`]).text).toBe("'a', 1, b")
  expect(joinSql([sql`a`, sql`b`], sql` OR `).text).toBe('a OR b')
})

test('SQL is scoped exactly if a part of it is scoped', () => {
  const scoped = scopedSql(sql`messages WHERE 0`)
  expect(sql`SELECT 1 FROM ${scoped}`).toBeInstanceOf(ScopedSql)
  expect(sql`SELECT ${sql`a`} FROM ${sql`b`}`).not.toBeInstanceOf(ScopedSql)
  expect(joinSql([scoped, scoped], sql` UNION ALL `)).toBeInstanceOf(ScopedSql)
  expect(joinSql([scoped, sql`SELECT 1`], sql` UNION ALL `)).not.toBeInstanceOf(ScopedSql)
  expect(joinSql([], sql`, `)).not.toBeInstanceOf(ScopedSql)
})

test('the types tell which SQL is scoped', () => {
  const scoped = scopedSql(sql`messages WHERE 0`)
  const plain = sql`SELECT 1`
  const either = Math.random() < 2 ? scoped : plain
  expectTypeOf(sql`SELECT ${'a'} FROM ${scoped}`).toEqualTypeOf<ScopedSql>()
  expectTypeOf(plain).toEqualTypeOf<Sql>()
  expectTypeOf(sql`SELECT ${plain}, ${1}`).toEqualTypeOf<Sql>()
  expectTypeOf(sql`SELECT 1 FROM ${either}`).toEqualTypeOf<Sql>()
  expectTypeOf(joinSql([plain, scoped], plain)).toEqualTypeOf<Sql>()
  expectTypeOf(joinSql([scoped], plain)).toEqualTypeOf<ScopedSql>()
  expectTypeOf<Sql>().not.toExtend<ScopedSql>()
  expectTypeOf<string>().not.toExtend<Sql>()
  expectTypeOf<{ readonly text: string }>().not.toExtend<Sql>()
  expectTypeOf<{ readonly text: string; readonly isScoped: true }>().not.toExtend<ScopedSql>()
})
