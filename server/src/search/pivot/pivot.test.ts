import { sql } from '@logyard/languages/sql/sql'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Engine } from '../../store/engine/engine.ts'
import { type EngineUnderTest, emptyMessages, startTestEngine } from '../../testing/start-index-sets.ts'
import { messagesIn } from '../scope/message-scope.ts'
import { createSearchEngine } from '../statements/search-engine.ts'
import { insertMessages, schemaOf, type TestMessage } from '../testing/message-table.ts'
import { everythingOutside, readableStreams } from '../testing/readable-streams.ts'
import { type AnyPivot, runPivot } from './pivot.ts'

let under: EngineUnderTest
let engine: Engine
beforeAll(async () => {
  under = await startTestEngine()
  engine = under.engine
})
afterAll(() => under[Symbol.asyncDispose]())
beforeEach(() => emptyMessages(engine))

const DAY = { fromMs: Date.parse('2021-06-09T00:00:00.000Z'), toMs: Date.parse('2021-06-10T00:00:00.000Z') }
const NOW = Date.parse('2021-06-20T12:00:00.000Z')

interface RunOptions {
  readonly range?: { readonly fromMs: number; readonly toMs: number }
  readonly isAllMessages?: boolean
}

async function run(pivot: Partial<AnyPivot>, { range = DAY, isAllMessages = false }: RunOptions = {}) {
  const schema = await schemaOf(engine)
  const scope = { streams: everythingOutside(), range, conditions: [] }
  return runPivot(
    { id: 'p', type: 'pivot', series: [{ type: 'count' }], rollup: true, ...pivot },
    {
      scope,
      streams: readableStreams(),
      range,
      isAllMessages,
      queryText: { kind: 'all' },
      schema,
      engine: createSearchEngine({ engine }),
      signal: AbortSignal.timeout(30_000),
      nowMs: NOW,
      from: (part = range, ...also) => messagesIn({ ...scope, range: part }, schema, NOW, also),
      covered: () => undefined,
    },
  )
}

const at = (time: string) => `2021-06-09T${time}Z`
const values = (field: string, limit?: number) => ({
  type: 'values' as const,
  field,
  ...(limit === undefined ? {} : { limit }),
})
const every = (timeunit: string) => ({
  type: 'time' as const,
  field: 'timestamp',
  interval: { type: 'timeunit' as const, timeunit },
})
const auto = (scaling?: number) => ({
  type: 'time' as const,
  field: 'timestamp',
  interval: { type: 'auto' as const, ...(scaling === undefined ? {} : { scaling }) },
})

/** Rows as `key / columns series = value`, one a cell. */
function cellsOf(result: Awaited<ReturnType<typeof run>>): readonly string[] {
  return (result.rows ?? []).flatMap(({ key, source, values: cells }) =>
    cells.length === 0
      ? [`${key.join(',')} ${source} without values`]
      : cells.map(
          (cell) =>
            `${key.join(',')} / ${cell.key.join(',')} = ${cell.value} ${cell.source}${cell.rollup ? ' rollup' : ''}`,
        ),
  )
}
/** Of each row its key and its value over all columns. */
const totalsOf = (result: Awaited<ReturnType<typeof run>>) =>
  (result.rows ?? []).map(({ key, values: cells }) => [key.join(','), cells.findLast(({ rollup }) => rollup)?.value])

const ACTIONS: readonly TestMessage[] = [
  ...[5, 10, 10, 15].map((took_ms) => ({ at: at('14:03:10.000'), fields: { action: 'index', took_ms } })),
  ...[2, 3, 4].map((took_ms) => ({ at: at('14:03:59.999'), fields: { action: 'show', took_ms } })),
]

test('rows, columns and series come as the contract shows them', async () => {
  await insertMessages(engine, ACTIONS)
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
  beforeEach(() => insertMessages(engine, messages))

  test('with rollup there is a row for every leaf, every outer group and the whole', async () => {
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

  test('without rollup only the cells of whole column paths are there', async () => {
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

  test('a series has the id that it was given', async () => {
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

describe('values', () => {
  test('the most frequent are taken, and what has none counts in totals only', async () => {
    const counts = { a: 3, b: 2, c: 2, d: 1 }
    const fields = Object.entries(counts).flatMap(([letter, count]) =>
      Array.from({ length: count }, () => ({ letter })),
    )
    await insertMessages(
      engine,
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

  test('sorting by count ascending takes the rarest', async () => {
    const letters = ['a', 'a', 'a', 'b', 'b', 'c', 'd', 'd', 'd', 'd']
    await insertMessages(
      engine,
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

  test('a grouping takes five, unless it says how many', async () => {
    await insertMessages(
      engine,
      Array.from({ length: 8 }, (_, n) => ({ at: at('10:00:00.000'), fields: { n } })),
    )
    expect(totalsOf(await run({ row_groups: [values('n')] })).map(([key]) => key)).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4',
      '',
    ])
  })

  test('every kind of value has a text for its key', async () => {
    const fields = [
      { number: 200, decimal: 1.5, flag: true, big: 9007199254740993n, text: "it's \\ a `key`\n" },
      { number: -3, decimal: 10, flag: false, big: 9007199254740995n },
    ]
    await insertMessages(
      engine,
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

  test('numbers are sorted by what they count, also where their type changed', async () => {
    const numbers = [10, 9, 1.5, 100, 100]
    await insertMessages(
      engine,
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
    await insertMessages(engine, [
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

  test.each(['message', 'full_message'])('there is no grouping by %s', async (field) => {
    await expect(run({ row_groups: [values(field)] })).rejects.toThrow('Fielddata is disabled')
  })

  test('a limit below one is refused', async () => {
    await expect(run({ row_groups: [values('a', 0)] })).rejects.toThrow('must be at least 1')
  })
})

describe('time', () => {
  const starts = async (
    times: readonly string[],
    timeunit: string,
    range = { fromMs: Date.UTC(1950, 0), toMs: NOW },
  ) => {
    await insertMessages(
      engine,
      times.map((time) => ({ at: time })),
    )
    return totalsOf(await run({ row_groups: [every(timeunit)] }, { range })).slice(0, -1)
  }

  test('empty buckets between the first and the last are there', async () => {
    const times = ['10:00:00.000', '10:00:59.999', '10:03:00.000'].map(at)
    expect(await starts(times, '1m', DAY)).toEqual([
      [at('10:00:00.000'), 2],
      [at('10:01:00.000'), 0],
      [at('10:02:00.000'), 0],
      [at('10:03:00.000'), 1],
    ])
  })

  test('of each parent only its own', async () => {
    await insertMessages(engine, [
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

  test('an empty bucket has no groups within', async () => {
    const times = ['10:00:00.000', '10:02:00.000'].map(at)
    await insertMessages(
      engine,
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

  test('seconds, minutes and hours divide by the epoch', async () => {
    const time = at('10:47:31.500')
    const firstOf = async (timeunit: string) => totalsOf(await run({ row_groups: [every(timeunit)] }))[0]?.[0]
    await insertMessages(engine, [{ at: time }])
    expect(await firstOf('1s')).toBe(at('10:47:31.000'))
    expect(await firstOf('10s')).toBe(at('10:47:30.000'))
    expect(await firstOf('5m')).toBe(at('10:45:00.000'))
    expect(await firstOf('6h')).toBe(at('06:00:00.000'))
  })

  test('the length of an automatic bucket follows the range', async () => {
    await insertMessages(engine, [{ at: at('10:00:00.000') }, { at: at('12:00:00.000') }])
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

  test('all messages are counted from 1970, so in months, and the range is that of what was found', async () => {
    await insertMessages(engine, [{ at: '2021-04-09T10:00:00.000Z' }, { at: '2021-06-09T10:00:00.000Z' }])
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

  test('without any message the range is the one that was asked for', async () => {
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
      engine,
      times.map((time) => ({ at: time })),
    )
    const sort = [
      { type: 'pivot' as const, field: 'nothing', direction: 'Ascending' as const },
      { type: 'series' as const, field: 'count()', direction: 'Descending' as const },
      { type: 'pivot' as const, field: 'timestamp', direction: 'Descending' as const },
    ]
    expect(totalsOf(await run({ row_groups: [every('1m')], sort })).map(([, count]) => count)).toEqual([2, 1, 0, 3])
  })

  test('texts that are dates can be counted by time', async () => {
    const days = ['2021-01-01', '2021-01-01T23:59:59Z', '2021-01-03T01:00:00+02:00', 'soon', '77']
    await insertMessages(
      engine,
      days.map((day) => ({ at: at('10:00:00.000'), fields: { day } })),
    )
    const result = await run({ row_groups: [{ ...every('1d'), field: 'day' }] })
    expect(totalsOf(result)).toEqual([
      ['2021-01-01T00:00:00.000Z', 2],
      ['2021-01-02T00:00:00.000Z', 1],
      ['', 5],
    ])
  })

  test('more buckets than can be shown are cut, and the result says so', async () => {
    const days = Array.from({ length: 25 }, (_, day) => new Date(Date.UTC(2021, 5, 9, day)).toISOString())
    await insertMessages(
      engine,
      days.map((time) => ({ at: time })),
    )
    const result = await run({ row_groups: [every('1s')] }, { range: { fromMs: 0, toMs: NOW } })
    expect(result.is_cut).toBe(true)
    expect(result.rows?.length).toBe(26)
    await engine.client.command({
      query: sql`INSERT INTO messages (id, \`index\`, timestamp) SELECT generateUUIDv7(), 'graylog_0',
        toDateTime64('2021-06-09 00:00:00', 3, 'UTC') + toIntervalSecond(number) FROM numbers(30000)`,
    })
    const cut = await run({ row_groups: [every('1s')] })
    expect(cut.is_cut).toBe(true)
    expect(cut.rows?.length).toBe(20_001)
    expect(cut.total).toBe(30_025)
    expect((await run({ row_groups: [every('1m')] })).is_cut).toBeUndefined()
  })
})

describe('series', () => {
  const ALL = ['avg', 'card', 'max', 'min', 'stddev', 'sum', 'sumofsquares', 'variance'] as const
  const allOf = async (field: string) => {
    const series = [...ALL.map((type) => ({ type, field })), { type: 'count' as const, field }]
    const result = await run({ series })
    return Object.fromEntries(
      (result.rows ?? []).flatMap((row) =>
        row.values.map(({ key, value }) => [key.at(-1)?.replace(/\(.*/, ''), value]),
      ),
    )
  }

  test('every function computes what it says', async () => {
    const numbers = [2, 4, 4, 4, 5, 5, 7, 9]
    await insertMessages(
      engine,
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

  test.each(['nowhere', 'gl2_receive_timestamp'])('of %s, which no message has, there is nothing', async (field) => {
    await insertMessages(engine, [{ at: at('10:00:00.000') }])
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

  test('a group without values has nothing either', async () => {
    await insertMessages(engine, [
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
    await insertMessages(engine, [
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

  test('where the type of a field changed, whatever says a number counts', async () => {
    const sent = [5, '7', 1.5, 'many', true, 'NaN', '1e400']
    await insertMessages(
      engine,
      sent.map((n) => ({ at: at('10:00:00.000'), fields: { n } })),
    )
    expect(await allOf('n')).toMatchObject({ sum: 13.5, min: 1.5, max: 7, avg: 4.5, card: 7, count: 7 })
  })

  test('a boolean is 1 or 0, a date is its milliseconds', async () => {
    const times = ['10:00:00.000', '10:00:01.000', '10:00:02.750'].map(at)
    await insertMessages(
      engine,
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

  test('percentiles are close to the exact ones, large numbers too', async () => {
    const numbers = Array.from({ length: 1001 }, (_, n) => 5_000_000_000 + n * 1_000_000)
    await insertMessages(
      engine,
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
    await insertMessages(engine, [{ at: at('10:00:00.000'), fields: { app: 'shop', flag: true } }])
    const one = type === 'percentile' ? { type, field, percentile: 50 } : { type, field }
    await expect(run({ series: [one] })).rejects.toThrow(words)
  })

  test.each([-1, 101, '100.5'])('percentile %s is refused', async (percentile) => {
    await expect(run({ series: [{ type: 'percentile', field: 'n', percentile }] })).rejects.toThrow('between 0 and 100')
  })

  test('every function can be sorted by, and a percentile by both of its names', async () => {
    const of = (a: string, ...numbers: number[]) => numbers.map((n) => ({ at: at('10:00:00.000'), fields: { a, n } }))
    await insertMessages(engine, [
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
})

test('where all groups together are too many, those that count are found grouping by grouping', async () => {
  await engine.client.command({
    query: sql`INSERT INTO messages (id, \`index\`, timestamp, fields) SELECT generateUUIDv7(), 'graylog_0',
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

test('ranges of time may overlap, and all of them are there', async () => {
  await insertMessages(
    engine,
    ['10:00:00.000', '10:04:00.000', '10:05:00.000'].map((time) => ({ at: at(time), fields: { a: 'x' } })),
  )
  const slice = (from: string, to: string) => ({ from: at(`${from}:00.000`), to: at(`${to}:00.000`) })
  const grouping = {
    type: 'date_range' as const,
    field: 'timestamp',
    ranges: [slice('09:50', '10:00'), slice('10:00', '10:05'), slice('10:03', '10:08'), { from: at('10:05:00.000') }],
    bucket_key: 'from' as const,
  }
  expect(totalsOf(await run({ row_groups: [grouping] }))).toEqual([
    [at('09:50:00.000'), 0],
    [at('10:00:00.000'), 2],
    [at('10:03:00.000'), 2],
    [at('10:05:00.000'), 1],
    ['', 3],
  ])
  const byTo = { ...grouping, bucket_key: 'to' as const }
  const nested = await run({ row_groups: [byTo, values('a')], rollup: false })
  expect(nested.rows?.map(({ key }) => key)).toEqual([
    [at('10:05:00.000'), 'x'],
    [at('10:08:00.000'), 'x'],
    ['*', 'x'],
  ])
})
