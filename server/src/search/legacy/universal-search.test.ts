/** The legacy search as scripts use it: permissions, ranges, limits, tables. */
import { SEARCHES_CONFIG_KEY } from '@logyard/contract/search/searches-config'
import { beforeEach, describe, expect, test } from 'vitest'
import { insertMessages } from '../testing/message-table.ts'
import { searchTests } from '../testing/search-tests.ts'

const tests = searchTests()

const NOW = '2026-03-01T12:00:00.000Z'
const S1 = '5ca1ab1e0000000000000001'
const S2 = '5ca1ab1e0000000000000002'
const at = (time: string) => `2026-03-01T${time}Z`

interface Asked {
  readonly as?: string
  readonly headers?: Readonly<Record<string, string>>
}
const ask = (path: string, query: Readonly<Record<string, string>>, { as, headers }: Asked = {}) =>
  tests.logyard.call('GET', `/search/universal/${path}?${new URLSearchParams(query)}`, {
    ...(as === undefined ? {} : { as }),
    ...(headers === undefined ? {} : { headers }),
  })
const CSV = { headers: { accept: 'text/csv' } }
const textsOf = (answer: { readonly body: unknown }): readonly string[] =>
  Object(answer.body).messages.map((hit: { message: { message: string } }) => hit.message.message)
const all = (more: Readonly<Record<string, string>> = {}) => ({ query: '*', ...more })

test('a search returns messages, their fields, and the searched range', async () => {
  const [id] = await insertMessages(tests.engine, [
    { at: at('11:59:00.250'), message: 'in time', source: 'Web-1', fields: { took: 9007199254740993n, path: '/a' } },
    { at: at('11:00:00.000'), message: 'too old' },
  ])
  const answer = await ask('relative', { query: 'message:*', range: '300', sort: 'timestamp:asc' })
  expect(answer.status).toBe(200)
  expect(answer.text).toContain('"took":9007199254740993,')
  expect(answer.body).toEqual({
    query: 'message:*',
    built_query: expect.any(String),
    used_indices: expect.arrayContaining([expect.objectContaining({ index_name: 'graylog_0' })]),
    messages: [
      {
        index: 'graylog_0',
        highlight_ranges: {},
        decoration_stats: null,
        message: expect.objectContaining({
          _id: id,
          timestamp: at('11:59:00.250'),
          source: 'Web-1',
          message: 'in time',
          streams: ['000000000000000000000001'],
          path: '/a',
        }),
      },
    ],
    fields: expect.any(Array),
    time: expect.any(Number),
    total_results: 1,
    from: at('11:55:00.000'),
    to: NOW,
    decoration_stats: null,
  })
  const { fields, used_indices } = Object(answer.body)
  expect(fields.toSorted()).toEqual(['gl2_message_id', 'message', 'path', 'source', 'timestamp', 'took'])
  expect(used_indices.map((range: { index_name: string }) => range.index_name)).not.toContain('gl-events_0')
})

test('without a range all messages are searched, from 1970 on', async () => {
  await insertMessages(tests.engine, [{ at: '2001-01-01T00:00:00.000Z', message: 'old' }])
  const answer = await ask('relative', all())
  expect([Object(answer.body).from, textsOf(answer)]).toEqual(['1970-01-01T00:00:00.000Z', ['old']])
})

test('events are found only if their streams are named', async () => {
  const events = '000000000000000000000002'
  await insertMessages(tests.engine, [
    { at: at('11:00:00.000'), message: 'an event', streams: [events], index: 'gl-events_0' },
    { at: at('11:00:00.000'), message: 'no stream', streams: [] },
  ])
  expect(textsOf(await ask('relative', all()))).toEqual(['no stream'])
  expect(textsOf(await ask('relative', all({ filter: `streams:${events}` })))).toEqual(['an event'])
})

describe('ranges', () => {
  beforeEach(() => insertMessages(tests.engine, [{ at: at('11:30:00.000'), message: 'here' }]))

  test.each([
    ['2026-03-01 11:30:00', '2026-03-01 11:30:00', 1],
    ['2026-03-01 11:29:59.9', '2026-03-01 11:29:59.999', 0],
    ['2026-03-01T11:30:00.000Z', '2026-03-01T13:30:00.000+02:00', 1],
    ['2026-03-01T12:00:00.000Z', '2026-03-01T11:00:00.000Z', 0],
  ])('from %s to %s finds %i', async (from, to, total) => {
    expect(Object((await ask('absolute', all({ from, to }))).body).total_results).toBe(total)
  })

  test.each(['2014-01-23T15:34:49Z', '2014-01-23T15:34:49.000', '2014-01-23', '2014-02-30 00:00:00', 'yesterday'])(
    'an absolute range from %s is refused',
    async (from) => {
      const answer = await ask('absolute', all({ from, to: '2026-03-01 12:00:00' }))
      expect(answer.body).toEqual({ type: 'ApiError', message: 'Invalid timerange parameters provided' })
      expect(answer.status).toBe(400)
    },
  )

  test('a range can be a keyword; a future one is empty', async () => {
    expect(Object((await ask('keyword', all({ keyword: 'last hour' }))).body)).toMatchObject({
      total_results: 1,
      from: at('11:00:00.000'),
      to: NOW,
    })
    const tomorrow = await ask('keyword', all({ keyword: 'tomorrow' }))
    expect([tomorrow.status, Object(tomorrow.body).total_results]).toEqual([200, 0])
    const lost = await ask('keyword', all({ keyword: 'LOLWUT' }))
    expect([lost.status, Object(lost.body).message]).toEqual([400, 'Invalid timerange parameters provided'])
  })

  test('the settings limit the time range', async () => {
    const config = { relative_timerange_options: {}, surrounding_timerange_options: {}, surrounding_filter_fields: [] }
    const body = { query_time_range_limit: 'P1D', ...config }
    await tests.logyard.call('PUT', `/system/cluster_config/${SEARCHES_CONFIG_KEY}`, { body })
    const from = async (range: string) => Object((await ask('relative', all({ range }))).body).from
    expect(await from('604800')).toBe('2026-02-28T12:00:00.000Z')
    expect(await from('3600')).toBe(at('11:00:00.000'))
    expect(await from('0')).toBe('2026-02-28T12:00:00.000Z')
    const absolute = { from: '2026-01-01 00:00:00', to: '2026-02-01 00:00:00' }
    expect(Object((await ask('absolute', all(absolute))).body).from).toBe('2026-01-31T00:00:00.000Z')
  })
})

describe('parameters', () => {
  test('absent, 0 and negative limits are 150', async () => {
    await insertMessages(
      tests.engine,
      Array.from({ length: 200 }, (_, n) => ({ at: at('11:00:00.000'), message: `${n}` })),
    )
    for (const more of [{}, { limit: '0' }, { limit: '-3' }]) {
      const answer = await ask('relative', all(more))
      expect([textsOf(answer).length, Object(answer.body).total_results]).toEqual([150, 200])
    }
    const page = await ask('relative', all({ limit: '3', offset: '197' }))
    expect(textsOf(page)).toEqual(['2', '1', '0'])
  })

  test.each([
    [{ limit: 'abc' }, 404],
    [{ range: 'abc' }, 404],
    [{ range: '-1' }, 400],
    [{ offset: '9990', limit: '20' }, 500],
    [{ sort: 'message:asc' }, 500],
    [{ sort: 'never_heard_of:asc' }, 500],
  ])('%j is answered with %i', async (more, status) => {
    expect((await ask('relative', all(more))).status).toBe(status)
  })

  test('a query is required', async () => {
    for (const query of [{}, { query: '' }] as const) {
      const answer = await ask('relative', query)
      expect([answer.status, Object(answer.body)[0].path]).toEqual([400, 'query'])
    }
    expect((await ask('relative', { query: ' ' })).status).toBe(200)
  })

  test('messages are sorted as requested; an invalid order is ignored', async () => {
    await insertMessages(tests.engine, [
      { at: at('10:00:00.000'), message: 'nine', fields: { took: 9 } },
      { at: at('11:00:00.000'), message: 'ten', fields: { took: 10 } },
    ])
    expect(textsOf(await ask('relative', all({ sort: 'took:ASC' })))).toEqual(['nine', 'ten'])
    for (const sort of ['took', 'took:up', ':asc', 'took:asc:desc']) {
      expect(textsOf(await ask('relative', all({ sort })))).toEqual(['ten', 'nine'])
    }
  })

  test('only the requested fields are returned, with id and timestamp', async () => {
    await insertMessages(tests.engine, [{ at: at('11:00:00.000'), fields: { a: 1, b: 2 } }])
    const keysOf = async (fields: string) =>
      Object.keys(Object((await ask('relative', all({ fields }))).body).messages[0].message)
    expect(await keysOf('source')).toEqual(['_id', 'timestamp', 'source'])
    expect(await keysOf(' b , ,timestamp,nope')).toEqual(['_id', 'timestamp', 'b'])
  })

  test('an invalid query is refused with the position', async () => {
    const answer = await ask('relative', { query: 'ok\nAND (' })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      type: 'DetailedError',
      message: expect.stringContaining('Failed to parse query'),
      details: expect.any(Array),
      line: 2,
      column: expect.any(Number),
    })
    expect((await ask('relative', { query: '*ogin' })).status).toBe(400)
  })
})

describe('permission', () => {
  beforeEach(() =>
    insertMessages(tests.engine, [
      { at: at('11:00:00.000'), message: 'one', streams: [S1] },
      { at: at('11:00:01.000'), message: 'both', streams: [S1, S2] },
      { at: at('11:00:02.000'), message: 'two', streams: [S2] },
    ]),
  )

  test('a reader of a stream can search only that stream', async () => {
    const as = await tests.logyard.addReader('ada', S1)
    expect((await ask('relative', all(), { as })).status).toBe(403)
    expect((await ask('relative', all({ filter: '*' }), { as })).status).toBe(403)
    expect(textsOf(await ask('relative', all({ filter: `streams:${S1}` }), { as }))).toEqual(['both', 'one'])
    const forbidden = await ask('relative', all({ filter: `streams:${S1},${S2}` }), { as })
    expect([forbidden.status, forbidden.body]).toEqual([
      403,
      {
        type: 'ApiError',
        message: `Not allowed to search with filter: [streams:${S1},${S2}]. (Forbidden stream: ${S2})`,
      },
    ])
    for (const path of ['relative', 'relative/export'] as const) {
      const table = await ask(path, all({ fields: 'message' }), { as, ...CSV })
      expect(table.status).toBe(403)
    }
  })

  test('several streams are alternatives, no filter means all messages, other filters are refused', async () => {
    expect(textsOf(await ask('relative', all({ filter: `streams:${S1},${S2}` })))).toEqual(['two', 'both', 'one'])
    for (const filter of ['', '*', ' ']) expect(textsOf(await ask('relative', all({ filter }))).length).toBe(3)
    for (const filter of ['source:x', 'streams:', S1]) {
      const answer = await ask('relative', all({ filter }))
      expect([answer.status, Object(answer.body).message]).toEqual([
        403,
        `Not allowed to search with filter: [${filter}]`,
      ])
    }
    const unknown = await ask('relative', all({ filter: 'streams:5ca1ab1e00000000000000ff' }))
    expect([unknown.status, Object(unknown.body).total_results]).toEqual([200, 0])
  })

  test.each(['relative', 'absolute', 'keyword'])('%s needs a permission of its own', async (kind) => {
    await tests.logyard.addUser('eve', { permissions: [`searches:${kind}`] })
    const as = 'eve:eve-password'
    const query = all({ keyword: 'last 2 hours', from: '2026-03-01 00:00:00', to: '2026-03-02 00:00:00' })
    const statuses = await Promise.all(
      ['relative', 'absolute', 'keyword'].map(async (path) => [path, (await ask(path, query, { as })).status]),
    )
    expect(Object.fromEntries(statuses)).toEqual({ relative: 403, absolute: 403, keyword: 403, [kind]: 200 })
  })
})

describe('decoration', () => {
  const severity = (stream: string | null, order: number, target_field: string) => ({
    type: 'org.graylog2.decorators.SyslogSeverityMapperDecorator',
    config: { source_field: 'level', target_field },
    stream,
    order,
  })

  test('decorators of all searches apply, or those of the searched stream', async () => {
    await insertMessages(tests.engine, [{ at: at('11:00:00.000'), streams: [S1, S2], fields: { level: 3 } }])
    const none = await ask('relative', all())
    expect(Object(none.body).decoration_stats).toBeNull()
    for (const one of [severity(null, 1, 'everywhere'), severity(S1, 2, 'second'), severity(S1, 1, 'level')]) {
      expect((await tests.logyard.call('POST', '/search/decorators', { body: one })).status).toBe(200)
    }
    const everywhere = Object((await ask('relative', all())).body)
    expect(everywhere.decoration_stats).toEqual({
      added_fields: ['everywhere'],
      changed_fields: [],
      removed_fields: [],
    })
    expect(everywhere.messages[0].message.everywhere).toBe('Error (3)')
    expect(everywhere.fields).toContain('everywhere')
    const ofStream = Object((await ask('relative', all({ filter: `streams:${S1}` }))).body)
    // The first one changes the input of the second one.
    expect(ofStream.decoration_stats).toEqual({ added_fields: [], changed_fields: ['level'], removed_fields: [] })
    expect(ofStream.messages[0].decoration_stats.changed_fields).toEqual({ level: 3 })
    expect(Object((await ask('relative', all({ filter: `streams:${S2}` }))).body).decoration_stats).toBeNull()
    expect(Object((await ask('relative', all({ decorate: 'false' }))).body).decoration_stats).toBeNull()
  })
})

describe('tables', () => {
  test('every value is quoted, a missing one is empty, and each message is one line', async () => {
    await insertMessages(tests.engine, [
      { at: at('11:00:00.250'), source: 'Web-1', message: 'say "hi", a\nb\r\nc', fields: { list: ['x', 1], took: 5 } },
      { at: at('11:00:00.000'), source: 'web-2', message: 'plain', fields: { took: '' } },
    ])
    const answer = await ask('relative', all({ fields: 'source,message, took,list,nope' }), CSV)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.text).toBe(
      [
        '"timestamp","source","message","took","list","nope"',
        String.raw`"2026-03-01T11:00:00.250Z","Web-1","say ""hi"", a\\nb\\r\\nc","5","[x, 1]",`,
        '"2026-03-01T11:00:00.000Z","web-2","plain","",,',
        '',
      ].join('\n'),
    )
    expect((await ask('relative', all({ fields: 'source' }), CSV)).text).toContain('"timestamp","source"\n')
  })

  test('all messages are returned without a limit; the answer is empty if there are none', async () => {
    const lines = (text: string) => text.split('\n').length - 1
    expect((await ask('relative', all({ fields: 'message' }), CSV)).text).toBe('')
    await insertMessages(
      tests.engine,
      Array.from({ length: 1200 }, (_, n) => ({ at: at('11:00:00.000'), message: `${n}` })),
    )
    for (const limit of [undefined, '0']) {
      const query = all({ fields: 'message', ...(limit === undefined ? {} : { limit }), batch_size: '7' })
      expect(lines((await ask('relative', query, CSV)).text)).toBe(1201)
    }
    expect(lines((await ask('relative', all({ fields: 'message', limit: '10' }), CSV)).text)).toBe(11)
  })

  test.each([
    [{}, 400],
    [{ fields: ' , ' }, 400],
    [{ fields: 'message', offset: '1' }, 500],
  ])('%j is answered with %i', async (more, status) => {
    const answer = await ask('relative', all(more), CSV)
    expect(answer.status).toBe(status)
    if (status === 400)
      expect(JSON.parse(answer.text)[0]).toMatchObject({ message_template: '{required}', path: 'fields' })
    else expect(answer.text).toMatch(/^"message"\n".+"\n$/)
  })

  test('a download has a file name', async () => {
    await insertMessages(tests.engine, [{ at: at('11:00:00.000') }])
    const nameOf = async (path: string, query: Readonly<Record<string, string>>) => {
      const answer = await ask(path, { ...all({ fields: 'message' }), ...query }, CSV)
      expect(answer.text).toContain('"timestamp","message"')
      return answer.headers.get('content-disposition')?.replace('attachment; filename=graylog-search-result-', '')
    }
    expect(await nameOf('relative/export', { range: '86400' })).toBe('relative-86400.csv')
    const range = { from: '2026-03-01 00:00:00', to: '2026-03-02 00:00:00' }
    expect(await nameOf('absolute/export', range)).toBe('absolute-2026-03-01 00:00:00-2026-03-02 00:00:00.csv')
    expect(await nameOf('keyword/export', { keyword: 'last 2 days "\r\nx' })).toBe('keyword-last 2 days ___x.csv')
    const refused = await ask('relative/export', all({ fields: 'message' }), {
      headers: { accept: 'application/json' },
    })
    expect(refused.status).toBe(406)
  })
})

test.each(['terms', 'stats', 'histogram', 'fieldhistogram', 'termsstats', 'terms-histogram'])(
  'there is no %s of a universal search',
  async (path) => {
    expect((await ask(`relative/${path}`, all({ field: 'a' }))).status).toBe(404)
  },
)
