import { expect, test } from 'vitest'
import { insertMessages } from '../testing/message-table.ts'
import { at, cellsOf, pivotTests, totalsOf, values } from './testing/pivot-tests.ts'

const tests = pivotTests()
const { run } = tests

test('the most frequent values are returned; messages without the field count only in totals', async () => {
  const counts = { a: 3, b: 2, c: 2, d: 1 }
  const fields = Object.entries(counts).flatMap(([letter, count]) => Array.from({ length: count }, () => ({ letter })))
  await insertMessages(
    tests.engine,
    [...fields, {}, {}].map((one) => ({ at: at('10:00:00.000'), fields: one })),
  )
  const result = await run({ row_groups: [values('letter', 3)] })
  expect(totalsOf(result)).toEqual([
    ['a', 3],
    ['b', 2],
    ['c', 2],
    ['', 10],
  ])
  expect(result.total).toBe(10)
})

test('sorting by ascending count returns the rarest values', async () => {
  const letters = ['a', 'a', 'a', 'b', 'b', 'c', 'd', 'd', 'd', 'd']
  await insertMessages(
    tests.engine,
    letters.map((letter) => ({ at: at('10:00:00.000'), fields: { letter } })),
  )
  const sort = [{ type: 'series' as const, field: 'count()', direction: 'Ascending' as const }]
  const result = await run({ row_groups: [values('letter', 2)], sort })
  expect(totalsOf(result)).toEqual([
    ['c', 1],
    ['b', 2],
    ['', 10],
  ])
})

test('a grouping has five groups by default', async () => {
  await insertMessages(
    tests.engine,
    Array.from({ length: 8 }, (_, n) => ({ at: at('10:00:00.000'), fields: { n } })),
  )
  expect(totalsOf(await run({ row_groups: [values('n')] })).map(([key]) => key)).toEqual(['0', '1', '2', '3', '4', ''])
})

test('values of every type have a text key', async () => {
  const fields = [
    { number: 200, decimal: 1.5, flag: true, big: 9007199254740993n, text: "it's \\ a `key`\n" },
    { number: -3, decimal: 10, flag: false, big: 9007199254740995n },
  ]
  await insertMessages(
    tests.engine,
    fields.map((one) => ({ at: at('10:00:00.250'), source: 'WEB-Ä', fields: one })),
  )
  const keysOf = async (field: string) => totalsOf(await run({ row_groups: [values(field)] })).map(([key]) => key)
  expect(await keysOf('number')).toEqual(['-3', '200', ''])
  expect(await keysOf('decimal')).toEqual(['1.5', '10', ''])
  expect(await keysOf('flag')).toEqual(['false', 'true', ''])
  expect(await keysOf('big')).toEqual(['9007199254740993', '9007199254740995', ''])
  expect(await keysOf('text')).toEqual(["it's \\ a `key`\n", ''])
  expect(await keysOf('source')).toEqual(['web-ä', ''])
  expect(await keysOf('timestamp')).toEqual(['2021-06-09 10:00:00.250', ''])
  expect(await keysOf('streams')).toEqual(['000000000000000000000001', ''])
  expect(await keysOf('gl2_remote_port')).toEqual(['514', ''])
  expect(await keysOf('nowhere')).toEqual([''])
})

test('numbers are sorted numerically, also if their type changed', async () => {
  const numbers = [10, 9, 1.5, 100, 100]
  await insertMessages(
    tests.engine,
    numbers.map((n) => ({ at: at('10:00:00.000'), fields: { n } })),
  )
  const sort = [{ type: 'pivot' as const, field: 'n', direction: 'Ascending' as const }]
  const result = await run({ row_groups: [values('n', 3)], sort })
  expect(totalsOf(result)).toEqual([
    ['1.5', 1],
    ['9', 1],
    ['10', 1],
    ['', 5],
  ])
})

test('a message with a list counts in each of its groups, and once in totals', async () => {
  await insertMessages(tests.engine, [
    { at: at('10:00:00.000'), fields: { tag: ['a', 'b', 'a'], n: 1 } },
    { at: at('10:00:01.000'), fields: { tag: 'a', n: 10 } },
    { at: at('10:00:02.000'), fields: { tag: ['c', 7], n: 100 } },
    { at: at('10:00:03.000'), fields: { n: 1000 } },
  ])
  const series = [
    { type: 'count' as const },
    { type: 'sum' as const, field: 'n' },
    { type: 'count' as const, field: 'tag' },
  ]
  expect(cellsOf(await run({ row_groups: [values('tag')], series }))).toEqual([
    'a / count() = 2 row-leaf rollup',
    'a / sum(n) = 11 row-leaf rollup',
    'a / count(tag) = 4 row-leaf rollup',
    '7 / count() = 1 row-leaf rollup',
    '7 / sum(n) = 100 row-leaf rollup',
    '7 / count(tag) = 2 row-leaf rollup',
    'b / count() = 1 row-leaf rollup',
    'b / sum(n) = 1 row-leaf rollup',
    'b / count(tag) = 3 row-leaf rollup',
    'c / count() = 1 row-leaf rollup',
    'c / sum(n) = 100 row-leaf rollup',
    'c / count(tag) = 2 row-leaf rollup',
    ' / count() = 4 row-inner rollup',
    ' / sum(n) = 1111 row-inner rollup',
    ' / count(tag) = 6 row-inner rollup',
  ])
})

test.each(['message', 'full_message'])('%s cannot be grouped by', async (field) => {
  await expect(run({ row_groups: [values(field)] })).rejects.toThrow('Fielddata is disabled')
})

test('a limit below one is refused', async () => {
  await expect(run({ row_groups: [values('a', 0)] })).rejects.toThrow('must be at least 1')
})
