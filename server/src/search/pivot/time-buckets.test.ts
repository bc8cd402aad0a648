import { sql } from '@logyard/languages/sql/sql'
import { expect, test } from 'vitest'
import { insertMessages } from '../testing/message-table.ts'
import { at, auto, cellsOf, DAY, every, NOW, pivotTests, totalsOf, values } from './testing/pivot-tests.ts'

const tests = pivotTests()
const { run } = tests

const starts = async (times: readonly string[], timeunit: string, range = { fromMs: Date.UTC(1950, 0), toMs: NOW }) => {
  await insertMessages(
    tests.engine,
    times.map((time) => ({ at: time })),
  )
  return totalsOf(await run({ row_groups: [every(timeunit)] }, { range })).slice(0, -1)
}

test('empty buckets between the first and the last are included', async () => {
  const times = ['10:00:00.000', '10:00:59.999', '10:03:00.000'].map(at)
  expect(await starts(times, '1m', DAY)).toEqual([
    [at('10:00:00.000'), 2],
    [at('10:01:00.000'), 0],
    [at('10:02:00.000'), 0],
    [at('10:03:00.000'), 1],
  ])
})

test('each parent has only its own buckets', async () => {
  await insertMessages(tests.engine, [
    { at: at('10:00:00.000'), fields: { a: 'x' } },
    { at: at('10:02:00.000'), fields: { a: 'x' } },
    { at: at('10:03:00.000'), fields: { a: 'x' } },
    { at: at('10:09:00.000'), fields: { a: 'y' } },
    { at: at('10:10:00.000') },
  ])
  const series = [{ type: 'count' as const }, { type: 'max' as const, field: 'n' }]
  const result = await run({ row_groups: [values('a')], column_groups: [every('1m')], rollup: false, series })
  expect(cellsOf(result).filter((cell) => cell.includes('count'))).toEqual([
    `x / ${at('10:00:00.000')},count() = 1 col-leaf`,
    `x / ${at('10:01:00.000')},count() = 0 col-leaf`,
    `x / ${at('10:02:00.000')},count() = 1 col-leaf`,
    `x / ${at('10:03:00.000')},count() = 1 col-leaf`,
    `y / ${at('10:09:00.000')},count() = 1 col-leaf`,
  ])
})

test('an empty bucket has no inner groups', async () => {
  const times = ['10:00:00.000', '10:02:00.000'].map(at)
  await insertMessages(
    tests.engine,
    times.map((time) => ({ at: time, fields: { a: 'x' } })),
  )
  const result = await run({ row_groups: [every('1m'), values('a')] })
  expect(totalsOf(result).map(([key]) => key)).toEqual([
    `${at('10:00:00.000')},x`,
    at('10:00:00.000'),
    at('10:01:00.000'),
    `${at('10:02:00.000')},x`,
    at('10:02:00.000'),
    '',
  ])
})

test.each([
  ['1w', ['2021-06-06T23:59:59.999Z', '2021-06-07T00:00:00.000Z'], ['2021-05-31', '2021-06-07']],
  [
    '1M',
    ['2020-01-31T12:00:00.000Z', '2020-02-29T23:59:59.999Z', '2020-03-01T00:00:00.000Z'],
    ['2020-01-01', '2020-02-01', '2020-03-01'],
  ],
  [
    '1d',
    ['2021-03-27T23:30:00.000Z', '2021-03-28T00:30:00.000Z', '2021-03-28T23:30:00.000Z'],
    ['2021-03-27', '2021-03-28'],
  ],
  ['2d', ['1970-01-02T23:59:59.999Z', '1970-01-03T00:00:00.000Z'], ['1970-01-01', '1970-01-03']],
  ['2w', ['1970-01-14T00:00:00.000Z', '1970-01-15T00:00:00.000Z'], ['1970-01-01', '1970-01-15']],
  ['2M', ['1970-03-01T23:59:59.999Z', '1970-03-02T00:00:00.000Z'], ['1970-01-01', '1970-03-02']],
  ['1d', ['1969-12-30T00:00:00.000Z', '1969-12-31T23:59:59.999Z'], ['1969-12-30', '1969-12-31']],
  ['7d', ['1969-12-31T23:59:59.999Z', '1970-01-01T00:00:00.000Z'], ['1969-12-25', '1970-01-01']],
  ['1w', ['1969-12-28T23:59:59.999Z', '1969-12-29T00:00:00.000Z'], ['1969-12-22', '1969-12-29']],
  ['1M', ['1969-12-31T23:59:59.999Z', '1970-01-01T00:00:00.000Z'], ['1969-12-01', '1970-01-01']],
])('%s divides %j at %j', async (timeunit, times, days) => {
  const found = await starts(times, timeunit)
  expect(found.map(([key]) => key)).toEqual(days.map((day) => `${day}T00:00:00.000Z`))
})

test('seconds, minutes and hours are aligned to the epoch', async () => {
  const time = at('10:47:31.500')
  const firstOf = async (timeunit: string) => totalsOf(await run({ row_groups: [every(timeunit)] }))[0]?.[0]
  await insertMessages(tests.engine, [{ at: time }])
  expect(await firstOf('1s')).toBe(at('10:47:31.000'))
  expect(await firstOf('10s')).toBe(at('10:47:30.000'))
  expect(await firstOf('5m')).toBe(at('10:45:00.000'))
  expect(await firstOf('6h')).toBe(at('06:00:00.000'))
})

test('the length of an automatic bucket follows the range', async () => {
  await insertMessages(tests.engine, [{ at: at('10:00:00.000') }, { at: at('12:00:00.000') }])
  const lengthMs = async (rangeMs: number, scaling?: number) => {
    const toMs = Date.parse(at('12:00:00.000'))
    const rows = totalsOf(await run({ row_groups: [auto(scaling)] }, { range: { fromMs: toMs - rangeMs, toMs } }))
    return rows.length > 2 ? Date.parse(String(rows[1]?.[0])) - Date.parse(String(rows[0]?.[0])) : undefined
  }
  expect(await lengthMs(7_200_000)).toBe(120_000)
  expect(await lengthMs(7_200_001)).toBe(300_000)
  expect(await lengthMs(7_200_000, 2)).toBe(300_000)
  expect(await lengthMs(86_400_000)).toBe(1_800_000)
})

test('all messages are grouped by month, and the range is that of the matches', async () => {
  await insertMessages(tests.engine, [{ at: '2021-04-09T10:00:00.000Z' }, { at: '2021-06-09T10:00:00.000Z' }])
  const result = await run({ row_groups: [auto()] }, { range: { fromMs: 0, toMs: NOW }, isAllMessages: true })
  expect(totalsOf(result)).toEqual([
    ['2021-04-01T00:00:00.000Z', 1],
    ['2021-05-01T00:00:00.000Z', 0],
    ['2021-06-01T00:00:00.000Z', 1],
    ['', 2],
  ])
  expect(result.effective_timerange).toEqual({
    type: 'absolute',
    from: '2021-04-09T10:00:00.000Z',
    to: '2021-06-09T10:00:00.000Z',
  })
})

test('without messages the range is the requested one', async () => {
  const result = await run({}, { range: { fromMs: 0, toMs: NOW }, isAllMessages: true })
  expect(result.effective_timerange).toEqual({
    type: 'absolute',
    from: '1970-01-01T00:00:00.000Z',
    to: '2021-06-20T12:00:00.000Z',
  })
})

test('buckets can be sorted by a series', async () => {
  const times = ['10:00:00.000', '10:02:00.000', '10:02:01.000'].map(at)
  await insertMessages(
    tests.engine,
    times.map((time) => ({ at: time })),
  )
  const sort = [
    { type: 'pivot' as const, field: 'nothing', direction: 'Ascending' as const },
    { type: 'series' as const, field: 'count()', direction: 'Descending' as const },
    { type: 'pivot' as const, field: 'timestamp', direction: 'Descending' as const },
  ]
  expect(totalsOf(await run({ row_groups: [every('1m')], sort })).map(([, count]) => count)).toEqual([2, 1, 0, 3])
})

test('texts with dates can be grouped by time', async () => {
  const days = ['2021-01-01', '2021-01-01T23:59:59Z', '2021-01-03T01:00:00+02:00', 'soon', '77']
  await insertMessages(
    tests.engine,
    days.map((day) => ({ at: at('10:00:00.000'), fields: { day } })),
  )
  const result = await run({ row_groups: [{ ...every('1d'), field: 'day' }] })
  expect(totalsOf(result)).toEqual([
    ['2021-01-01T00:00:00.000Z', 2],
    ['2021-01-02T00:00:00.000Z', 1],
    ['', 5],
  ])
})

test('a numeric text in a field with numbers is milliseconds', async () => {
  const times = [Date.UTC(2021, 0, 1), String(Date.UTC(2021, 0, 1, 5)), `${Date.UTC(2021, 0, 2)}.5`, 'soon']
  await insertMessages(
    tests.engine,
    times.map((time) => ({ at: at('10:00:00.000'), fields: { time } })),
  )
  const result = await run({ row_groups: [{ ...every('1d'), field: 'time' }] })
  expect(totalsOf(result)).toEqual([
    ['2021-01-01T00:00:00.000Z', 2],
    ['2021-01-02T00:00:00.000Z', 1],
    ['', 4],
  ])
})

test('too many buckets are cut off, and the result says so', async () => {
  const days = Array.from({ length: 25 }, (_, day) => new Date(Date.UTC(2021, 5, 9, day)).toISOString())
  await insertMessages(
    tests.engine,
    days.map((time) => ({ at: time })),
  )
  const result = await run({ row_groups: [every('1s')] }, { range: { fromMs: 0, toMs: NOW } })
  expect(result.is_cut).toBe(true)
  expect(result.rows?.length).toBe(26)
  await tests.engine.client.command({
    query: sql`INSERT INTO messages (journal_offset, \`index\`, timestamp) SELECT number, 'graylog_0',
      toDateTime64('2021-06-09 00:00:00', 3, 'UTC') + toIntervalSecond(number) FROM numbers(30000)`,
  })
  const cut = await run({ row_groups: [every('1s')] })
  expect(cut.is_cut).toBe(true)
  expect(cut.rows?.length).toBe(20_001)
  expect(cut.total).toBe(30_025)
  expect((await run({ row_groups: [every('1m')] })).is_cut).toBeUndefined()
})
