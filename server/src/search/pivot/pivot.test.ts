import { sql } from '@logyard/languages/sql/sql'
import { beforeEach, describe, expect, test } from 'vitest'
import { insertMessages, type TestMessage } from '../testing/message-table.ts'
import { ACTIONS, at, cellsOf, DAY, every, pivotTests, values } from './testing/pivot-tests.ts'

const tests = pivotTests()
const { run } = tests

test('rows, columns and series have the form of the contract', async () => {
  await insertMessages(tests.engine, ACTIONS)
  const result = await run({
    row_groups: [every('1m')],
    column_groups: [values('action')],
    series: [{ type: 'count' }, { type: 'sum', field: 'took_ms' }],
  })
  const cell = (key: string[], value: number, source: string, rollup: boolean) => ({ key, value, rollup, source })
  expect(result).toEqual({
    id: 'p',
    type: 'pivot',
    total: 7,
    effective_timerange: { type: 'absolute', from: '2021-06-09T00:00:00.000Z', to: '2021-06-10T00:00:00.000Z' },
    rows: [
      {
        key: ['2021-06-09T14:03:00.000Z'],
        source: 'leaf',
        values: [
          cell(['index', 'count()'], 4, 'col-leaf', false),
          cell(['index', 'sum(took_ms)'], 40, 'col-leaf', false),
          cell(['show', 'count()'], 3, 'col-leaf', false),
          cell(['show', 'sum(took_ms)'], 9, 'col-leaf', false),
          cell(['count()'], 7, 'row-leaf', true),
          cell(['sum(took_ms)'], 49, 'row-leaf', true),
        ],
      },
      {
        key: [],
        source: 'non-leaf',
        values: [cell(['count()'], 7, 'row-inner', true), cell(['sum(took_ms)'], 49, 'row-inner', true)],
      },
    ],
  })
})

describe('shape', () => {
  const messages: readonly TestMessage[] = [
    { at: at('10:00:00.000'), fields: { a: 'x', b: 'p', c: 'k' } },
    { at: at('10:00:01.000'), fields: { a: 'x', b: 'p', c: 'l' } },
    { at: at('10:00:02.000'), fields: { a: 'x', b: 'q' } },
    { at: at('10:00:03.000'), fields: { a: 'y', b: 'q', c: 'l' } },
    { at: at('10:00:04.000'), fields: { a: 'y' } },
    { at: at('10:00:05.000'), fields: { b: 'p' } },
  ]
  beforeEach(() => insertMessages(tests.engine, messages))

  test('with rollup there is a row for every leaf, every outer group and the total', async () => {
    expect(cellsOf(await run({ row_groups: [values('a'), values('b')] }))).toEqual([
      'x,p / count() = 2 row-leaf rollup',
      'x,q / count() = 1 row-leaf rollup',
      'x / count() = 3 row-inner rollup',
      'y,q / count() = 1 row-leaf rollup',
      'y / count() = 2 row-inner rollup',
      ' / count() = 6 row-inner rollup',
    ])
  })

  test('without rollup and columns leaf rows have no values', async () => {
    expect(cellsOf(await run({ row_groups: [values('a')], rollup: false }))).toEqual([
      'x leaf without values',
      'y leaf without values',
    ])
  })

  test('without rollup there are only cells of complete column paths', async () => {
    const result = await run({ row_groups: [values('a')], column_groups: [values('b'), values('c')], rollup: false })
    expect(cellsOf(result)).toEqual([
      'x / p,k,count() = 1 col-leaf',
      'x / p,l,count() = 1 col-leaf',
      'y / q,l,count() = 1 col-leaf',
    ])
  })

  test('with rollup partial column paths follow their cells, and rows differ in their columns', async () => {
    const result = await run({ row_groups: [values('a')], column_groups: [values('b'), values('c')] })
    expect(cellsOf(result)).toEqual([
      'x / p,k,count() = 1 col-leaf',
      'x / p,l,count() = 1 col-leaf',
      'x / p,count() = 2 col-inner rollup',
      'x / q,count() = 1 col-inner rollup',
      'x / count() = 3 row-leaf rollup',
      'y / q,l,count() = 1 col-leaf',
      'y / q,count() = 1 col-inner rollup',
      'y / count() = 2 row-leaf rollup',
      ' / count() = 6 row-inner rollup',
    ])
  })

  test('without rows there is one leaf row without a key', async () => {
    expect(cellsOf(await run({ column_groups: [values('a')] }))).toEqual([
      ' / x,count() = 3 col-leaf',
      ' / y,count() = 2 col-leaf',
      ' / count() = 6 row-leaf rollup',
    ])
    expect(cellsOf(await run({}))).toEqual([' / count() = 6 row-leaf rollup'])
    expect(cellsOf(await run({ rollup: false }))).toEqual([' leaf without values'])
  })

  test('a range without messages has only the grand total', async () => {
    const range = { fromMs: DAY.fromMs, toMs: DAY.fromMs + 1000 }
    const result = await run(
      { row_groups: [values('a'), every('1m')], series: [{ type: 'count' }, { type: 'avg', field: 'n' }] },
      { range },
    )
    expect(result.total).toBe(0)
    expect(cellsOf(result)).toEqual([' / count() = 0 row-inner rollup', ' / avg(n) = null row-inner rollup'])
    expect((await run({ row_groups: [values('a')], rollup: false }, { range })).rows).toBeUndefined()
  })

  test('a series has the given id', async () => {
    const series = [
      { type: 'count' as const, id: 'how many' },
      { type: 'percentile' as const, field: 'n', percentile: '95' },
    ]
    expect((await run({ series })).rows?.[0]?.values.map(({ key }) => key)).toEqual([
      ['how many'],
      ['percentile(n,95.0)'],
    ])
  })
})

test('if one pass would have too many groups, they are read grouping by grouping', async () => {
  await tests.engine.client.command({
    query: sql`INSERT INTO messages (journal_offset, \`index\`, timestamp, fields) SELECT number, 'graylog_0',
      toDateTime64('2021-06-09 00:00:00', 3, 'UTC'),
      concat('{"user":"u', toString(number % 29989 = 7 ? 7 : number), '","method":"m', toString(number % 7), '","n":', toString(number % 10), '}')::JSON
      FROM numbers(90000)`,
  })
  const series = [{ type: 'count' as const }, { type: 'sum' as const, field: 'n' }]
  const result = await run({ row_groups: [values('user', 2)], column_groups: [values('method', 2)], series })
  expect(cellsOf(result).map((cell) => cell.replace(/ row-inner rollup| row-leaf rollup| col-leaf/, ''))).toEqual([
    'u7 / m0,count() = 1',
    'u7 / m0,sum(n) = 7',
    'u7 / m1,count() = 1',
    'u7 / m1,sum(n) = 6',
    'u7 / count() = 4',
    'u7 / sum(n) = 22',
    'u0 / m0,count() = 1',
    'u0 / m0,sum(n) = 0',
    'u0 / count() = 1',
    'u0 / sum(n) = 0',
    ' / count() = 90000',
    ' / sum(n) = 405000',
  ])
  expect(result.is_cut).toBeUndefined()
})

test('unknown groupings and series are named', async () => {
  const unknown: object = { type: 'geohash', field: 'a' }
  await expect(run(Object({ row_groups: [unknown] }))).rejects.toThrow("Unknown grouping type 'geohash'")
  await expect(run(Object({ series: [unknown] }))).rejects.toThrow("Unknown series type 'geohash'")
})
