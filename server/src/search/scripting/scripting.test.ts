/** The tables of scripts: the documented requests of Graylog 5, and who may see what. */
import { beforeEach, describe, expect, test } from 'vitest'
import { insertMessages } from '../testing/message-table.ts'
import { searchTests } from '../testing/search-tests.ts'

const tests = searchTests()

let S1 = ''
let S2 = ''
const at = (time: string) => `2026-03-01T${time}Z`
const NOW = at('12:00:00.000')
const CSV = { accept: 'text/csv' }

interface Asked {
  readonly as?: string
  readonly headers?: Readonly<Record<string, string>>
}
const post = (path: string, body: unknown, asked: Asked = {}) =>
  tests.logyard.call('POST', `/search/${path}`, { body, ...asked })
const get = (path: string, query: string, asked: Asked = {}) =>
  tests.logyard.call('GET', `/search/${path}?${query}`, asked)
const rowsOf = (answer: { readonly body: unknown }) => Object(answer.body).datarows

beforeEach(async () => {
  S1 = await tests.logyard.addStream({ title: 'one' })
  S2 = await tests.logyard.addStream({ title: 'two' })
  await insertMessages(tests.engine, [
    { at: at('11:59:00.000'), source: 'web', message: 'one', streams: [S1], fields: { method: 'GET', took_ms: 30 } },
    {
      at: at('11:58:00.000'),
      source: 'web',
      message: 'two',
      streams: [S1, S2],
      fields: { method: 'GET', took_ms: 10 },
    },
    {
      ...{ at: at('11:57:00.000'), source: 'db', message: '=three', streams: [S2] },
      fields: { method: 'POST', took_ms: 9007199254740993n },
    },
    { at: at('10:00:00.000'), source: 'old', message: 'four', streams: [S1], fields: { method: 'PUT', took_ms: 5 } },
  ])
})

describe('messages', () => {
  test('are a table of the requested fields, newest first, of the last five minutes', async () => {
    const answer = await get('messages', 'fields=source,method,took_ms,nothing')
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toEqual({
      schema: [
        { column_type: 'field', type: 'string', field: 'source', name: 'field: source' },
        { column_type: 'field', type: 'string', field: 'method', name: 'field: method' },
        { column_type: 'field', type: 'numeric', field: 'took_ms', name: 'field: took_ms' },
        { column_type: 'field', type: 'unknown', field: 'nothing', name: 'field: nothing' },
      ],
      metadata: { effective_timerange: { type: 'absolute', from: at('11:55:00.000'), to: NOW } },
      datarows: [
        ['web', 'GET', 30, null],
        ['web', 'GET', 10, null],
        ['db', 'POST', expect.any(Number), null],
      ],
    })
    expect(answer.text).toContain('9007199254740993')
  })

  test('are selected by the whole documented body', async () => {
    const answer = await post('messages', {
      ...{ query: 'method:GET', streams: [S1], fields: ['timestamp', 'streams.id', 'took_ms'], from: 1, size: 15 },
      ...{ timerange: { type: 'keyword', keyword: 'last five minutes' }, sort: 'took_ms', sort_order: 'desc' },
    })
    expect(rowsOf(answer)).toEqual([[at('11:58:00.000'), [S1, S2], 10]])
    const ascending = await post('messages', { sort: 'took_ms', sort_order: 'ASC', fields: ['took_ms'], size: '1' })
    expect(rowsOf(ascending)).toEqual([[10]])
    expect(await post('messages', { sort: 'never_seen' })).toMatchObject({ status: 400 })
  })

  test.each([
    ['from and to', { type: 'relative', from: 150, to: 90 }, ['two']],
    ['from', { type: 'relative', from: 90 }, ['one']],
    ['everything', { type: 'relative', range: 0 }, ['one', 'two', '=three', 'four']],
    ['everything but the last two minutes', { type: 'relative', to: 120 }, ['two', '=three', 'four']],
    ['an absolute range', { type: 'absolute', from: at('09:00:00'), to: at('11:00:00') }, ['four']],
  ])('of a time range with %s', async (_, timerange, messages) => {
    const answer = await post('messages', { timerange, fields: ['message'] })
    expect(rowsOf(answer).flat()).toEqual(messages)
  })

  test('are a file of quoted values, too', async () => {
    const answer = await get('messages', 'fields=source&fields=message&timerange=1d', { headers: CSV })
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.text).toBe(
      '"field: source","field: message"\n"web","one"\n"web","two"\n"db","\'=three"\n"old","four"\n',
    )
  })
})

describe('an aggregation', () => {
  test('has a column for each grouping and metric', async () => {
    const answer = await post('aggregate', {
      ...{ query: 'source:web OR source:old', streams: [], timerange: { type: 'relative', range: 86400 } },
      group_by: [{ field: 'source', limit: 5 }, { field: 'method' }],
      metrics: [
        { function: 'count' },
        { function: 'avg', field: 'took_ms', sort: 'desc' },
        { function: 'percentile', field: 'took_ms', configuration: { percentile: 100 } },
      ],
    })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toEqual({
      schema: [
        { column_type: 'grouping', type: 'string', field: 'source', name: 'grouping: source' },
        { column_type: 'grouping', type: 'string', field: 'method', name: 'grouping: method' },
        { column_type: 'metric', type: 'numeric', function: 'count', name: 'metric: count()' },
        { column_type: 'metric', type: 'numeric', function: 'avg', field: 'took_ms', name: 'metric: avg(took_ms)' },
        {
          ...{ column_type: 'metric', type: 'numeric', function: 'percentile', field: 'took_ms' },
          name: 'metric: percentile(took_ms,100)',
        },
      ],
      metadata: { effective_timerange: expect.objectContaining({ type: 'absolute', to: NOW }) },
      datarows: [
        ['web', 'GET', 2, 20, 30],
        ['old', 'PUT', 1, 5, 5],
      ],
    })
  })

  test('is requested in a URL, and counts without a metric', async () => {
    const answer = await get('aggregate', 'groups=source:1&metrics=count,max:took_ms&timerange=last 5 minutes&query=*')
    expect(rowsOf(answer)).toEqual([['web', 2, 30]])
    expect(rowsOf(await get('aggregate', ''))).toEqual([[3]])
  })

  test('groups by time', async () => {
    for (const time of [{ timeunit: '1h' }, { granularity: 'hour' }]) {
      const groups = { group_by: [{ field: 'timestamp', ...time }], timerange: { type: 'relative', range: 86400 } }
      expect(rowsOf(await post('aggregate', groups))).toEqual([
        [at('10:00:00.000'), 1],
        [at('11:00:00.000'), 3],
      ])
    }
  })
})

test.each([
  ['messages', { sort_order: 'up' }, 'neither asc nor desc'],
  ['messages', { timerange: { type: 'relative', from: 10, to: 20 } }, 'cannot begin 10 and end 20 seconds before now'],
  ['messages', { query: 'a AND (' }, ''],
  ['messages', { size: 20_000 }, ''],
  ['messages', { surprise: 1 }, 'Unable to map property surprise'],
  ['aggregate', { metrics: [{ function: 'latest', field: 'a' }] }, 'There is no function latest'],
  ['aggregate', { metrics: [{ function: 'avg' }] }, 'avg needs a field'],
  ['aggregate', { metrics: [{ function: 'percentile', field: 'a' }] }, 'needs its configuration'],
  ['aggregate', { group_by: [{ field: 'timestamp', timeunit: 'soon' }] }, 'soon is not a unit of time'],
])('%s with %j is refused', async (path, body, says) => {
  const answer = await post(path, body)
  expect(answer.status, answer.text).toBe(400)
  expect(Object(answer.body).message).toContain(says)
})

test.each([
  ['aggregate', `groups=${'a,'.repeat(11)}`, 'at most 10 groupings'],
  ['aggregate', `metrics=${'count,'.repeat(101)}`, 'at most 100 metrics'],
  ['messages', `fields=${'a,'.repeat(101)}`, 'at most 100 fields'],
  ['aggregate', 'metrics=percentile:a:101', '101 is not a percentile'],
])('a URL has the limits of a body: %s', async (path, query, says) => {
  const answer = await get(path, query)
  expect([answer.status, Object(answer.body).message]).toEqual([400, expect.stringContaining(says)])
})

test('a reader sees only the streams that the reader may read', async () => {
  const as = await tests.logyard.addReader('ada', S1)
  const fields = ['message']
  expect(rowsOf(await post('messages', { fields }, { as })).flat()).toEqual(['one', 'two'])
  expect(rowsOf(await post('aggregate', { group_by: [{ field: 'source' }] }, { as }))).toEqual([['web', 2]])
  for (const [path, url] of [
    ['messages', `fields=message&streams=${S1},${S2}`],
    ['aggregate', `groups=source&streams=${S2}`],
  ] as const) {
    const streams = path === 'messages' ? [S1, S2] : [S2]
    const body = { type: 'MissingStreamPermission', streams: [S2] }
    expect(await post(path, { streams }, { as })).toMatchObject({ status: 403, body })
    expect(await get(path, url, { as })).toMatchObject({ status: 403, body })
    expect((await get(path, url, { as, headers: CSV })).status).toBe(403)
  }
  await tests.logyard.addUser('eve', { permissions: [] })
  expect((await post('messages', {}, { as: 'eve:eve-password' })).status).toBe(403)
})
