import { describe, expect, test } from 'vitest'
import { insertMessages } from '../testing/message-table.ts'
import { searchTests } from '../testing/search-tests.ts'

const tests = searchTests()

const S1 = '5ca1ab1e0000000000000001'
const S2 = '5ca1ab1e0000000000000002'
const get = (path: string, as?: string) =>
  tests.logyard.call('GET', `/messages/${path}`, as === undefined ? {} : { as })
const idOf = async (more: object = {}) => {
  const [id] = await insertMessages(tests.engine, [{ at: '2026-03-01T11:00:00.250Z', streams: [S1], ...more }])
  return String(id)
}

describe('a stored message', () => {
  test('has all of its fields', async () => {
    const id = await idOf({ message: 'hello', source: 'Web-1', fields: { big: 9007199254740993n, list: ['a', 1] } })
    const answer = await get(`graylog_0/${id}`)
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('"big":9007199254740993,')
    expect(answer.body).toMatchObject({
      index: 'graylog_0',
      highlight_ranges: {},
      message: {
        id,
        timestamp: '2026-03-01T11:00:00.250Z',
        message: 'hello',
        source: 'Web-1',
        stream_ids: [S1],
        source_input_id: 'input-1',
        inet_address: '192.0.2.1',
        size: 100,
        fields: { _id: id, source: 'Web-1', list: ['a', 1], streams: [S1], gl2_remote_port: 514 },
      },
    })
    const { field_names, field_count } = Object(answer.body).message
    expect(field_names).toContain('list')
    expect(field_count).toBe(field_names.length)
    expect((await get(`graylog_0/${id.toUpperCase()}`)).status).toBe(200)
  })

  test('is found only in its index', async () => {
    const id = await idOf()
    const missing = await get(`other_0/${id}`)
    expect([missing.status, Object(missing.body).message]).toEqual([
      404,
      `Message ${id} does not exist in index other_0`,
    ])
    expect((await get('graylog_0/01234567-89ab-7def-8123-456789abcdef')).status).toBe(404)
    expect((await get("graylog_0/' OR 1=1 --")).status).toBe(404)
    expect((await get(`nope_0/${id}`)).status).toBe(404)
  })

  test('needs permission for one of its streams', async () => {
    const id = await idOf({ streams: [S1, S2] })
    const foreign = await idOf({ streams: [S1] })
    const ada = await tests.logyard.addReader('ada', S2)
    expect((await get(`graylog_0/${id}`, ada)).status).toBe(200)
    const denied = await get(`graylog_0/${foreign}`, ada)
    expect([denied.status, Object(denied.body).message]).toEqual([403, `Not authorized to access message ${foreign}`])
    const nowhere = await idOf({ streams: [] })
    expect((await get(`graylog_0/${nowhere}`)).status).toBe(200)
    expect((await get(`graylog_0/${nowhere}`, ada)).status).toBe(403)
  })
})

describe('the words of a text', () => {
  const tokens = async (index: string, query: Readonly<Record<string, string>>) =>
    tests.logyard.call('GET', `/messages/${index}/analyze?${new URLSearchParams(query)}`)

  test('come from the analyzer of the index set, or from a named one', async () => {
    const string = 'GET /Foo-bar foo 10.0.0.1'
    expect((await tokens('graylog_0', { string })).body).toEqual({ tokens: ['get', 'foo', 'bar', 'foo', '10.0.0.1'] })
    expect((await tokens('other_0', { string })).body).toEqual({ tokens: ['GET', '/Foo-bar', 'foo', '10.0.0.1'] })
    expect((await tokens('graylog_0', { string, analyzer: 'keyword' })).body).toEqual({ tokens: [string] })
  })

  test('need a text and an index', async () => {
    expect((await tokens('graylog_0', { string: '' })).status).toBe(400)
    expect((await tokens('graylog_0', {})).status).toBe(400)
    expect((await tokens('nope_0', { string: 'a' })).status).toBe(404)
  })
})

describe('a payload', () => {
  const parse = (body: object, as?: string) =>
    tests.logyard.call('POST', '/messages/parse', { body, ...(as === undefined ? {} : { as }) })
  const gelf = (fields: object) => JSON.stringify({ version: '1.1', host: 'web-1', short_message: 'hello', ...fields })
  const REMOTE = { remote_address: '192.0.2.7' }

  test('is decoded but not stored', async () => {
    const as = await tests.logyard.addReader('ada')
    const message = gelf({ timestamp: 1772362800.5, _took: 5, _user: 'ada' })
    const answer = await parse({ message, codec: 'gelf', ...REMOTE, configuration: null }, as)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      index: null,
      message: {
        message: 'hello',
        source: 'web-1',
        timestamp: '2026-03-01T11:00:00.500Z',
        stream_ids: [],
        inet_address: '192.0.2.7',
        fields: { took: 5, user: 'ada', gl2_remote_ip: '192.0.2.7', source: 'web-1' },
      },
    })
    expect(answer.body).not.toHaveProperty('highlight_ranges')
    const found = await tests.logyard.call('GET', '/search/universal/relative?query=*')
    expect(Object(found.body).total_results).toBe(0)
  })

  test('is decoded with the configuration of the codec', async () => {
    const sourceOf = async (configuration?: object) =>
      Object((await parse({ message: 'hello', codec: 'raw', ...REMOTE, configuration })).body).message.source
    expect(await sourceOf()).toBe('192.0.2.7')
    expect(await sourceOf({ override_source: 'elsewhere' })).toBe('elsewhere')
  })

  test.each([
    [{ message: 'nope', codec: 'gelf', ...REMOTE }, 400, 'Could not decode message'],
    [{ message: 'hello', codec: 'netflow', ...REMOTE }, 400, 'Could not decode message'],
    [{ message: 'hello', codec: 'nope', ...REMOTE }, 404, 'Codec nope does not exist'],
    [{ message: 'hello', codec: 'raw' }, 400, 'Missing required properties: remote_address.'],
    [
      { message: 'hello', codec: 'raw', ...REMOTE, more: 1 },
      400,
      expect.stringContaining('Unable to map property more'),
    ],
  ])('%j is refused', async (body, status, sentence) => {
    const answer = await parse(body)
    expect([answer.status, Object(answer.body).message]).toEqual([status, sentence])
  })
})
