/** The SQL of widgets answers the numbers that the widgets show: random pivots, run both ways over HTTP. */
import type { PivotResult, PivotRow } from '@logyard/contract/search/search-results'
import type { BucketSpec, Pivot, SeriesSpec } from '@logyard/contract/search/search-types'
import { pivotSql } from '@logyard/languages/widget-sql/pivot-sql'
import { stepsSql } from '@logyard/languages/widget-sql/steps-sql'
import { type KnownToWidgetSql, messagesSql } from '@logyard/languages/widget-sql/widget-sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EngineUnderTest, startTestEngine } from '../../testing/start-index-sets.ts'
import { insertMessages, TEST_STREAM } from '../testing/message-table.ts'
import { clearMessages, type SearchUnderTest, startSearch } from '../testing/start-search.ts'

const FROM_MS = Date.parse('2026-02-27T22:00:00.000Z')
const RANGE_MS = 2 * 86_400_000 + 3_600_000
const RANGE = {
  type: 'absolute',
  from: new Date(FROM_MS).toISOString(),
  to: new Date(FROM_MS + RANGE_MS).toISOString(),
} as const

function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
const random = seededRandom(42)
const below = (n: number) => Math.floor(random() * n)
const pick = <T>(list: readonly T[]): T => {
  const found = list[below(list.length)]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}

let store: EngineUnderTest
let logyard: SearchUnderTest
beforeAll(async () => {
  store = await startTestEngine()
  await clearMessages(store.engine)
  logyard = await startSearch({ engine: store.engine })
  await insertMessages(
    store.engine,
    Array.from({ length: 600 }, () => ({
      at: new Date(FROM_MS + 1 + below(RANGE_MS - 1)).toISOString(),
      source: pick(['web-1', 'Web-2', 'db', 'cache', 'mail']),
      message: 'a message',
      fields: {
        ...(random() < 0.9 ? { level: pick([3, 4, 6]) } : {}),
        ...(random() < 0.9 ? { user: pick(['ada', 'Bob', 'c"d', "e'f", 'ä b']) } : {}),
        ...(random() < 0.7 ? { took_ms: below(2) === 0 ? below(100) : Math.round(random() * 1000) / 8 } : {}),
        ...(random() < 0.8 ? { order: pick(['a', 'b']), format: pick(['json', 'text']) } : {}),
        ...(random() < 0.5 ? { 'is-late': random() < 0.3 } : {}),
        ...(random() < 0.5 ? { time: pick(['2026-02-27', '2026-02-28 10:00:00', 'soon']) } : {}),
      },
      streams: [TEST_STREAM],
    })),
  )
})
afterAll(async () => {
  await logyard[Symbol.asyncDispose]()
  await store[Symbol.asyncDispose]()
})

const known: KnownToWidgetSql = {
  typeOf: (field) => (['level', 'took_ms'].includes(field) ? 'number' : field === 'is-late' ? 'boolean' : 'text'),
  rangeMs: RANGE_MS,
}

type Parts = Pick<Pivot, 'row_groups' | 'column_groups' | 'series' | 'sort'>
type Cells = ReadonlyMap<string, unknown>

const keyOf = (parts: readonly unknown[]): string =>
  JSON.stringify(
    parts.map((part) => {
      const text = String(part)
      return /^\d{4}-\d\d-\d\dT.*Z$/.test(text) ? new Date(text).toISOString() : text
    }),
  )

async function widgetCells(parts: Parts): Promise<Cells> {
  const pivot = { ...parts, id: 'p', type: 'pivot', rollup: true }
  const job = await logyard.search([
    { id: 'q', query: { type: 'elasticsearch', query_string: '' }, timerange: RANGE, search_types: [pivot] },
  ])
  const result = job.results['q']
  if (result === undefined || result.errors.length > 0) throw new Error(JSON.stringify(result?.errors))
  const { rows = [] } = result.search_types['p'] as PivotResult
  const source = (parts.column_groups ?? []).length > 0 ? 'col-leaf' : 'row-leaf'
  const cells = (rows ?? []).flatMap((row: PivotRow) =>
    row.source === 'leaf'
      ? row.values.flatMap((cell) =>
          cell.source === source ? [[keyOf([...row.key, ...cell.key]), cell.value] as const] : [],
        )
      : [],
  )
  return new Map(cells)
}

async function statementCells(sql: string, parts: Parts): Promise<Cells> {
  const body = { sql, timerange: RANGE, limit: 10_000 }
  const answer = await logyard.call('POST', '/logyard/search/sql', { body })
  if (answer.status !== 200) throw new Error(`${sql}\n${answer.text}`)
  const { datarows, is_complete } = Object(answer.body)
  expect(is_complete).toBe(true)
  const levels = [...(parts.row_groups ?? []), ...(parts.column_groups ?? [])].length
  return new Map(
    datarows.flatMap((row: readonly unknown[]) =>
      (parts.series ?? []).map((spec, at) => [keyOf([...row.slice(0, levels), spec.id]), row[levels + at]] as const),
    ),
  )
}

/** Equal but for the last digits of sums, whose order is open. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'number' || typeof other !== 'number') return (one ?? null) === (other ?? null)
  return Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one), Math.abs(other))
}

async function expectSame(parts: Parts) {
  const { sql, notes } = pivotSql({ ...parts, rollup: true }, known)
  const [widget, statement] = await Promise.all([widgetCells(parts), statementCells(sql, parts)])
  // A gap has no row in the statement, which its note says.
  const isGap = (key: string) => notes.includes('gaps') && !statement.has(key) && !widget.get(key)
  const shown = [...widget].filter(([key]) => !isGap(key))
  const different = shown.filter(([key, value]) => !statement.has(key) || !isSame(value, statement.get(key)))
  expect({ different, more: [...statement.keys()].filter((key) => !widget.has(key)) }, sql).toEqual({
    different: [],
    more: [],
  })
  return widget.size
}

const values = (field: string, limit: number): BucketSpec => ({ type: 'values', field, limit })
const time = (timeunit: string): BucketSpec => ({
  type: 'time',
  field: 'timestamp',
  interval: { type: 'timeunit', timeunit },
})
const automatic: BucketSpec = { type: 'time', field: 'timestamp', interval: { type: 'auto' } }
const ALL_SERIES: readonly SeriesSpec[] = [
  { type: 'count', id: 'count()' },
  { type: 'count', id: 'users', field: 'user' },
  { type: 'card', id: 'card(user)', field: 'user' },
  { type: 'avg', id: 'took_ms', field: 'took_ms' },
  { type: 'min', id: 'min(took_ms)', field: 'took_ms' },
  { type: 'max', id: 'a "max"', field: 'took_ms' },
  { type: 'sum', id: 'sum(took_ms)', field: 'took_ms' },
  { type: 'sumofsquares', id: 'squares', field: 'took_ms' },
  { type: 'stddev', id: 'stddev(took_ms)', field: 'took_ms' },
  { type: 'variance', id: 'variance(took_ms)', field: 'took_ms' },
  { type: 'percentile', id: 'percentile(took_ms,95)', field: 'took_ms', percentile: 95 },
  { type: 'avg', id: 'late', field: 'is-late' },
  { type: 'max', id: 'newest', field: 'timestamp' },
]

test('the usual widgets have the same numbers: a total, top values, a time axis, and top values over time', async () => {
  const [count] = ALL_SERIES
  const series = count === undefined ? [] : [count]
  expect(await expectSame({ series: [...ALL_SERIES] })).toBe(ALL_SERIES.length)
  expect(await expectSame({ row_groups: [values('source', 3)], series: [...ALL_SERIES] })).toBe(3 * ALL_SERIES.length)
  const axis = await expectSame({ row_groups: [automatic], series: [...ALL_SERIES] })
  // Every hour of the range but the last ones, in which nothing came.
  expect(axis / ALL_SERIES.length).toBeGreaterThan(20)
  await expectSame({ row_groups: [automatic], column_groups: [values('level', 2)], series })
  await expectSame({
    row_groups: [values('user', 2), values('source', 2)],
    column_groups: [values('level', 1)],
    series,
  })
})

test('buckets of every length begin where those of widgets begin', async () => {
  const series = ALL_SERIES.slice(0, 1)
  const units = ['90s', '7m', '45m', '5h', '7h', '12h', '1d', '3d', '1w', '2w', '1M', '2M']
  for (const unit of units) expect(await expectSame({ row_groups: [time(unit)], series }), unit).toBeGreaterThan(0)
  await expectSame({ row_groups: [{ ...time('1d'), field: 'time' }], series })
})

test('random pivots have the same numbers', async () => {
  const fields = ['source', 'user', 'level', 'is-late', 'time', 'streams', 'order', 'format']
  for (let round = 0; round < 100; round += 1) {
    const groups = Array.from({ length: below(4) }, () =>
      random() < 0.3 ? time(pick(['5h', '6h', '1d'])) : values(pick(fields), 1 + below(4)),
    ).filter((one, at, all) => all.findIndex(({ field }) => field === one.field) === at)
    const split = below(groups.length + 1)
    const series = ALL_SERIES.filter(() => random() < 0.3)
    const sorted = random() < 0.5 ? series.find(({ type }) => type === 'count' || type === 'sum') : undefined
    const literal = sorted === undefined ? undefined : `${sorted.type}(${sorted.field ?? ''})`
    await expectSame({
      row_groups: groups.slice(0, split),
      column_groups: groups.slice(split),
      series: [...ALL_SERIES.slice(0, 1), ...series.filter(({ id }) => id !== 'count()')],
      sort: literal === undefined ? [] : [{ type: 'series', field: literal, direction: 'Ascending' }],
    })
  }
})

test('what a statement leaves out is in its notes', () => {
  const parts = { row_groups: [time('1d')], column_groups: [values('tags', 3)], series: [], sort: [] }
  expect(pivotSql({ ...parts, rollup: true }, known).notes).toEqual(['totals', 'gaps', 'lists'])
  expect(pivotSql({ ...parts, column_groups: [], rollup: true }, known).notes).toEqual([])
})

test('a list of messages has the same rows', async () => {
  const sort = [{ field: 'took_ms', order: 'DESC' } as const, { field: 'timestamp', order: 'DESC' } as const]
  const sql = messagesSql({ fields: ['timestamp', 'took_ms', 'is-late'], hasMessage: true, sort, limit: 20 })
  const answer = await logyard.call('POST', '/logyard/search/sql', { body: { sql, timerange: RANGE } })
  expect(answer.status, answer.text).toBe(200)
  const job = await logyard.search([
    {
      id: 'q',
      query: { type: 'elasticsearch', query_string: '' },
      timerange: RANGE,
      search_types: [{ id: 'm', type: 'messages', limit: 20, sort }],
    },
  ])
  const found = job.results['q']?.search_types['m']
  if (found?.type !== 'messages') throw new Error('no messages')
  expect(Object(answer.body).datarows).toEqual(
    found.messages.map(({ message }) => [
      String(Object(message).timestamp).replace(' ', 'T'),
      Object(message).took_ms,
      Object(message)['is-late'] === undefined ? null : String(Object(message)['is-late']),
      'a message',
    ]),
  )
})

test.each([
  '| stats count(), avg(took_ms) as mean, last(user) by source, bin(timestamp, 1d) | sort -mean | limit 9',
  '| where took_ms > 20 and user != "ada" | let seconds = took_ms / 1000, slow = seconds > 0.05 | fields -message',
  '| timechart 6h count_if(level <= 3) as errors by source',
  '| top 3 user, source',
  '| parse message regex "a (?<what>[a-z]+)" | dedup user, source | stats count() by what',
  '| transaction by user maxpause=5m maxspan=1h | stats count(), max(duration)',
  '| stats count() as n by time | stats distinct(time), min(time)',
])('steps have the same rows as SQL: %s', async (steps) => {
  const fieldType = (field: string) =>
    field === 'timestamp' ? 'time' : known.typeOf(field) === 'number' ? 'number' : ('text' as const)
  const { sql, notes } = stepsSql(steps, { fieldType, grok: undefined, nowMs: 0, rangeMs: RANGE_MS })
  expect(notes).toEqual([])
  const body = { timerange: RANGE, limit: 10_000 }
  const asked = await logyard.call('POST', '/logyard/search/tables', { body: { ...body, query: steps } })
  const answer = await logyard.call('POST', '/logyard/search/sql', { body: { ...body, sql } })
  expect(answer.status, `${sql}\n${answer.text}`).toBe(200)
  const rowsOf = ({ datarows, columns }: { datarows: unknown[][]; columns: { name: string }[] }) => ({
    names: columns.map(({ name }) => name),
    rows: datarows.map((row) => row.map((value) => (/T.*Z$/.test(String(value)) ? Date.parse(String(value)) : value))),
  })
  expect(Object(asked.body).datarows.length).toBeGreaterThan(0)
  expect(rowsOf(Object(answer.body))).toEqual(rowsOf(Object(asked.body)))
})

test('steps that SQL cannot have say why', () => {
  const fieldType = (field: string) =>
    field === 'timestamp' ? 'time' : field === 'took_ms' ? ('number' as const) : ('text' as const)
  const notesOf = (steps: string) => stepsSql(steps, { fieldType, grok: undefined, nowMs: 0, rangeMs: RANGE_MS })
  expect(notesOf('| join users on user as name')).toEqual({ sql: '', notes: ['join'] })
  expect(notesOf('| parse message grok "%{IP:client}"')).toEqual({ sql: '', notes: ['grok'] })
  expect(notesOf('| let raw = text(took_ms)')).toMatchObject({ sql: '', notes: ['raw'] })
  expect(notesOf('| stats cnt()')).toEqual({ sql: '', notes: ['wrong'] })
  expect(notesOf('| let age = now() - timestamp').notes).toEqual(['now'])
})
