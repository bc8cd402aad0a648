/** The statement of a definition finds what the definition finds. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aDraft,
  comparison,
  countOver,
  type EventServer,
  MINUTE_MS,
  startEventServer,
} from '../testing/start-event-server.ts'

let server: EventServer
let stream: string
const to = Date.now()
const from = to - 10 * MINUTE_MS

beforeAll(async () => {
  server = await startEventServer()
  stream = await server.stream('lab')
  await server.send(
    Array.from({ length: 120 }, (_, n) => ({
      at: from + 1000 + n * 3000,
      fields: {
        room: 'lab',
        user: ['ann', 'bob', 'cyd'][n % 3],
        ...(n % 4 === 0 ? {} : { took: (n * 37) % 100 }),
        ...(n % 7 === 0 ? { rare: n } : {}),
      },
    })),
  )
})
afterAll(() => server[Symbol.asyncDispose]())

const timerange = { type: 'absolute', from: new Date(from).toISOString(), to: new Date(to).toISOString() }

async function defined(config: object): Promise<string> {
  const draft = { ...aDraft({ title: server.unique('statement') }), config }
  return String((await server.make('POST', '/events/definitions?schedule=false', draft)).id)
}

/** Rows of the statement, as texts. */
async function rowsOf(id: string): Promise<readonly string[]> {
  const { sql, query, streams } = await server.make('GET', `/events/definitions/${id}/sql`)
  const table = await server.make('POST', '/logyard/search/sql', { sql, query, streams, timerange })
  return table.datarows.map((row: readonly unknown[]) => row.join(' ')).sort()
}

const minutes = { search_within_ms: 10 * MINUTE_MS, execute_every_ms: 10 * MINUTE_MS }
const AGGREGATION = { ...aDraft().config, ...minutes, query: 'user:*' }
const SERIES = [
  { id: 'a', function: 'avg', field: 'took' },
  { id: 'b', function: 'max', field: 'took' },
  { id: 'c', function: 'card', field: 'took' },
  { id: 'd', function: 'stddev', field: 'took' },
  { id: 'e', function: 'sum', field: 'rare' },
  { id: 'f', function: 'sumofsquares', field: 'took' },
]
const NOT = { expr: '!', left: comparison('<', 'a', 48) }

test.each([
  ['a count', countOver(100)],
  ['a count that is not reached', countOver(1000)],
  ['groups', countOver(20, { group_by: ['user'] })],
  [
    'figures',
    {
      group_by: ['user'],
      series: SERIES,
      conditions: { expression: { expr: '&&', left: comparison('>', 'c', 3), right: comparison('>=', 'e', 0) } },
    },
  ],
  ['what is not met', { group_by: ['user'], series: SERIES, conditions: { expression: NOT } }],
])('of an aggregation: %s', async (_, condition) => {
  const id = await defined({ ...AGGREGATION, streams: [stream], ...condition })
  const tested = await server.make('POST', `/events/definitions/${id}/execute`, { type: 'aggregation-v1', timerange })
  expect(tested).toBeUndefined()
  const rows = await rowsOf(id)
  await expect.poll(async () => (await server.eventsOf(id)).length, { timeout: 30_000 }).toBe(rows.length)
  const events = await server.eventsOf(id)
  // `Title: ann - count()=40.0`
  const groupOf = (message: string) => /: (?:(\w+) - )?/.exec(message)?.[1] ?? ''
  const groups = rows.map((row) => /^(ann|bob|cyd) /.exec(row)?.[1] ?? '')
  expect(events.map(({ message }) => groupOf(message)).sort()).toEqual(groups)
  const texts = events.flatMap(({ message }) => message.match(/(?<==)[-\d.]+/g) ?? []).map(Number)
  const figures = rows.flatMap((row) => row.split(' ').map(Number)).filter(Number.isFinite)
  expect(sorted(texts)).toEqual(sorted(figures))
})

const sorted = (figures: readonly number[]) => figures.map((one) => Number(one.toPrecision(9))).sort((a, b) => a - b)

test.each(
  [
    '| stats count() as n, avg(took) as mean by user | where n > 1 | sort user',
    '| where exists(took) and took > 50 | let half = took / 2, late = timestamp > time("2020-01-01T00:00:00Z") | fields user, half, late',
    '| stats last(user) as who, max(timestamp) as at, percentile(took, 90) as slow',
    '| parse user regex "^(?<first>.)" | top 2 first',
    '| transaction by user maxpause=1m',
    '| dedup user | fields user, "took"',
  ].map((steps) => steps.replace(', "took"', '')),
)('of steps: %s', async (steps) => {
  const rows = { key_columns: [], is_each_row: true, ...minutes }
  const id = await defined({ type: 'steps-v1', query: 'user:*', streams: [stream], steps, ...rows })
  const asked = { query: `user:* ${steps}`, streams: [stream], timerange }
  const table = await server.make('POST', '/logyard/search/tables', asked)
  expect(table.datarows.length).toBeGreaterThan(0)
  expect(await rowsOf(id)).toEqual(table.datarows.map((row: readonly unknown[]) => row.join(' ')).sort())
})

test('conditions that no statement can express have none', async () => {
  const rows = { key_columns: [], is_each_row: true, ...minutes }
  const joining = '| stats count() by user | join users on user as name'
  const steps = await defined({ type: 'steps-v1', query: '', streams: [stream], steps: joining, ...rows })
  expect((await server.make('GET', `/events/definitions/${steps}/sql`)).sql).toBeNull()
  const absence = {
    type: 'absence-v1',
    query: '',
    streams: [stream],
    group_by: [],
    silence_ms: 1000,
    remember_ms: 1000,
  }
  const silent = await defined({ ...absence, execute_every_ms: MINUTE_MS })
  expect((await server.make('GET', `/events/definitions/${silent}/sql`)).sql).toBeNull()
  const filter = await defined({ ...AGGREGATION, streams: [stream] })
  expect(await rowsOf(filter)).toHaveLength(120)
})
