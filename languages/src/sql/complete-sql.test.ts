import { expect, test } from 'vitest'
import { completeSql } from './complete-sql.ts'

const FIELDS = [
  { name: 'source', type: 'string' },
  { name: 'user.name', type: 'string' },
  { name: 'took_ms', type: 'long' },
  { name: 'sum_total', type: 'long' },
]
/** The caret is at the `^`. */
const at = (text: string) => completeSql(text.replace('^', ''), text.indexOf('^'), FIELDS)
const labels = (text: string) => at(text)?.options.map(({ label }) => label)

test.each([
  ['SELECT sou^', ['source']],
  ['SELECT us^', ['user.name', 'USING']],
  ['SELECT su^', ['sum_total', 'sum', 'sumIf', 'substring']],
  ['SELECT "us^', ['user.name']],
  ['SELECT count() FROM ^', ['messages']],
  ['SELECT count() FROM mes^', ['messages']],
  ['SELECT count() FROM messages WHERE que^', ['query']],
  ["SELECT 'sou^", undefined],
  ["SELECT 'x' ^", undefined],
  ['SELECT -- sou^', undefined],
  ['SELECT "source"^', undefined],
  ['^', undefined],
  ['SELECT zzz^', undefined],
])('%s completes to %j', (text, expected) => {
  expect(labels(text)).toEqual(expected)
})

test('names are in quotes where they must be, and functions open their brackets', () => {
  expect(at('SELECT user^')).toMatchObject({ from: 7, options: [{ insert: '"user.name"', detail: 'string' }] })
  expect(at('SELECT "use^')).toMatchObject({ from: 7, options: [{ insert: '"user.name"' }] })
  expect(at('SELECT uniqE^')).toMatchObject({ from: 7, options: [{ insert: 'uniqExact(' }] })
})
