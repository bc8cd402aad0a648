/** Tables of queries with steps, over HTTP. */
import { applyFix } from '@logyard/languages/query/query-fix'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type EngineUnderTest, startTestEngine } from '../../testing/start-index-sets.ts'
import { insertMessages, TEST_STREAM } from '../testing/message-table.ts'
import { clearMessages, type SearchUnderTest, startSearch } from '../testing/start-search.ts'

const DAY = { type: 'absolute', from: '2026-03-01T00:00:00.000Z', to: '2026-03-01T23:59:59.999Z' }
const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 10, 0, second)).toISOString()

let store: EngineUnderTest
let logyard: SearchUnderTest
beforeAll(async () => {
  store = await startTestEngine()
})
afterAll(() => store[Symbol.asyncDispose]())
beforeEach(async () => {
  await clearMessages(store.engine)
  logyard = await startSearch({
    engine: store.engine,
    lookupTables: () => (name) =>
      name === 'people'
        ? async (key) => ({ singleValue: `${key}@example.com`, multiValue: { city: `city of ${key}`, age: 7 } })
        : undefined,
  })
})
afterEach(() => logyard[Symbol.asyncDispose]())

const ask = async (query: string, more: object = {}, options: { as?: string; headers?: Record<string, string> } = {}) =>
  await logyard.call('POST', '/logyard/search/tables', { body: { query, timerange: DAY, ...more }, ...options })

async function table(query: string, more: object = {}, as?: string) {
  const answer = await ask(query, more, as === undefined ? {} : { as })
  if (answer.status !== 200) throw new Error(answer.text)
  return Object(answer.body)
}

async function insertTraffic() {
  await insertMessages(
    store.engine,
    Array.from({ length: 60 }, (_, number) => ({
      at: at(number),
      source: `web-${number % 3}`,
      message: number % 6 === 0 ? `login of user-${number} failed` : `GET /items/${number} took ${number}ms`,
      fields: { took_ms: number, user: number % 2 === 0 ? 'ada' : 'bob' },
    })),
  )
}

test('a query with steps answers the columns, the rows and how they are drawn', async () => {
  await insertTraffic()
  expect(await table('took_ms:>=30 | stats count(), avg(took_ms) as mean by user')).toEqual({
    columns: [
      { name: 'user', type: 'text', field: 'user' },
      { name: 'count', type: 'number' },
      { name: 'mean', type: 'number' },
    ],
    effective_timerange: DAY,
    is_complete: true,
    chart: { over: 'values', keys: 1 },
    datarows: [
      ['ada', 15, 44],
      ['bob', 15, 45],
    ],
  })
  const chart = await table('| timechart 20s count() by user')
  expect(chart.chart).toEqual({ over: 'time', keys: 2 })
  expect(chart.datarows).toHaveLength(6)
  expect(chart.datarows[0]).toEqual([at(0), 'ada', 10])
})

test('messages are newest first, and an answer says whether it has all rows', async () => {
  await insertTraffic()
  const some = await table('| where took_ms > 10 | let half = took_ms / 2', { limit: 2 })
  expect(some).toMatchObject({ is_complete: false, chart: null })
  expect(some.datarows).toEqual([
    [at(59), 'web-2', 'GET /items/59 took 59ms', 29.5],
    [at(58), 'web-1', 'GET /items/58 took 58ms', 29],
  ])
})

test('what a message says is parsed with grok, and found values are aggregated', async () => {
  await insertTraffic()
  const found = await table(
    'GET | parse message grok "%{WORD:verb} %{NOTSPACE:path} took %{INT:ms:int}" | stats max(ms), distinct(path) by verb',
  )
  expect(found.datarows).toEqual([['GET', 59, 50]])
})

test('a lookup table is joined by its name, for those who may read it', async () => {
  await insertTraffic()
  const joined = await table('| top 2 user | join people on user as mail | join people on user (city, age)')
  expect(joined.datarows).toEqual([
    ['ada', 30, 'ada@example.com', 'city of ada', '7'],
    ['bob', 30, 'bob@example.com', 'city of bob', '7'],
  ])
  const refused = await ask('| top 2 user | join secrets on user')
  expect(refused.status).toBe(400)
  expect(refused.body).toMatchObject({ problems: [{ message: 'There is no lookup table secrets that you may read.' }] })
})

test('more keys than can be looked up are refused', async () => {
  await insertMessages(
    store.engine,
    Array.from({ length: 5001 }, (_, number) => ({ at: at(0), fields: { user: `user-${number}` } })),
  )
  const refused = await ask('| join people on user')
  expect({ status: refused.status, text: refused.text }).toMatchObject({ status: 400 })
  expect(refused.text).toContain('More than 5000 different values')
})

test('steps that are wrong are refused with their place and a fix', async () => {
  const query = 'level:3 | stts count() by source'
  const refused = await ask(query)
  expect(refused.status).toBe(400)
  const { type, problems } = Object(refused.body)
  expect(type).toBe('QueryStepsError')
  expect(query.slice(problems[0].from, problems[0].to)).toBe('stts')
  expect(applyFix(query, problems[0].fix)).toBe('level:3 | stats count() by source')

  const without = await ask('level:3')
  expect({ status: without.status, text: without.text }).toMatchObject({ status: 400 })
  expect(without.text).toContain('has no steps')
  expect((await ask('"open | limit 1')).status).toBe(400)
  expect((await ask(`| where ${'1 + '.repeat(20_000)}1 > 0`)).status).toBe(400)
  const deep = Array.from({ length: 20 }).reduce<string>((inner) => `json(${inner}, "a")`, 'message')
  expect((await ask(`| where ${deep} == "x"`)).text).toContain('An expression is too long')
})

test('parameters are filled into the query before the steps', async () => {
  await insertTraffic()
  const parameters = [{ name: 'who', type: 'value-parameter-v1', data_type: 'any', optional: false }]
  const bound = { parameters, parameter_bindings: { who: { type: 'value', value: 'ada' } } }
  expect((await table('user:$who$ | stats count()', bound)).datarows).toEqual([[30]])
  expect((await ask('user:$who$ | stats count()', { parameters })).status).toBe(400)
})

test('clients that accept only CSV or lines of JSON get these', async () => {
  await insertMessages(store.engine, [{ at: at(0), message: '=1+1', fields: { user: 'a"b' } }])
  const query = '| fields timestamp, message, user, nothing'
  const csv = await ask(query, {}, { headers: { accept: 'text/csv' } })
  expect(csv.text).toBe(`"timestamp","message","user","nothing"\n"${at(0)}","'=1+1","a""b",""\n`)
  const lines = await ask(query, {}, { headers: { accept: 'application/x-ndjson' } })
  expect(lines.text).toBe(`{"timestamp":"${at(0)}","message":"=1+1","user":"a\\"b"}\n`)
})

/** Each step, and each way in which a step can read a value. */
const STEPS = [
  'where exists(secret) or true | fields secret, message, streams',
  'let s = secret, all = concat(message, coalesce(secret, "")) | fields s, all',
  'parse message grok "%{GREEDYDATA:all}" | fields all',
  'parse message regex "(?<all>.*)" | fields all',
  'parse secret json a, b | parse secret kv a as c | fields a, b, c, secret',
  'stats count(), distinct(secret), min(secret), max(secret), first(secret), last(message)',
  'stats count() by secret, message',
  'timechart 1h count() by secret',
  'top 100 secret',
  'rare 100 message',
  'sort secret | limit 100 | fields secret',
  'dedup secret | fields secret, message',
  'transaction by secret maxpause=1h maxspan=1h',
  'join people on secret as mail | fields mail, secret',
  'stats count() by source | stats sum(count)',
]

describe.each(STEPS)('| %s', (steps) => {
  test('shows nothing of streams that the caller may not read', async () => {
    const other = '60c0ffee0000000000000099'
    await insertMessages(store.engine, [
      { at: at(0), message: 'opened the kettle', fields: { secret: 'mine' }, streams: [TEST_STREAM] },
      { at: at(1), message: 'opened the vault', fields: { secret: 'foreign' }, streams: [other] },
    ])
    const as = await logyard.addReader('reader', TEST_STREAM)
    for (const query of [`| ${steps}`, `opened OR vault | ${steps}`, `streams:${other} OR * | ${steps}`]) {
      const answer = await ask(query, {}, { as })
      expect(answer.status, answer.text).toBe(200)
      expect(answer.text).not.toMatch(/vault|foreign|60c0ffee0000000000000099/)
      const { datarows, columns } = Object(answer.body)
      const count = columns.findIndex(({ name }: { name: string }) => name === 'count' || name === 'sum_count')
      if (count !== -1) expect(datarows[0][count]).toBe(1)
    }
    const refused = await ask(`| ${steps}`, { streams: [other] }, { as })
    expect(refused.status, refused.text).toBe(403)
  })
})
