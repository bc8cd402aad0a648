import { request } from 'node:http'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { TupleParam } from '@clickhouse/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEngineTestClient, type StartedEngine, startEngine, temporaryFolder } from './testing/start-engine.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let engine: StartedEngine

beforeAll(async () => {
  folder = await temporaryFolder()
  engine = await startEngine(folder.path)
})

afterAll(async () => {
  await engine[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

async function rowsOf(query: string, options: { params?: Record<string, unknown>; settings?: object } = {}) {
  const result = await engine.client.query({
    query,
    format: 'JSONEachRow',
    query_params: options.params ?? {},
    clickhouse_settings: { output_format_json_quote_64bit_integers: 1, ...options.settings },
  })
  return await result.json()
}

/** A plain HTTP request, for cases that the client cannot send. */
async function send(
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: Buffer | string } = {},
) {
  return await new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>(
    (resolve, reject) => {
      const { method = 'POST', headers = {} } = options
      const outgoing = request({ socketPath: engine.socket, path, method, headers }, async (answer) => {
        const text = (await answer.toArray()).join('')
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text })
      })
      outgoing.on('error', reject).end(options.body)
    },
  )
}

test('ping answers with and without a statement', async () => {
  expect(await engine.client.ping()).toEqual({ success: true })
  expect(await engine.client.ping({ select: true })).toEqual({ success: true })
})

test('values of every kind come back as they were stored', async () => {
  await engine.client.command({
    query: `CREATE TABLE kinds (id UInt8, big UInt64, small Int64, text String, none Nullable(String), at DateTime64(3),
      list Array(LowCardinality(String)), map Map(String, Float64), fields JSON) ORDER BY id`,
  })
  const row = {
    id: 1,
    big: '18446744073709551615',
    small: '-9223372036854775808',
    text: "tab\t quote' back\\ line\n é 漢 😀 \u0000",
    none: null,
    at: '2026-03-01 09:00:00.123',
    list: ['a', ''],
    map: { x: 1.5 },
    fields: { user: 'ada', took: '17', deep: { a: [1, 2].map(String) } },
  }
  await engine.client.insert({ table: 'kinds', values: [row], format: 'JSONEachRow' })
  expect(await rowsOf('SELECT * FROM kinds')).toEqual([row])
})

test('parameters of every kind reach the engine as values', async () => {
  const params = {
    text: `' OR 1=1 -- \\ \t \n é😀 {x:String}`,
    big: '18446744073709551615',
    negative: -17,
    ratio: 0.25,
    yes: true,
    none: null,
    list: ["it's", 'b,c', '\\'],
    numbers: [1, 2, 3],
    map: { a: 1 },
    pair: new TupleParam([1, 'x']),
    at: new Date('2026-03-01T09:00:00.123Z'),
    table: 'numbers',
  }
  const query = `SELECT {text:String} AS text, {big:UInt64} AS big, {negative:Int32} AS negative, {ratio:Float64} AS ratio,
    {yes:Bool} AS yes, {none:Nullable(String)} AS none, {list:Array(String)} AS list, {numbers:Array(UInt8)} AS numbers,
    {map:Map(String, UInt8)} AS map, {pair:Tuple(UInt8, String)} AS pair,
    toUnixTimestamp64Milli({at:DateTime64(3, 'UTC')}) AS at FROM system.{table:Identifier} LIMIT 1`
  expect(await rowsOf(query, { params })).toEqual([
    { ...params, pair: [1, 'x'], at: String(params.at.getTime()), table: undefined },
  ])
})

test('parameters may also be sent as a form', async () => {
  const result = await engine.client.query({
    query: 'SELECT length({text:String}) AS size',
    query_params: { text: 'x'.repeat(2_000_000) },
    format: 'JSONEachRow',
    use_multipart_params: true,
  })
  expect(await result.json()).toEqual([{ size: 2_000_000 }])
})

test('settings, parameters and the database of a request do not affect the next request', async () => {
  const settings = "SELECT getSetting('max_threads') AS threads, currentDatabase() AS db"
  const [usual] = await rowsOf(settings)
  await Promise.all(
    Array.from({ length: 40 }, async (_, at) => {
      const given = { max_threads: String((at % 7) + 1) }
      expect(await rowsOf(`${settings}, {n:UInt8} AS n`, { settings: given, params: { n: at } })).toEqual([
        { threads: (at % 7) + 1, db: 'default', n: at },
      ])
    }),
  )
  const inSystem = await send('/?database=system&default_format=TSV&query=SELECT%20currentDatabase()', {
    method: 'GET',
  })
  expect(inSystem.text).toBe('system\n')
  expect(await Promise.all(Array.from({ length: 16 }, () => rowsOf(settings)))).toEqual(Array(16).fill([usual]))
  await expect(rowsOf('SELECT {n:UInt8}')).rejects.toMatchObject({ code: '456' })
})

test.each([
  { query: 'SELEC 1', code: '62', type: 'SYNTAX_ERROR' },
  { query: 'SELECT nothing', code: '47', type: 'UNKNOWN_IDENTIFIER' },
  { query: 'SELECT * FROM nowhere', code: '60', type: 'UNKNOWN_TABLE' },
  { query: 'SELECT 1; SELECT 2', code: '62', type: 'SYNTAX_ERROR' },
  { query: "SELECT 1 SETTINGS no_such_setting = '1'", code: '115', type: 'UNKNOWN_SETTING' },
  { query: 'SELECT throwIf(1)', code: '395', type: 'FUNCTION_THROW_IF_VALUE_IS_NON_ZERO' },
])('$query fails with code $code', async ({ query, code, type }) => {
  await expect(rowsOf(query)).rejects.toMatchObject({ name: 'Error', code, type })
})

test.each([
  { path: '/?query=SELECT+1&no_such_setting=1', status: 404, code: '115' },
  { path: '/?query=SELECT+1&session_id=x', status: 501, code: '48' },
  { path: '/?query=SELECT+1&param_a-b=1', status: 400, code: '36' },
  { path: '/?query=SELECT+1&default_format=Nonsense', status: 404, code: '73' },
  { path: '/nowhere', status: 404, code: '36' },
  { path: '/?query=SELECT+1', method: 'DELETE', status: 405, code: '1' },
  { path: '/', body: Buffer.from([0x53, 0xff, 0xfe]), status: 400, code: '36' },
  { path: '/', body: '', status: 400, code: '62' },
  { path: '/?query=SELECT+1', headers: { 'content-encoding': 'snappy' }, body: 'x', status: 501, code: '48' },
  { path: '/', headers: { 'content-encoding': 'gzip' }, body: 'not gzip', status: 500, code: '1002' },
])('$method $path is refused with $status', async ({ path, status, code, ...options }) => {
  const answer = await send(path, options)
  expect(answer).toMatchObject({ status, headers: { 'x-clickhouse-exception-code': code } })
  expect(answer.text).toMatch(new RegExp(`^Code: ${code}\\. DB::Exception: .+\\)\n$`, 's'))
  expect(await engine.client.ping({ select: true })).toEqual({ success: true })
})

test('an address that is too long is refused', async () => {
  const answer = await send(`/?query=SELECT+1&param_a=${'x'.repeat(1_100_000)}`)
  expect(answer).toMatchObject({ status: 414, headers: { 'x-clickhouse-exception-code': '168' } })
})

test('the response headers contain what the client needs', async () => {
  const { headers, text } = await send('/?query_id=abc&default_format=JSONEachRow', { body: 'SELECT 17 AS n' })
  expect(text).toBe('{"n":17}\n')
  expect(headers).toMatchObject({
    'x-clickhouse-query-id': 'abc',
    'x-clickhouse-format': 'JSONEachRow',
    'x-clickhouse-server-display-name': 'logyard',
    'content-type': 'application/x-ndjson; charset=UTF-8',
  })
  expect(JSON.parse(String(headers['x-clickhouse-summary']))).toMatchObject({ result_rows: '1' })
})

test.each(['JSON', 'JSONCompact', 'JSONEachRow', 'JSONCompactEachRow', 'CSVWithNames', 'TabSeparated', 'Parquet'])(
  'a long response in %s is one complete document',
  async (format) => {
    const answer = await send(`/?default_format=${format}`, { body: 'SELECT number AS n FROM numbers(300000)' })
    expect(answer.status).toBe(200)
    if (format.endsWith('EachRow')) expect(answer.text.trimEnd().split('\n')).toHaveLength(300_000)
    else if (format.startsWith('JSON')) expect(JSON.parse(answer.text).data).toHaveLength(300_000)
    else if (format === 'Parquet') expect([answer.text.slice(0, 4), answer.text.slice(-4)]).toEqual(['PAR1', 'PAR1'])
    else expect(answer.text.trimEnd().split('\n')).toHaveLength(format === 'CSVWithNames' ? 300_001 : 300_000)
  },
)

test.each(['DESCRIBE TABLE system.one', 'SHOW DATABASES', 'EXISTS TABLE nothing', 'EXPLAIN SELECT 1'])(
  '%s answers with rows',
  async (query) => {
    expect(await rowsOf(query)).not.toEqual([])
  },
)

test.each(['gzip', 'zstd', 'br'] as const)('request and response bodies may be compressed with %s', async (codec) => {
  await using other = compressedClient(codec)
  await other.client.command({ query: `CREATE TABLE squeezed_${codec} (a UInt64) ORDER BY a` })
  await other.client.insert({ table: `squeezed_${codec}`, values: [{ a: 1 }, { a: 2 }], format: 'JSONEachRow' })
  const result = await other.client.query({ query: `SELECT sum(a) AS s FROM squeezed_${codec}`, format: 'JSONEachRow' })
  expect(await result.json<{ s: number | string }>()).toEqual([{ s: 3 }])
})

function compressedClient(codec: 'gzip' | 'zstd' | 'br') {
  const client = createEngineTestClient(engine.socket, { compression: { request: { codec }, response: { codec } } })
  return { client, [Symbol.asyncDispose]: () => client.close() }
}

test('rows arrive in every format that the client writes', async () => {
  const { client } = engine
  await client.command({ query: 'CREATE TABLE written (a Int64, b String) ORDER BY a' })
  await client.insert({ table: 'written', values: [{ a: 1, b: 'x' }], format: 'JSONEachRow' })
  await client.insert({ table: 'written', values: [[2, 'y']], columns: ['a', 'b'], format: 'JSONCompactEachRow' })
  await client.insert({
    table: 'default.written',
    values: Readable.from(['3,"z\n;"\n'], { objectMode: false }),
    format: 'CSV',
  })
  await client.insert({
    table: '`written`',
    values: Readable.from(['b\ta\n4\t5\n'], { objectMode: false }),
    format: 'TabSeparatedWithNames',
  })
  await client.insert({
    table: 'written',
    values: { meta: [{ name: 'a', type: 'Int64' }], data: [{ a: 6 }] },
    format: 'JSON',
  })
  await client.command({ query: "INSERT INTO written VALUES (7, 'semi;colon')" })
  await client.command({ query: 'INSERT INTO written FORMAT JSONEachRow\n{"a":8}\n{"a":9}' })
  await client.command({ query: 'INSERT INTO written SELECT {a:Int64}, {b:String}', query_params: { a: 10, b: 't' } })
  expect(await rowsOf('SELECT a, b FROM written ORDER BY a')).toEqual([
    { a: '1', b: 'x' },
    { a: '2', b: 'y' },
    { a: '3', b: 'z\n;' },
    { a: '5', b: '4' },
    { a: '6', b: '' },
    { a: '7', b: 'semi;colon' },
    { a: '8', b: '' },
    { a: '9', b: '' },
    { a: '10', b: 't' },
  ])
})

test('a body that does not fit the table is refused and the connection stays open', async () => {
  const body = gzipSync('{"a":1}\n{"a":"no number"}\n')
  const headers = { 'content-encoding': 'gzip' }
  await engine.client.command({ query: 'CREATE TABLE strict (a Int64) ORDER BY a' })
  const answer = await send('/?query=INSERT+INTO+strict+FORMAT+JSONEachRow', { headers, body })
  expect(answer.headers['x-clickhouse-exception-code']).toBe('27')
  expect(await rowsOf('SELECT count() AS n FROM strict')).toEqual([{ n: '0' }])
})
