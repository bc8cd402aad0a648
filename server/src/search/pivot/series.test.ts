import { expect, test } from 'vitest'
import { insertMessages } from '../testing/message-table.ts'
import { at, cellsOf, pivotTests, totalsOf, values } from './testing/pivot-tests.ts'

const tests = pivotTests()
const { run } = tests

const ALL = ['avg', 'card', 'max', 'min', 'stddev', 'sum', 'sumofsquares', 'variance'] as const
const allOf = async (field: string) => {
  const series = [...ALL.map((type) => ({ type, field })), { type: 'count' as const, field }]
  const result = await run({ series })
  return Object.fromEntries(
    (result.rows ?? []).flatMap((row) => row.values.map(({ key, value }) => [key.at(-1)?.replace(/\(.*/, ''), value])),
  )
}

test('every function computes its figure', async () => {
  const numbers = [2, 4, 4, 4, 5, 5, 7, 9]
  await insertMessages(
    tests.engine,
    [...numbers.map((n) => ({ n })), {}].map((fields) => ({ at: at('10:00:00.000'), fields })),
  )
  expect(await allOf('n')).toEqual({
    avg: 5,
    card: 5,
    max: 9,
    min: 2,
    stddev: 2,
    sum: 40,
    sumofsquares: 232,
    variance: 4,
    count: 8,
  })
})

test.each(['nowhere', 'gl2_receive_timestamp'])('%s, which no message has, gives empty results', async (field) => {
  await insertMessages(tests.engine, [{ at: at('10:00:00.000') }])
  const nothing = {
    avg: null,
    card: 0,
    max: null,
    min: null,
    stddev: 0,
    sum: 0,
    sumofsquares: 0,
    variance: 0,
    count: 0,
  }
  expect(await allOf(field)).toEqual(nothing)
  const percentile = await run({
    series: [{ type: 'percentile', field, percentile: 50 }],
    row_groups: [values(field)],
  })
  expect(cellsOf(percentile)).toEqual([` / percentile(${field},50.0) = null row-inner rollup`])
})

test('a group without values gives empty results', async () => {
  await insertMessages(tests.engine, [
    { at: at('10:00:00.000'), fields: { a: 'x', n: 1, list: [1, 2] } },
    { at: at('10:00:00.000'), fields: { a: 'y' } },
  ])
  for (const field of ['n', 'list']) {
    const series = [...ALL.map((type) => ({ type, field })), { type: 'percentile' as const, field, percentile: 50 }]
    const result = await run({ series, row_groups: [values('a')] })
    expect(result.rows?.[1]?.values.map(({ value }) => value)).toEqual([null, 0, null, null, 0, 0, 0, 0, null])
  }
})

test('every element of a list counts', async () => {
  await insertMessages(tests.engine, [
    { at: at('10:00:00.000'), fields: { n: [1, 2] } },
    { at: at('10:00:00.000'), fields: { n: 3 } },
    { at: at('10:00:00.000'), fields: { n: [3, 'x', 7.5] } },
  ])
  expect(await allOf('n')).toMatchObject({
    sum: 16.5,
    avg: 3.3,
    min: 1,
    max: 7.5,
    card: 5,
    count: 6,
    sumofsquares: 79.25,
  })
})

test('if the type of a field changed, numbers and numeric texts count', async () => {
  const sent = [5, '7', 1.5, 'many', true, 'NaN', '1e400']
  await insertMessages(
    tests.engine,
    sent.map((n) => ({ at: at('10:00:00.000'), fields: { n } })),
  )
  expect(await allOf('n')).toMatchObject({ sum: 13.5, min: 1.5, max: 7, avg: 4.5, card: 7, count: 7 })
})

test('numeric texts count in every function, also if some messages have lists', async () => {
  const sent = ['2', 4, '4.0', ['+4', 'n/a'], ['5', '05'], ['5.0e0', 7], '9', 'NaN', '1e400', ' 3', ['inf', 'x']]
  await insertMessages(
    tests.engine,
    sent.map((n) => ({ at: at('10:00:00.000'), fields: { n } })),
  )
  expect(await allOf('n')).toMatchObject({
    ...{ sum: 45, min: 2, max: 9, avg: 5, sumofsquares: 257, count: 15 },
    stddev: expect.closeTo(Math.sqrt(257 / 9 - 25), 9),
    variance: expect.closeTo(257 / 9 - 25, 9),
  })
  const result = await run({ series: [{ type: 'percentile' as const, field: 'n', percentile: 50 }] })
  expect(result.rows?.[0]?.values[0]?.value).toBe(5)
})

test('a boolean counts as 1 or 0, a date as its milliseconds', async () => {
  const times = ['10:00:00.000', '10:00:01.000', '10:00:02.750'].map(at)
  await insertMessages(
    tests.engine,
    times.map((time, place) => ({ at: time, fields: { ok: place > 0 } })),
  )
  const series = [
    { type: 'avg' as const, field: 'ok' },
    { type: 'min' as const, field: 'timestamp' },
    { type: 'max' as const, field: 'timestamp' },
    { type: 'percentile' as const, field: 'timestamp', percentile: 50 },
  ]
  const [row] = (await run({ series })).rows ?? []
  expect(row?.values.map(({ value }) => value)).toEqual([
    2 / 3,
    ...[times[0], times[2], times[1]].map((time) => Date.parse(String(time))),
  ])
})

test('percentiles are close to the exact ones, also of large numbers', async () => {
  const numbers = Array.from({ length: 1001 }, (_, n) => 5_000_000_000 + n * 1_000_000)
  await insertMessages(
    tests.engine,
    numbers.map((n) => ({ at: at('10:00:00.000'), fields: { n } })),
  )
  const series = [1, 50, '95', 99.9].map((percentile) => ({ type: 'percentile' as const, field: 'n', percentile }))
  const [row] = (await run({ series })).rows ?? []
  for (const [place, percentile] of [1, 50, 95, 99.9].entries()) {
    const exact = 5_000_000_000 + percentile * 10_000_000
    expect(Math.abs(Number(row?.values[place]?.value) / exact - 1)).toBeLessThan(0.002)
  }
})

test.each([
  ['avg', 'app', 'Expected numeric type on field [app], but got [keyword]'],
  ['percentile', 'app', 'Expected numeric type on field [app], but got [keyword]'],
  ['sum', 'message', 'Expected numeric type on field [message], but got [text]'],
  ['max', 'source', 'Expected numeric type on field [source], but got [text]'],
  ['sum', 'timestamp', 'Expected numeric type on field [timestamp], but got [date]'],
  ['stddev', 'flag', 'Expected numeric type on field [flag], but got [boolean]'],
  ['avg', 'streams', 'Expected numeric type on field [streams], but got [keyword]'],
  ['card', 'message', 'Fielddata is disabled'],
  ['count', 'full_message', 'Fielddata is disabled'],
] as const)('%s(%s) is refused', async (type, field, words) => {
  await insertMessages(tests.engine, [{ at: at('10:00:00.000'), fields: { app: 'shop', flag: true } }])
  const one = type === 'percentile' ? { type, field, percentile: 50 } : { type, field }
  await expect(run({ series: [one] })).rejects.toThrow(words)
})

test.each([-1, 101, '100.5'])('percentile %s is refused', async (percentile) => {
  await expect(run({ series: [{ type: 'percentile', field: 'n', percentile }] })).rejects.toThrow('between 0 and 100')
})

test('every function can be a sort key, a percentile under both of its names', async () => {
  const of = (a: string, ...numbers: number[]) => numbers.map((n) => ({ at: at('10:00:00.000'), fields: { a, n } }))
  await insertMessages(tests.engine, [
    ...of('x', 1, 9),
    ...of('y', 4, 4),
    ...of('z', 3),
    { at: at('10:00:00.000'), fields: { a: 'none' } },
  ])
  const order = async (field: string, direction: 'Ascending' | 'Descending', limit = 5) => {
    const series = [
      ...ALL.map((type) => ({ type, field: 'n' })),
      { type: 'percentile' as const, field: 'n', percentile: 100 },
    ]
    const sort = [{ type: 'series' as const, field, direction }]
    return totalsOf(await run({ series, sort, row_groups: [values('a', limit)] }))
      .slice(0, -1)
      .map(([key]) => key)
  }
  expect(await order('avg(n)', 'Descending')).toEqual(['x', 'y', 'z', 'none'])
  expect(await order('max(n)', 'Ascending')).toEqual(['z', 'y', 'x', 'none'])
  expect(await order('variance(n)', 'Descending', 1)).toEqual(['x'])
  expect(await order('stddev(n)', 'Descending', 1)).toEqual(['x'])
  expect(await order('sumofsquares(n)', 'Descending', 2)).toEqual(['x', 'y'])
  expect(await order('percentile(n,100.0)', 'Ascending', 2)).toEqual(['z', 'y'])
  expect(await order('percentile(n,100)', 'Descending', 1)).toEqual(['x'])
})
