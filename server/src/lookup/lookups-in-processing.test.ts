/** Lookup tables as users see them: made over the API, asked for messages from sockets by real threads. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { INPUT, type LaunchedInput, type Receiver, startReceiver } from '../senders/testing/receiver.ts'
import { endless, type HttpSource, startHttpSource, text } from '../testing/lookup/http-source.ts'
import { ADMIN_PASSWORD } from '../testing/server-process.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { NO_DEFAULTS } from './testing/start-lookups.ts'

const START_LIMIT_MS = 60_000
const authorization = `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}`
const headers = { authorization, 'content-type': 'application/json', 'x-requested-by': 'test' }
const KEY = '$' + '{key}'

const folder = await temporaryFolder()
let receiver: Receiver
let source: HttpSource

beforeAll(async () => {
  receiver = await startReceiver()
  source = await startHttpSource()
  const entries = [{ id: 'source', type: 'regex', title: 'Source', value: `^${source.url}/` }]
  await ask('PUT', '/system/urlwhitelist', { entries, disabled: false })
}, START_LIMIT_MS)
afterAll(async () => {
  await source[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

async function ask(method: string, path: string, body?: object) {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const answer = await fetch(`${receiver.url}api${path}`, { method, headers, ...sent })
  const answered = await answer.text()
  expect(answer.ok, `${method} ${path}: ${answered}`).toBe(true)
  return answered === '' ? undefined : JSON.parse(answered)
}

type Person = (method: string, path: string, body: object) => Promise<{ status: number; text: string }>

async function person(username: string, permissions: readonly string[]): Promise<Person> {
  const password = 'a long password'
  const names = { username, full_name: username, email: `${username}@example.org` }
  await ask('POST', '/users', { ...names, password, permissions, roles: ['Reader'] })
  const own = { ...headers, authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
  return async (method, path, body) => {
    const answer = await fetch(`${receiver.url}api${path}`, { method, headers: own, body: JSON.stringify(body) })
    return { status: answer.status, text: await answer.text() }
  }
}

const MEMORY = {
  type: 'guava_cache',
  max_size: 1000,
  expire_after_access: 0,
  expire_after_access_unit: 'SECONDS',
  expire_after_write: 0,
  expire_after_write_unit: 'SECONDS',
}
const csvConfig = (path: string) => ({
  type: 'csvfile',
  path,
  separator: ',',
  quotechar: '"',
  key_column: 'key',
  value_column: 'value',
  check_interval: 1,
  case_insensitive_lookup: false,
})
const OWN = { type: 'logyard-values', time_to_live: 0, time_to_live_unit: 'SECONDS', case_insensitive_lookup: false }
const webConfig = (path: string) => ({
  type: 'httpjsonpath',
  url: `${source.url}/${path}/${KEY}`,
  single_value_jsonpath: '$.value',
  user_agent: 'Tests',
})

async function table(name: string, config: object, cache: object = MEMORY) {
  const named = { title: `Title of ${name}`, description: '', name }
  const errors = { custom_error_ttl_enabled: true, custom_error_ttl: 100, custom_error_ttl_unit: 'MILLISECONDS' }
  const { id: cache_id } = await ask('POST', '/system/lookup/caches', { ...named, config: cache })
  const { id: data_adapter_id } = await ask('POST', '/system/lookup/adapters', { ...named, ...errors, config })
  await ask('POST', '/system/lookup/tables', { ...named, ...NO_DEFAULTS, cache_id, data_adapter_id })
  return { cache: { ...named, id: cache_id, config: cache } }
}

/** One pipeline of one rule. */
async function rule(title: string, body: string): Promise<void> {
  await ask('POST', '/system/pipelines/rule', { source: `rule "${title}" ${body} end` })
  const { id } = await ask('POST', '/system/pipelines/pipeline', {
    source: `pipeline "Of ${title}" stage 0 match all rule "${title}" end`,
  })
  await ask('POST', '/system/pipelines/connections/to_pipeline', { pipeline_id: id, stream_ids: [DEFAULT_STREAM_ID] })
}
async function send({ port }: LaunchedInput, ...messages: readonly object[]): Promise<void> {
  const lines = messages.map((message) => JSON.stringify({ version: '1.1', host: 'h', short_message: 'm', ...message }))
  const answer = await fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body: lines.join('\n') })
  expect(answer.status).toBe(202)
}
const launch = () => receiver.launch(INPUT.gelfHttp, { enable_bulk_receiving: true })
const fieldsOf = async (input: LaunchedInput, count: number): Promise<readonly unknown[]> =>
  (await receiver.stored(input, count)).map(({ fields }) => fields)

/** Sends a message to a new input until what is stored of it is as expected. */
async function untilStored(message: object, expected: object): Promise<void> {
  const input = await launch()
  let count = 0
  const newest = async () => {
    await send(input, message)
    count += 1
    return (await fieldsOf(input, count)).at(-1)
  }
  await expect.poll(newest, { interval: 50 }).toMatchObject(expected)
}

const extractor = (more: object) => ({
  title: 'Lookup',
  cut_or_copy: 'copy',
  source_field: 'message',
  converters: {},
  condition_type: 'none',
  condition_value: '',
  ...more,
})

test('a rule, an extractor, a converter and a decorator find the values of files, of Logyard and of the web', async () => {
  const path = join(folder.path, 'teams.csv')
  await writeFile(path, 'key,value\nada,Engines\ngrace,Compilers\n')
  source.answer((request, response) => void response.end(JSON.stringify({ value: `about ${request.url}` })))
  const names = ['teams', 'own', 'web'] as const
  for (const [name, config] of [
    ['teams', csvConfig(path)],
    ['own', OWN],
    ['web', webConfig('about')],
  ] as const) {
    await table(name, config)
  }
  await ask('PUT', '/logyard/lookup/adapters/own/values', { key: 'ada', value: 'since 1843' })
  const set = names.map((name) => `set_field("rule_${name}", lookup_value("${name}", $message.message, "none"));`)
  await rule('ask all', `when has_field("all") then ${set.join(' ')}`)
  const input = await launch()
  for (const name of names) {
    const config = { lookup_table_name: name }
    await ask(
      'POST',
      `/system/inputs/${input.id}/extractors`,
      extractor({ target_field: `extractor_${name}`, extractor_type: 'lookup_table', extractor_config: config }),
    )
    await ask(
      'POST',
      `/system/inputs/${input.id}/extractors`,
      extractor({
        target_field: `converter_${name}`,
        extractor_type: 'regex',
        extractor_config: { regex_value: '(.*)' },
        converters: { lookup_table: config },
      }),
    )
  }
  await ask('POST', '/search/decorators', {
    type: 'org.graylog2.decorators.LookupTableDecorator',
    config: { source_field: 'who', target_field: 'decorated', lookup_table_name: 'web' },
    stream: null,
    order: 0,
  })
  await send(input, { short_message: 'ada', _all: 1, _who: 'Ada' }, { short_message: 'bob', _all: 1 })
  const stored = await fieldsOf(input, 2)
  const found = (teams: string, own: string, web: string) => ({ teams, own, web })
  const prefixed = (prefix: string, values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}_${name}`, value]))
  const ada = found('Engines', 'since 1843', 'about /about/ada')
  const all = { ...prefixed('rule', ada), ...prefixed('extractor', ada), ...prefixed('converter', ada) }
  expect(stored[0]).toEqual({ all: 1, who: 'Ada', ...all })
  const bob = found('none', 'none', 'about /about/bob')
  expect(stored[1]).toEqual({
    all: 1,
    ...prefixed('rule', bob),
    extractor_web: bob.web,
    ...prefixed('converter', { ...bob, teams: 'bob', own: 'bob' }),
  })
  const { messages } = await ask('GET', '/search/universal/relative?query=who:Ada&range=300')
  expect(messages).toMatchObject([{ message: { who: 'Ada', decorated: 'about /about/Ada' } }])
  // Each key was asked for once by the thread that processed it, and once for the decorator.
  expect(source.requests.map((one) => one.path).toSorted()).toEqual(['/about/Ada', '/about/ada', '/about/bob'])
})

test('a stored value that was changed is seen within a second, and rules write values that users see', async () => {
  await table('counted', OWN)
  await rule(
    'read and write',
    `when has_field("visitor") then
      set_field("known", lookup_value("counted", $message.visitor, "nobody"));
      lookup_set_value("counted", concat("last-", to_string($message.visitor)), $message.page);`,
  )
  const input = await launch()
  await send(input, { _visitor: 'v', _page: 'start' })
  expect(await fieldsOf(input, 1)).toMatchObject([{ known: 'nobody' }])
  let count = 1
  for (const value of ['one', 'two', 'three']) {
    await ask('PUT', '/logyard/lookup/adapters/counted/values', { key: 'v', value })
    await send(input, { _visitor: 'v', _page: value })
    count += 1
    // At once: what is sent after the answer of the API is processed with the new value.
    expect((await fieldsOf(input, count)).at(-1)).toMatchObject({ known: value })
  }
  const last = () => ask('GET', '/logyard/lookup/adapters/counted/values?query=key:last-v')
  await expect.poll(last).toMatchObject({ total: 1, values: [{ key: 'last-v', value: 'three' }] })
  // The thread reads what it has written itself.
  await send(input, { _visitor: 'last-v', _page: 'x' })
  expect((await fieldsOf(input, count + 1)).at(-1)).toMatchObject({ known: 'three' })
})

test('a purge, and a cache that is saved again, reach the processing threads', async () => {
  source.answer(text('{"value":"first"}'))
  const { cache } = await table('cached', webConfig('cached'))
  await rule('cached', 'when has_field("c") then set_field("found", lookup_value("cached", $message.c));')
  const input = await launch()
  let count = 0
  const found = async () => {
    await send(input, { _c: 'k' })
    count += 1
    return (await fieldsOf(input, count)).at(-1)
  }
  expect(await found()).toMatchObject({ found: 'first' })
  source.answer(text('{"value":"second"}'))
  expect(await found()).toMatchObject({ found: 'first' })
  await ask('POST', '/system/lookup/tables/cached/purge?key=other', {})
  expect(await found()).toMatchObject({ found: 'first' })
  await ask('POST', '/system/lookup/tables/cached/purge?key=k', {})
  expect(await found()).toMatchObject({ found: 'second' })
  source.answer(text('{"value":"third"}'))
  expect(await found()).toMatchObject({ found: 'second' })
  await ask('POST', '/system/lookup/tables/cached/purge', {})
  expect(await found()).toMatchObject({ found: 'third' })
  source.answer(text('{"value":"fourth"}'))
  await ask('PUT', `/system/lookup/caches/${cache.id}`, cache)
  expect(await found()).toMatchObject({ found: 'fourth' })
})

test.each([
  ['hangs', () => undefined, /^The source did not answer within 3 seconds\.$/],
  ['answers 500', text('', 500), /500/],
  ['sends 100 MB', endless, /is longer than|within 3 seconds/],
  ['closes the connection', (request: { destroy(): void }) => void request.destroy(), /./],
] as const)(
  'a source that %s does not stop processing, and the table says what is wrong',
  async (what, respond, problem) => {
    const name = what.replaceAll(' ', '-').toLowerCase()
    source.answer(respond)
    await table(name, webConfig(name))
    await rule(
      name,
      `when has_field("${name}") then set_field("found", lookup_value("${name}", $message.\`${name}\`, "no value"));`,
    )
    const input = await launch()
    const other = await launch()
    // As many keys as a source that hangs is asked for until it has a pause, and more.
    const messages = Array.from({ length: 40 }, (_, n) => ({ [`_${name}`]: `key-${n}` }))
    await send(input, ...messages)
    await send(other, { short_message: 'no lookup' })
    expect(await fieldsOf(other, 1)).toEqual([{}])
    const stored = await fieldsOf(input, 40)
    expect(stored.map((fields) => Object(fields).found)).toEqual(Array(40).fill('no value'))
    const { tables } = await ask('POST', '/system/lookup/errorstates', { tables: [name] })
    expect(tables[name]).toMatch(problem)

    source.answer(text('{"value":"again"}'))
    await untilStored({ [`_${name}`]: 'key-0' }, { found: 'again' })
    expect(await ask('POST', '/system/lookup/errorstates', { tables: [name] })).toEqual({
      tables: { [name]: '' },
      caches: {},
      data_adapters: {},
      off: { tables: [], data_adapters: [] },
    })
  },
  90_000,
)

test('while a file is written again and again, each message finds a value of one of its versions', async () => {
  const path = join(folder.path, 'rewritten.csv')
  const rows = (version: string) => Array.from({ length: 20_000 }, (_, n) => `key-${n},${version}`)
  const write = (version: string) => writeFile(path, ['key,value', ...rows(version)].join('\n'))
  await write('v0')
  await table('rewritten', csvConfig(path))
  await rule('rewritten', 'when has_field("w") then set_field("found", lookup_value("rewritten", $message.w, "gap"));')
  const input = await launch()
  let count = 0
  for (let version = 1; version <= 20; version += 1) {
    // In two parts: a refresh may read half of a row.
    const whole = ['key,value', ...rows(`v${version}`)].join('\n')
    await writeFile(path, whole.slice(0, whole.length / 2))
    await send(input, { _w: 'key-19' })
    await writeFile(path, whole)
    await send(input, { _w: 'key-19' })
    count += 2
  }
  const versions = (await fieldsOf(input, count)).map((fields) => String(Object(fields).found))
  expect(versions.filter((version) => !/^v\d+$/.test(version))).toEqual([])
  await untilStored({ _w: 'key-19999' }, { found: 'v20' })
})

test('only users who may read a table use it in extractors, converters and decorators', async () => {
  await table('closed', OWN)
  await ask('PUT', '/logyard/lookup/adapters/closed/values', { key: 'ada', value: 'secret' })
  const { id: tableId } = (await ask('GET', '/system/lookup/tables/closed')).lookup_tables[0]
  const input = await launch()
  await send(input, { _opens: 'ada' })
  await fieldsOf(input, 1)
  const permissions = [
    'decorators:create',
    'streams:edit',
    `inputs:edit:${input.id}`,
    `streams:read:${DEFAULT_STREAM_ID}`,
  ]
  const outsider = await person('outsider', permissions)
  const insider = await person('insider', [...permissions, `lookuptables:read:${tableId}`])

  const extractors = `/system/inputs/${input.id}/extractors`
  const config = { lookup_table_name: 'closed' }
  const plain = { extractor_type: 'regex', extractor_config: { regex_value: '(.*)' } }
  for (const draft of [
    extractor({ target_field: 'x', extractor_type: 'lookup_table', extractor_config: config }),
    extractor({ target_field: 'x', ...plain, converters: { lookup_table: config } }),
  ]) {
    const refused = await outsider('POST', extractors, draft)
    expect(refused).toMatchObject({ status: 400, text: expect.stringContaining('no lookup table named closed') })
    expect((await insider('POST', extractors, draft)).status).toBe(201)
  }

  const decorator = {
    type: 'org.graylog2.decorators.LookupTableDecorator',
    config: { source_field: 'opens', target_field: 'opened', ...config },
    stream: null,
    order: 0,
  }
  const opened = async (as: Person, decorators: readonly object[]) => {
    const list = { id: 'list', type: 'messages', decorators }
    const query = { id: 'q', query: { type: 'elasticsearch', query_string: 'opens:ada' }, search_types: [list] }
    const range = { type: 'relative', range: 0 }
    const { text: answer } = await as('POST', '/views/search/sync', { queries: [{ ...query, timerange: range }] })
    return JSON.parse(answer).results.q.search_types.list.messages[0].message.opened
  }
  expect(await opened(outsider, [decorator])).toBeUndefined()
  expect(await opened(insider, [decorator])).toBe('secret')
  expect((await outsider('POST', '/search/decorators', decorator)).status).toBe(403)
  expect((await insider('POST', '/search/decorators', decorator)).status).toBe(200)
  // As it is stored, it is for all searches.
  expect(await opened(outsider, [decorator])).toBe('secret')
})
