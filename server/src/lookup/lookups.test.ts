import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LookupsUnderTest, NO_DEFAULTS, startLookups } from './testing/start-lookups.ts'

let world: LookupsUnderTest
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'logyard-lookups-'))
  world = await startLookups()
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

let files = 0
async function csv(text: string): Promise<string> {
  files += 1
  const path = join(folder, `table-${files}.csv`)
  await writeFile(path, text)
  return path
}

const csvConfig = (path: string, more: Readonly<Record<string, unknown>> = {}) => ({
  type: 'csvfile',
  path,
  separator: ',',
  quotechar: '"',
  key_column: 'key',
  value_column: 'value',
  check_interval: 1,
  case_insensitive_lookup: false,
  ...more,
})
const MEMORY = {
  type: 'guava_cache',
  max_size: 100,
  expire_after_access: 0,
  expire_after_access_unit: 'SECONDS',
  expire_after_write: 0,
  expire_after_write_unit: 'SECONDS',
}
const query = (table: string, key: string) =>
  world.ok('GET', `/system/lookup/tables/${table}/query?key=${encodeURIComponent(key)}`)
const ENDLESS = '9223372036854775807'

test('an unknown table is an error result, and a key is required', async () => {
  expect(await query('none', 'a')).toEqual({
    single_value: null,
    multi_value: null,
    string_list_value: null,
    has_error: true,
    ttl: 5000,
  })
  for (const path of ['query', 'query?key=']) {
    const answer = await world.logyard.call('GET', `/system/lookup/tables/none/${path}`)
    expect(answer).toMatchObject({ status: 400, body: [{ message_template: expect.any(String), path: 'key' }] })
  }
})

test('a hit has its value twice and no end, with all digits', async () => {
  await world.table('hits', { adapter: csvConfig(await csv('key,value\nweb,Web server\n"a,b","say ""hi"""\n')) })
  const { text } = await world.logyard.call('GET', '/system/lookup/tables/hits/query?key=web')
  expect(text).toContain(`"ttl":${ENDLESS}`)
  expect(await query('hits', 'web')).toMatchObject({
    single_value: 'Web server',
    multi_value: { value: 'Web server' },
    string_list_value: null,
    has_error: false,
  })
  expect(await query('hits', 'a,b')).toMatchObject({ single_value: 'say "hi"' })
  expect(await query('hits', 'Web')).toMatchObject({ single_value: null, multi_value: null, has_error: false })
})

test.each([
  ['NUMBER', '42', 'NULL', '', '"single_value":42,"multi_value":{"value":42}'],
  [
    'NUMBER',
    '9007199254740993',
    'NULL',
    '',
    '"single_value":9007199254740993,"multi_value":{"value":9007199254740993}',
  ],
  ['NUMBER', '1.5', 'NULL', '', '"single_value":1.5,"multi_value":{"value":1.5}'],
  ['BOOLEAN', 'TRUE', 'NULL', '', '"single_value":true,"multi_value":{"value":true}'],
  ['BOOLEAN', 'yes', 'NULL', '', '"single_value":false,"multi_value":{"value":false}'],
  ['STRING', 'x', 'OBJECT', '{"a":[1]}', '"single_value":"x","multi_value":{"a":[1]}'],
  ['NULL', '', 'OBJECT', '{"a":1}', '"single_value":null,"multi_value":{"a":1}'],
  ['NUMBER', 'x', 'OBJECT', '[1]', '"single_value":null,"multi_value":null'],
])('defaults %s %s and %s %s', async (singleType, single, multiType, multi, expected) => {
  const name = `defaults-${singleType}-${single}-${multiType}`.toLowerCase()
  await world.table(name, {
    adapter: csvConfig(await csv('key,value\n')),
    table: {
      default_single_value: single,
      default_single_value_type: singleType,
      default_multi_value: multi,
      default_multi_value_type: multiType,
    },
  })
  const { text } = await world.logyard.call('GET', `/system/lookup/tables/${name}/query?key=missing`)
  expect(text).toContain(expected)
})

test('a missing file is an error state, not a refusal, and a later file ends it', async () => {
  const path = join(folder, 'later.csv')
  const draft = { title: 'Later', description: '', name: 'later-adapter', config: csvConfig(path) }
  expect(await world.ok('POST', '/system/lookup/adapters/validate', draft)).toMatchObject({
    failed: true,
    errors: { path: ['The file does not exist.'] },
  })
  const defaults = { default_single_value: 'a default', default_single_value_type: 'STRING' }
  await world.table('later', { adapter: csvConfig(path), table: defaults })
  const names = { tables: ['later', 'none'], caches: ['later'], data_adapters: ['later', 'none'] }
  expect(await world.ok('POST', '/system/lookup/errorstates', names)).toEqual({
    tables: { later: 'The file does not exist.' },
    caches: { later: null },
    data_adapters: { later: 'The file does not exist.' },
    off: { tables: [], data_adapters: [] },
  })
  // The defaults do not hide the error.
  expect(await query('later', 'a')).toMatchObject({ single_value: null, has_error: true, ttl: 5000 })
  await writeFile(path, 'key,value\na,1\n')
  await expect.poll(() => query('later', 'a'), { timeout: 5000 }).toMatchObject({ single_value: '1' })
  expect(await world.ok('POST', '/system/lookup/errorstates', names)).toMatchObject({
    tables: { later: '' },
    data_adapters: { later: null },
    off: { tables: [], data_adapters: [] },
  })
})

test('a changed file is read again, and the caches forget it; a broken one leaves the data as they are', async () => {
  const path = await csv('key,value\na,1\nb,2\n')
  await world.table('changing', { adapter: csvConfig(path), cache: MEMORY })
  expect(await query('changing', 'a')).toMatchObject({ single_value: '1' })
  await writeFile(path, 'value,key\n3,a\n')
  await expect.poll(() => query('changing', 'a'), { timeout: 5000 }).toMatchObject({ single_value: '3' })
  expect(await query('changing', 'b')).toMatchObject({ single_value: null })
  const problem = () => world.ok('POST', '/system/lookup/errorstates', { tables: ['changing'] })
  for (const [text, expected] of [
    ['key,value\na,5\nb,1\na,6\n', 'The key "a" is there more than once.'],
    ['name,value\na,5\n', "Couldn't detect column number for key or value - check CSV file format"],
    ['key,value\na,"5\n', 'The last quoted value does not end.'],
  ] as const) {
    await writeFile(path, text)
    await expect.poll(problem, { timeout: 5000 }).toMatchObject({ tables: { changing: expected } })
    expect(await query('changing', 'a')).toMatchObject({ single_value: '3', has_error: false })
  }
  await writeFile(path, 'key,value\na,7\n')
  await expect.poll(problem, { timeout: 5000 }).toMatchObject({ tables: { changing: '' } })
  expect(await query('changing', 'a')).toMatchObject({ single_value: '7' })
})

test('case can be ignored', async () => {
  const config = csvConfig(await csv('key,value\nAlice,1\n'), { case_insensitive_lookup: true })
  await world.table('any-case', { adapter: config, cache: MEMORY })
  for (const key of ['alice', 'ALICE']) expect(await query('any-case', key)).toMatchObject({ single_value: '1' })
})

test('a purge of one key leaves the others, and a purge of a table leaves other adapters of a shared cache', async () => {
  const { caches } = await purgeWorld()
  const entries = async () => {
    const { value } = Object(world.metrics.find(`org.graylog2.lookup.caches.${caches}.entries`))
    return value
  }
  for (const [table, key] of [
    ['one', 'a'],
    ['one', 'b'],
    ['two', 'a'],
  ] as const) {
    await query(table, key)
  }
  await expect.poll(entries, { timeout: 5000 }).toBe(3)
  const purge = async (path: string) =>
    (await world.logyard.call('POST', `/system/lookup/tables/${path}`, { body: {} })).status
  expect(await purge('one/purge?key=a')).toBe(204)
  await expect.poll(entries, { timeout: 5000 }).toBe(2)
  expect(await purge('one/purge')).toBe(204)
  await expect.poll(entries, { timeout: 5000 }).toBe(1)
  expect(await world.logyard.call('POST', '/system/lookup/tables/nope/purge')).toMatchObject({
    status: 404,
    body: { message: 'Lookup table <nope> not found' },
  })
  const hits = Object(world.metrics.find(`org.graylog2.lookup.caches.${caches}.misses`))
  expect(hits).toMatchObject({ type: 'meter', rates: { total: 3 } })
})

test('a few lookups are timed, and a cache without a memory has no number of entries', async () => {
  const { cache } = await world.table('timed', { adapter: csvConfig(await csv('key,value\na,1\n')) })
  for (const key of ['a', 'b', 'a']) await query('timed', key)
  const metric = (name: string) => Object(world.metrics.find(`org.graylog2.lookup.caches.${cache}.${name}`))
  await expect.poll(() => metric('lookupTime').rates?.total, { timeout: 5000 }).toBe(3)
  expect(metric('lookupTime').sum).toBeGreaterThan(0)
  expect(metric('entries').value).toBe(-1)
})

async function purgeWorld() {
  const one = await world.table('one', { adapter: csvConfig(await csv('key,value\na,1\nb,2\n')), cache: MEMORY })
  const two = await world.table('two', { adapter: csvConfig(await csv('key,value\na,1\n')) })
  const draft = { title: 'Two', description: '', name: 'two', ...NO_DEFAULTS }
  const ids = { cache_id: one.cache, data_adapter_id: two.adapter }
  await world.ok('PUT', `/system/lookup/tables/${two.table}`, { ...draft, ...ids, id: two.table })
  return { caches: one.cache }
}

test('a cache or adapter in use is not deleted, and a deleted table frees both', async () => {
  const ids = await world.table('used', { adapter: csvConfig(await csv('key,value\na,1\n')) })
  for (const [path, message] of [
    [`caches/${ids.cache}`, 'The cache is still in use, cannot delete.'],
    [`adapters/${ids.adapter}`, 'The adapter is still in use, cannot delete.'],
  ]) {
    expect(await world.logyard.call('DELETE', `/system/lookup/${path}`)).toMatchObject({
      status: 400,
      body: { message },
    })
  }
  expect(await world.ok('DELETE', '/system/lookup/tables/used')).toMatchObject({ id: ids.table, name: 'used' })
  expect(await world.ok('DELETE', '/system/lookup/caches/used')).toMatchObject({ id: ids.cache })
  expect(await world.ok('DELETE', `/system/lookup/adapters/${ids.adapter}`)).toMatchObject({ name: 'used' })
  expect((await world.logyard.call('GET', '/system/lookup/adapters/used')).body).toEqual({
    type: 'ApiError',
    message: 'HTTP 404 Not Found',
  })
})

test('a renamed table has only its new name at once', async () => {
  const ids = await world.table('old-name', { adapter: csvConfig(await csv('key,value\na,1\n')) })
  const table = { title: 'T', description: '', ...NO_DEFAULTS, cache_id: ids.cache, data_adapter_id: ids.adapter }
  const put = (path: string, body: object) => world.logyard.call('PUT', `/system/lookup/tables/${path}`, { body })
  expect(await put('old-name', { ...table, id: ids.table, name: 'new-name' })).toMatchObject({
    status: 400,
    body: { message: 'URL parameter <old-name> does not match parameter in request body' },
  })
  expect((await put(ids.table, { ...table, id: ids.table, name: 'new-name' })).status).toBe(200)
  expect(await query('old-name', 'a')).toMatchObject({ has_error: true })
  expect(await query('new-name', 'a')).toMatchObject({ single_value: '1' })
})

test('names are unique, and validation says so', async () => {
  const ids = await world.table('unique', { adapter: csvConfig(await csv('key,value\na,1\n')) })
  const parts = { title: 'T', description: '', name: 'unique' }
  const table = { ...parts, ...NO_DEFAULTS, cache_id: ids.cache, data_adapter_id: ids.adapter }
  expect((await world.logyard.call('POST', '/system/lookup/tables', { body: table })).status).toBe(400)
  const validate = (body: object) => world.ok('POST', '/system/lookup/tables/validate', body)
  expect(await validate(table)).toEqual({
    failed: true,
    errors: { name: ['The lookup table name is already in use.'] },
    error_context: {},
  })
  expect(await validate({ ...table, id: ids.table })).toEqual({ failed: false, errors: {}, error_context: {} })
  expect(
    await validate({
      ...table,
      id: ids.table,
      default_single_value_type: 'OBJECT',
      default_multi_value_type: 'OBJECT',
    }),
  ).toMatchObject({ errors: { default_single_value: [expect.any(String)], default_multi_value: [expect.any(String)] } })
  const empty = await world.logyard.call('POST', '/system/lookup/tables/validate', { body: { ...table, title: '' } })
  expect(empty).toMatchObject({ status: 400, body: [{ path: 'title' }] })
  expect(
    await world.ok('POST', '/system/lookup/caches/validate', { ...parts, config: { ...MEMORY, max_size: -1 } }),
  ).toEqual({
    failed: true,
    errors: { name: ['The cache name is already in use.'], max_size: ['Value cannot be smaller than 0'] },
    error_context: {},
  })
})

test('lists are searched, sorted and paged, and resolve what tables use', async () => {
  const path = await csv('key,value\n')
  const geo = await world.table('zz-geoip', { adapter: csvConfig(path) })
  await world.table('zz-users', { adapter: csvConfig(path) })
  const list = (parameters: string) => world.ok('GET', `/system/lookup/tables?${parameters}`)
  expect(await list('query=name:geo')).toMatchObject({ total: 1, count: 1, page: 1, per_page: 50, query: 'name:geo' })
  const { lookup_tables, caches } = await list('query=zz-&per_page=1')
  expect(lookup_tables).toMatchObject([{ name: 'zz-users' }])
  expect(caches).toEqual({})
  const { lookup_tables: all } = await list('query=zz-&per_page=0&order=asc')
  expect(all).toMatchObject([{ name: 'zz-geoip' }, { name: 'zz-users' }])
  expect(await list('query=name:geo&resolve=true')).toMatchObject({
    caches: { [geo.cache]: { name: 'zz-geoip' } },
    data_adapters: { [geo.adapter]: { name: 'zz-geoip', config: { type: 'csvfile' } } },
  })
  expect((await world.logyard.call('GET', '/system/lookup/tables?query=%22a')).status).toBeGreaterThanOrEqual(200)
})

test('an adapter is asked without cache and defaults, by its name only', async () => {
  const ids = await world.table('direct', {
    adapter: csvConfig(await csv('key,value\na,1\n')),
    table: { default_single_value: 'd', default_single_value_type: 'STRING' },
  })
  const ask = (name: string, key: string) =>
    world.logyard.call('GET', `/system/lookup/adapters/${name}/query?key=${key}`)
  expect((await ask('direct', 'a')).body).toMatchObject({ single_value: '1' })
  expect((await ask('direct', 'b')).body).toMatchObject({ single_value: null, has_error: false })
  expect(await ask(ids.adapter, 'a')).toMatchObject({
    status: 404,
    body: { message: `Unable to find data adapter ${ids.adapter}` },
  })
})

test('a configuration of an unknown type is stored without its other keys, and does nothing', async () => {
  const ids = await world.table('strange', { adapter: { type: 'strange', secret: 'x' }, cache: { type: 'odd', a: 1 } })
  expect((await world.ok('GET', `/system/lookup/adapters/${ids.adapter}`))['config']).toEqual({ type: 'strange' })
  expect((await world.ok('GET', '/system/lookup/caches/strange'))['config']).toEqual({ type: 'odd' })
  expect(await query('strange', 'a')).toMatchObject({ has_error: true })
  expect(await world.ok('POST', '/system/lookup/errorstates', { tables: ['strange'] })).toEqual({
    tables: {
      strange:
        'Unknown data adapter type strange. Is the plugin missing?\nUnknown cache type odd. Is the plugin missing?',
    },
    caches: {},
    data_adapters: {},
    off: { tables: [], data_adapters: [] },
  })
})

test('every user can read the forms of caches and data adapters, which the types leave out', async () => {
  await world.logyard.addUser('reader')
  const as = 'reader:reader-password'
  for (const kind of ['caches', 'adapters']) {
    const types = await world.ok('GET', `/system/lookup/types/${kind}`)
    const forms = await world.logyard.call('GET', `/system/lookup/forms/${kind}`, { as })
    const withForm = Object.entries(types).map(([type, facts]) => [
      type,
      { ...Object(facts), form: expect.any(Object) },
    ])
    expect(forms).toMatchObject({ status: 200, body: Object.fromEntries(withForm) })
    expect(JSON.stringify(types)).not.toContain('"form"')
    expect(await world.logyard.call('GET', `/system/lookup/types/${kind}`, { as })).toMatchObject({ status: 403 })
  }
})
