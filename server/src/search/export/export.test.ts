// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of decorators have this form
/** Exports over HTTP: content, formats, permissions, and clients that disconnect. */

import { request as httpRequest, type IncomingMessage } from 'node:http'
import { sql } from '@logyard/languages/sql/sql'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { rounds } from '../../testing/rounds.ts'
import { basic, ROOT_PASSWORD } from '../../testing/start-identity.ts'
import { insertMessages } from '../testing/message-table.ts'
import { inStreams, messages, query, text } from '../testing/search-drafts.ts'
import { searchTests } from '../testing/search-tests.ts'
import { insertLongMessages, slowQuery, slowStatements } from '../testing/slow-search.ts'

const tests = searchTests()

const PATH = '/views/search/messages'
const S1 = '5ca1ab1e0000000000000001'
const S2 = '5ca1ab1e0000000000000002'
const ALL = { type: 'relative', range: 0 }
const at = (time: string) => `2026-03-01T${time}Z`

interface Asked {
  readonly as?: string
  readonly accept?: string
}
const exported = (path: string, body: object | undefined, { as, accept = 'text/csv' }: Asked = {}) =>
  tests.logyard.call('POST', `${PATH}${path}`, {
    headers: { accept },
    ...(body === undefined ? {} : { body }),
    ...(as === undefined ? {} : { as }),
  })
const linesOf = (answer: { readonly text: string }) => answer.text.split('\n').slice(0, -1)

async function streamOf(messagesOfIt: readonly object[], id = S1) {
  await insertMessages(
    tests.engine,
    messagesOfIt.map((one) => ({ at: at('11:59:00.000'), streams: [id], ...one })),
  )
}
const asReader = (...streams: readonly string[]) => tests.logyard.addReader('ada', ...streams)

test('the default is the last five minutes, newest first', async () => {
  const stream = await tests.logyard.addStream()
  const ofIt = [
    { at: at('11:54:59.999'), message: 'too old' },
    { at: at('11:55:00.000'), message: 'first' },
    { at: at('11:59:00.000'), message: 'second, with\na "line" break', source: 'Web-2' },
    { at: at('11:59:00.000'), message: 'third' },
  ]
  await streamOf(ofIt, stream)
  await streamOf([{ message: 'of another stream' }])
  const answer = await exported('', undefined, { as: await asReader(stream) })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.text).toBe(
    [
      '"timestamp","source","message"',
      '"2026-03-01T11:59:00.000Z","web-1","third"',
      '"2026-03-01T11:59:00.000Z","Web-2","second, with\na ""line"" break"',
      '"2026-03-01T11:55:00.000Z","web-1","first"',
      '',
    ].join('\n'),
  )
})

test('values of all types are written as text', async () => {
  await streamOf([
    { fields: { v: 9007199254740993n } },
    { fields: { v: 1.5 } },
    { fields: { v: true } },
    { fields: { v: ['a', 'b'] } },
    { fields: { v: [1, 'b'] } },
    { fields: { v: [1.5, 2] } },
    { fields: { v: [true, false] } },
    { fields: { v: 'text' } },
    {},
  ])
  const fields_in_order = ['v', 'streams', 'gl2_remote_port', 'full_message', 'v', 'nope']
  const answer = await exported('', { timerange: ALL, streams: [S1], fields_in_order }, { as: await asReader(S1) })
  const values = linesOf(answer).map((line) => /^(.*?),"\[5ca1/.exec(line)?.[1])
  expect(values.slice(1)).toEqual([
    '',
    '"text"',
    '"[true, false]"',
    '"[1.5, 2]"',
    '"[1, b]"',
    '"[a, b]"',
    '"true"',
    '"1.5"',
    '"9007199254740993"',
  ])
  expect(linesOf(answer)[2]).toBe(`"text","[${S1}]","514",,"text",`)
})

describe('documents', () => {
  beforeEach(() =>
    streamOf([{ fields: { took: 5, path: '/a' } }, { fields: { took: 9007199254740993n, list: ['x', 1] } }]),
  )
  const body = { timerange: ALL, streams: [S1], fields_in_order: ['timestamp', 'took', 'path', 'list', 'took'] }
  const NEWEST = '{"timestamp":"2026-03-01T11:59:00.000Z","took":9007199254740993,"path":null,"list":["x",1]}'
  const OLDEST = '{"timestamp":"2026-03-01T11:59:00.000Z","took":5,"path":"/a","list":null}'

  test('are written one per line', async () => {
    const answer = await exported('', body, { as: await asReader(S1), accept: 'application/x-ndjson' })
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    expect(answer.text).toBe(`${NEWEST}\n${OLDEST}\n`)
  })

  test('are written as one list', async () => {
    const as = await asReader(S1)
    const answer = await exported('', body, { as, accept: 'application/json' })
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.text.replaceAll(/\s/g, '')).toBe(`[${NEWEST},${OLDEST}]`)
    const none = await exported('', { ...body, query_string: 'nothing' }, { as, accept: 'application/json' })
    expect(none.body).toEqual([])
  })
})

test('the limit is rounded up to whole chunks; without hits the answer is empty', async () => {
  const as = await asReader(S1)
  expect((await exported('', { timerange: ALL, streams: [S1] }, { as })).text).toBe('')
  await streamOf(Array.from({ length: 3000 }, () => ({})))
  const rows = async (more: object) =>
    linesOf(await exported('', { timerange: ALL, streams: [S1], ...more }, { as })).length - 1
  expect(await rows({ limit: 5 })).toBe(1000)
  expect(await rows({ limit: 1000 })).toBe(1000)
  expect(await rows({ limit: 1001 })).toBe(2000)
  expect(await rows({ limit: 25, chunk_size: 10 })).toBe(30)
  expect(await rows({})).toBe(3000)
})

test.each([
  [{ fields_in_order: [] }, 400],
  [{ limit: 0 }, 400],
  [{ chunk_size: 0 }, 400],
  [{ colour: 'red' }, 400],
  [{ query_string: '*ogin' }, 400],
  [{ query_string: { type: 'elasticsearch', query_string: 'a AND' } }, 400],
])('%j is answered with %i', async (body, status) => {
  const answer = await exported('', body, { accept: 'application/json, text/csv;q=0' })
  expect(answer.status).toBe(status)
})

test('unreadable streams are refused and named by id', async () => {
  await streamOf([{ message: 'mine' }])
  await streamOf([{ message: 'theirs' }], S2)
  const as = await asReader(S1)
  const mine = { timerange: ALL, fields_in_order: ['message'] }
  expect((await exported('', { ...mine, streams: [S1] }, { as })).text).toBe('"message"\n"mine"\n')
  const refused = await exported('', { ...mine, streams: [S1, S2] }, { as, accept: 'application/json' })
  expect([refused.status, refused.body]).toMatchObject([403, { type: 'MissingStreamPermission', streams: [S2] }])
  await tests.logyard.addUser('nobody', { permissions: [] })
  const nothing = await exported('', mine, { as: 'nobody:nobody-password', accept: 'application/json' })
  expect([nothing.status, nothing.body]).toMatchObject([403, { type: 'MissingStreamPermission', streams: [] }])
})

describe('cells that a spreadsheet would evaluate', () => {
  const HARMLESS = ['plain', '5', '-5', '-5.25', '-1e-9', '', ' =1', "'=1", 'a=1', '[=1]', 'Ünï-=']
  const FORMULAS = [
    '=1+1',
    '+1',
    '-1+1',
    '-',
    '--1',
    '-5e',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1',
    '-5\n',
    '=\u0000',
    '=🎉"x"',
  ]
  const HOSTILE_FIELD = '=cmd|a'
  const values = [...HARMLESS, ...FORMULAS]
  const body = { timerange: ALL, streams: [S1], fields_in_order: ['v', 'n', HOSTILE_FIELD] }
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
  /** Newest first. */
  const tableOf = (write: (text: string) => string) =>
    [['v', 'n', HOSTILE_FIELD], ...values.map((value, index) => [value, String(-index - 1), value]).toReversed()]
      .map((line) => `${line.map((text) => cell(write(text))).join(',')}\n`)
      .join('')
  const asTheyAre = tableOf((text) => text)
  const defused = tableOf((text) => (FORMULAS.includes(text) || text === HOSTILE_FIELD ? `'${text}` : text))

  beforeEach(() =>
    streamOf(
      values.map((value, index) => ({
        at: at(`11:59:${String(index).padStart(2, '0')}.000`),
        fields: { v: value, n: -index - 1, [HOSTILE_FIELD]: value },
      })),
    ),
  )
  const bySql = async (more: object) => (await exported('', { ...body, ...more })).text
  const decorated = async (more: object) => {
    const mapper = { type: 'org.graylog2.decorators.SyslogSeverityMapperDecorator', config: {} }
    const list = messages({ decorators: [mapper] })
    const id = await tests.logyard.store([query({ filter: inStreams(S1), timerange: ALL, search_types: [list] })])
    const { fields_in_order } = body
    return (await exported(`/${id}/m`, { fields_in_order, ...more })).text
  }

  test.each([
    ['the engine', bySql],
    ['decorators', decorated],
  ])('are unchanged by default, and defused on request: by %s', async (_, table) => {
    expect(await table({})).toBe(asTheyAre)
    expect(await table({ defuse_formulas: null })).toBe(asTheyAre)
    expect(await table({ defuse_formulas: false })).toBe(asTheyAre)
    expect(await table({ defuse_formulas: true })).toBe(defused)
  })

  test('are ordinary values in documents', async () => {
    const asked = { accept: 'application/x-ndjson' }
    const plain = await exported('', body, asked)
    expect((await exported('', { ...body, defuse_formulas: true }, asked)).text).toBe(plain.text)
  })

  test('are defused in a download that was prepared so', async () => {
    const search_id = await tests.logyard.store([query({ filter: inStreams(S1), timerange: ALL })])
    const { fields_in_order } = body
    const wanted = { search_id, format: 'csv', file_name: 'a.csv', fields_in_order }
    const file = async (more: object) => {
      const { body: prepared } = await tests.logyard.call('POST', '/logyard/search/downloads', {
        body: { ...wanted, ...more },
      })
      return (await tests.logyard.call('GET', `/logyard/search/downloads/${Object(prepared).ticket}`, { as: '' })).text
    }
    expect(await file({})).toBe(asTheyAre)
    expect(await file({ defuse_formulas: true })).toBe(defused)
  })
})

describe('stored searches', () => {
  const fields_in_order = ['message']
  beforeEach(() =>
    streamOf([
      { message: 'red one', fields: { level: 3 } },
      { message: 'red two', fields: { level: 7 } },
      { message: 'blue two', fields: { level: 3 } },
    ]),
  )
  const found = async (path: string, body: object = {}, asked: Asked = {}) => {
    const answer = await exported(path, { fields_in_order, ...body }, asked)
    return linesOf(answer)
      .slice(1)
      .map((line) => line.slice(1, -1))
  }
  const inS1 = { filter: inStreams(S1) }

  test('a search with one query: its text, filters, range and parameters', async () => {
    const filter = { type: 'and', filters: [inStreams(S1), { type: 'query_string', query: 'two' }] }
    const parameters = [{ name: 'colour' }]
    const id = await tests.logyard.store([query({ filter, query: text('$colour$'), search_types: [] })], { parameters })
    const bind = (value: string) => ({
      execution_state: {
        parameter_bindings: { colour: { type: 'value', value } },
        global_override: { keep_search_types: [] },
      },
    })
    expect(await found(`/${id}`, bind('red'))).toEqual(['red two'])
    const override = { execution_state: { global_override: { query: text('blue') } } }
    expect(await found(`/${id}`, override)).toEqual(['blue two'])
    const unbound = await exported(`/${id}`, undefined, { accept: 'application/json' })
    expect([unbound.status, Object(unbound.body).message]).toEqual([400, expect.stringContaining('colour')])
  })

  test('a list of messages: both texts at once, and its decorators', async () => {
    const decorators = [
      { type: 'org.graylog2.decorators.SyslogSeverityMapperDecorator', config: {} },
      {
        type: 'org.graylog2.decorators.FormatStringDecorator',
        config: { format_string: 'https://x/${level}', target_field: 'link' },
      },
      { type: 'org.graylog2.decorators.LinkFieldDecorator', config: { link_field: 'link' } },
    ]
    const list = messages({ query: text('two OR nothing'), decorators })
    const id = await tests.logyard.store([query({ ...inS1, query: text('red OR level:7'), search_types: [list] })])
    expect(await found(`/${id}/m`, { execution_state: { global_override: { keep_search_types: ['x'] } } })).toEqual([
      'red two',
    ])
    const decorated = await exported(`/${id}/m`, { fields_in_order: ['severity', 'message', 'link', 'nope'] })
    expect(decorated.text).toBe('"severity","message","link","nope"\n"Debug (7)","red two","https://x/7",\n')
    const document = await exported(
      `/${id}/m`,
      { fields_in_order: ['severity', 'level', 'x'] },
      { accept: 'application/json' },
    )
    expect(document.body).toEqual([{ severity: 'Debug (7)', level: 7, x: null }])
    const line = await exported(`/${id}/m`, { fields_in_order: ['severity'] }, { accept: 'application/x-ndjson' })
    expect(line.text).toBe('{"severity":"Debug (7)"}\n')
  })

  test('the error tells what cannot be exported', async () => {
    const two = await tests.logyard.store([query({ id: 'a', ...inS1 }), query({ id: 'b', ...inS1 })])
    const pivot = { id: 'p', type: 'pivot', series: [], rollup: true }
    const one = await tests.logyard.store([query({ ...inS1, search_types: [pivot, messages()] })])
    const broken = await tests.logyard.store([query({ ...inS1, query: text('a AND') })])
    const sentence = async (path: string) => {
      const answer = await exported(path, {}, { accept: 'application/json' })
      return [answer.status, Object(answer.body).message]
    }
    expect(await sentence(`/${two}`)).toEqual([
      500,
      `Can't get messages for search with id ${two}, because it contains multiple queries`,
    ])
    expect(await sentence(`/${one}/p`)).toEqual([500, 'export is not supported for search type pivot'])
    expect(await sentence(`/${one}/x`)).toEqual([500, expect.stringContaining('x')])
    expect(await sentence(`/${broken}`)).toEqual([400, expect.stringContaining('Failed to parse query [a AND]')])
    expect(await sentence('/5ca1ab1e00000000000000ff')).toEqual([
      404,
      'Search with id 5ca1ab1e00000000000000ff does not exist',
    ])
  })

  test("another user's search is refused, and owning a search does not replace the stream permission", async () => {
    const id = await tests.logyard.store([query(inS1)])
    const ada = await asReader(S1)
    expect((await exported(`/${id}`, {}, { as: ada })).status).toBe(403)
    const bob = await tests.logyard.addReader('bob', S1)
    const own = await tests.logyard.store([query(inS1)], { as: bob })
    expect((await exported(`/${own}`, {}, { as: bob })).status).toBe(200)
    await tests.logyard.call('PUT', '/users/bob', { body: { permissions: [] } })
    const refused = await exported(`/${own}`, {}, { as: bob, accept: 'application/json' })
    expect([refused.status, refused.body]).toMatchObject([403, { type: 'MissingStreamPermission', streams: [S1] }])
  })
})

describe('large exports', () => {
  // An export larger than all buffers between the engine and the client. Few rows of few words are stored faster.
  const ROWS = rounds(60_000, 200_000)
  beforeEach(async () => {
    await tests.engine.client.command({
      query: sql`INSERT INTO messages (journal_offset, \`index\`, timestamp, source, message, stream_ids, own_message_id)
        SELECT number, 'graylog_0', toDateTime64('2026-03-01 00:00:00', 3, 'UTC') + toIntervalMillisecond(number),
          'web', concat(repeat('x', 500), ' word '), ${S1}, toString(number) FROM numbers(${ROWS})`,
    })
  })
  const body = JSON.stringify({ timerange: ALL, streams: [S1], fields_in_order: ['timestamp', 'message'] })
  const open = () => {
    const headers = {
      authorization: basic(`admin:${ROOT_PASSWORD}`),
      'x-requested-by': 'test',
      'content-type': 'application/json',
    }
    const request = httpRequest(`${tests.logyard.url}${PATH}`, {
      method: 'POST',
      headers: { ...headers, accept: 'text/csv' },
    })
    request.end(body)
    return request
  }
  const running = async () => {
    const statement = sql`SELECT count() FROM system.processes WHERE query LIKE '%FORMAT CSV%' AND query NOT LIKE '%system.processes%'`
    const answer = await tests.engine.client.query({ query: statement, format: 'JSONCompactEachRow' })
    return Number((await answer.json<[string]>())[0]?.[0])
  }

  test('are complete', async () => {
    const answer = await fetch(`${tests.logyard.url}${PATH}`, {
      method: 'POST',
      headers: {
        authorization: basic(`admin:${ROOT_PASSWORD}`),
        'x-requested-by': 'test',
        'content-type': 'application/json',
      },
      body,
    })
    let lines = 0
    let last = ''
    for await (const chunk of answer.body ?? []) {
      const part = Buffer.from(chunk).toString('latin1')
      lines += part.split('\n').length - 1
      last = part
    }
    expect(lines).toBe(ROWS + 1)
    expect(last).toMatch(/word "\n$/)
  })

  test('stop the engine when the client disconnects', async () => {
    const request = open()
    const response = await new Promise<IncomingMessage>((resolve) => void request.on('response', resolve))
    await new Promise((resolve) => response.once('readable', resolve))
    response.read(10)
    await expect.poll(running).toBe(1)
    request.destroy()
    await expect.poll(running).toBe(0)
  })
})

describe('a download link', () => {
  const prepare = (body: object, as?: string) =>
    tests.logyard.call('POST', '/logyard/search/downloads', { body, ...(as === undefined ? {} : { as }) })
  const read = (ticket: string) => tests.logyard.call('GET', `/logyard/search/downloads/${ticket}`, { as: '' })
  const csv = { format: 'csv', file_name: 'Zählung: alle.csv', fields_in_order: ['message'] }
  const ticketOf = (answer: { readonly body: unknown }) => String(Object(answer.body).ticket)

  test('returns what its creator may read, once, under the requested name', async () => {
    const stream = await tests.logyard.addStream()
    await streamOf([{ message: 'mine' }], stream)
    await streamOf([{ message: 'not mine' }], S2)
    const as = await asReader(stream)
    const search_id = await tests.logyard.store([query()], {
      as,
    })
    const prepared = await prepare({ ...csv, search_id, search_type_id: 'm' }, as)
    expect(prepared.status, prepared.text).toBe(201)
    // Link previews send HEAD requests.
    const head = await tests.logyard.call('HEAD', `/logyard/search/downloads/${ticketOf(prepared)}`, { as: '' })
    expect(head.status).toBe(405)
    const file = await read(ticketOf(prepared))
    expect(file.status).toBe(200)
    expect(file.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''Z%C3%A4hlung%3A%20alle.csv")
    expect(file.headers.get('cache-control')).toBe('no-store')
    expect(file.text).toBe('"message"\n"mine"\n')
    expect((await read(ticketOf(prepared))).status).toBe(404)
  })

  test('is not created for users who may not read', async () => {
    const search_id = await tests.logyard.store([query({ filter: inStreams(S2) })])
    expect((await prepare({ ...csv, search_id }, await asReader(S1))).status).toBeGreaterThanOrEqual(400)
    expect((await read('of-nothing')).status).toBe(404)
  })

  const call = (method: string, path: string, as?: string) =>
    tests.logyard.call(method, `/logyard/search/downloads/${path}`, as === undefined ? {} : { as })

  test('says how far it is until it is stopped, to its creator only', async () => {
    await insertLongMessages(tests.engine, 300_000)
    const bob = await tests.logyard.addReader('bob', S1)
    const search_id = await tests.logyard.store([slowQuery])
    const ticket = ticketOf(await prepare({ ...csv, search_id }))
    expect((await call('GET', `${ticket}/status`)).body).toEqual({ state: 'prepared', progress: null })
    const reading = read(ticket).then(
      ({ status }) => status,
      () => 'cut',
    )
    // The progress is polled every few milliseconds.
    const ticking = setInterval(() => tests.logyard.clock.advance(500), 10)
    const stopTicking = () => clearInterval(ticking)
    onTestFinished(stopTicking)
    const percents = new Set<number>()
    const look = async () => {
      const { progress } = Object((await call('GET', `${ticket}/status`)).body)
      if (progress) percents.add(progress.percent)
      return percents.size
    }
    await expect.poll(look, { interval: 5, timeout: 60_000 }).toBeGreaterThanOrEqual(2)
    stopTicking()
    expect([...percents]).toEqual([...percents].toSorted((a, b) => a - b))
    expect((await call('GET', `${ticket}/status`, bob)).status).toBe(404)
    expect((await call('DELETE', ticket, bob)).status).toBe(404)

    expect((await call('DELETE', ticket)).status).toBe(204)
    expect(await reading).not.toBe(200)
    await expect.poll(() => slowStatements(tests.engine), { timeout: 60_000 }).toBe(0)
    expect((await call('GET', `${ticket}/status`)).body).toEqual({ state: 'stopped', progress: null })
  })

  test('is done once all was read, and invalid once it was stopped before', async () => {
    const search_id = await tests.logyard.store([query()])
    const ticket = ticketOf(await prepare({ ...csv, search_id }))
    await read(ticket)
    await expect
      .poll(async () => (await call('GET', `${ticket}/status`)).body)
      .toEqual({ state: 'done', progress: null })
    tests.logyard.clock.advance(60_000)
    expect((await call('GET', `${ticket}/status`)).status).toBe(404)
    const unused = ticketOf(await prepare({ ...csv, search_id }))
    await call('DELETE', unused)
    expect((await read(unused)).status).toBe(404)
  })

  test('expires', async () => {
    const search_id = await tests.logyard.store([query()])
    const prepared = await prepare({ ...csv, search_id })
    tests.logyard.clock.advance(60_000)
    expect((await read(ticketOf(prepared))).status).toBe(404)
  })
})
