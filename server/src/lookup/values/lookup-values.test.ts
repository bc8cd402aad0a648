import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rounds } from '../../testing/rounds.ts'
import type { LookupWriter } from '../lookup-tables.ts'
import { type LookupsUnderTest, startLookups } from '../testing/start-lookups.ts'

let world: LookupsUnderTest

beforeEach(async () => {
  world = await startLookups()
})
afterEach(async () => {
  await world[Symbol.asyncDispose]()
})

const CONFIG = { type: 'logyard-values', time_to_live: 0, time_to_live_unit: 'SECONDS', case_insensitive_lookup: false }
const MEMORY = {
  type: 'guava_cache',
  max_size: 100,
  expire_after_access: 0,
  expire_after_access_unit: 'SECONDS',
  expire_after_write: 0,
  expire_after_write_unit: 'SECONDS',
}
const MANY = rounds(20_000, 100_000)
const VALUES = '/logyard/lookup/adapters/own/values'
const make = (config = {}) => world.table('own', { adapter: { ...CONFIG, ...config }, cache: MEMORY })
const put = (body: object) => world.logyard.call('PUT', VALUES, { body })
const query = (key: string) => world.ok('GET', `/system/lookup/tables/own/query?key=${encodeURIComponent(key)}`)
const list = (parameters = '') => world.ok('GET', `${VALUES}?${parameters}`)

test('a value is stored, read by its key at once, changed, and deleted', async () => {
  await make()
  expect(await query('a')).toMatchObject({ single_value: null })
  expect((await put({ key: 'a', value: 'one' })).body).toMatchObject({ key: 'a', value: 'one', expires_at: null })
  expect(await query('a')).toMatchObject({ single_value: 'one', multi_value: { value: 'one' } })
  await put({ key: 'a', value: 2 })
  expect(await query('a')).toMatchObject({ single_value: 2 })
  await put({ key: 'l', value: ['x', 'y'] })
  expect(await query('l')).toMatchObject({ single_value: null, string_list_value: ['x', 'y'] })
  await put({ key: 'm', value: { country: 'de', value: 'Berlin' } })
  expect(await query('m')).toMatchObject({ single_value: 'Berlin', multi_value: { country: 'de', value: 'Berlin' } })
  expect(await list('query=value:erl')).toMatchObject({ total: 1, values: [{ key: 'm' }] })
  expect(await list('sort=key&order=desc&per_page=1')).toMatchObject({ total: 3, count: 1, values: [{ key: 'm' }] })
  expect((await world.logyard.call('DELETE', `${VALUES}?key=a`)).status).toBe(204)
  expect(await query('a')).toMatchObject({ single_value: null })
  expect((await world.logyard.call('DELETE', `${VALUES}?key=a`)).status).toBe(404)
  expect(await world.ok('POST', `${VALUES}/delete`, { keys: ['l', 'nope'] })).toEqual({ deleted: 1 })
  expect(await world.ok('POST', `${VALUES}/delete`, { all: true })).toEqual({ deleted: 1 })
  expect(await list()).toMatchObject({ total: 0 })
})

test('a value ends after its time', async () => {
  await make({ time_to_live: 500, time_to_live_unit: 'MILLISECONDS' })
  await put({ key: 'own', value: 'x', ttl_seconds: 1000 })
  await put({ key: 'endless', value: 'x', ttl_seconds: 0 })
  await put({ key: 'default', value: 'x' })
  expect((await query('own'))['ttl']).toBeLessThanOrEqual(1_000_000)
  await expect.poll(() => query('default')).toMatchObject({ single_value: null })
  expect(await query('own')).toMatchObject({ single_value: 'x' })
  expect(await list()).toMatchObject({ total: 2 })
})

test('a CSV text is imported whole or not at all', async () => {
  await make()
  await put({ key: 'old', value: 'x' })
  const load = (csv: string, more = {}) => world.logyard.call('POST', `${VALUES}/import`, { body: { csv, ...more } })
  expect((await load('value,key,ttl_seconds\n1,a,\n"2,\n3",b,60\n')).body).toEqual({ added: 2, changed: 0, deleted: 0 })
  expect(await query('b')).toMatchObject({ single_value: '2,\n3' })
  for (const [csv, message] of [
    ['name,value\na,1\n', 'The first line does not name the column "key".'],
    ['', 'The file is empty.'],
    ['key,value\nc,1\nd,1\nc,2\n', '1 key is there more than once: "c" (lines 2, 4).'],
    ['key,value,ttl_seconds\nc,1,soon\n', 'Line 2 has "soon", which is not a number of seconds.'],
    // Empty lines and line breaks in quotes count.
    ['key,value\n\na,"1\n2"\n,1\n', 'Line 5 has no key.'],
    ['key,value\nc\nd,1,2\n', 'Line 2 has no value. Line 3 has 3 values, but the first line has 2.'],
    ['key,value\nc,M\uFFFDnchen\n', 'Line 2 is not UTF-8 text.'],
    [
      `key,value\n${',\n'.repeat(7)}`,
      expect.stringMatching(/Line 2 has .* Line 6 has no key. 2 more lines are invalid.$/),
    ],
  ] as const) {
    expect(await load(csv)).toMatchObject({ status: 400, body: { message } })
  }
  expect((await load('key,value\na,5\n', { replace: true })).body).toEqual({ added: 0, changed: 1, deleted: 2 })
  expect(await list()).toMatchObject({ total: 1, values: [{ key: 'a', value: '5' }] })
})

test('many values are imported, listed, replaced and deleted while the server does its other work', async () => {
  const { adapter } = await make()
  const delay = monitorEventLoopDelay({ resolution: 10 })
  const longestMs = () => {
    const longest = delay.max / 1e6
    delay.reset()
    return Math.round(longest)
  }
  const rows = (count: number, value: string) =>
    ['key,value', ...Array.from({ length: count }, (_, at) => `key-${at},${value} ${at}`)].join('\n')
  const load = (csv: string, more = {}) => world.ok('POST', `${VALUES}/import`, { csv, ...more })
  delay.enable()
  expect(await load(rows(MANY, 'value of'))).toMatchObject({ added: MANY })
  const longest: Record<string, number> = { import: longestMs() }
  const lastKey = `key-${MANY - 1}`
  expect(await query(lastKey)).toMatchObject({ single_value: `value of ${MANY - 1}` })
  longestMs()
  expect(await list('per_page=1')).toMatchObject({ total: MANY, count: 1, values: [{ key: 'key-0' }] })
  longest['list'] = longestMs()
  expect(await list('query=key:key-777&sort=value&order=desc&per_page=1')).toMatchObject({
    total: MANY < 77_700 ? 11 : 111,
    count: 1,
    values: [{ key: MANY < 77_700 ? 'key-7779' : 'key-77799' }],
  })
  longest['search'] = longestMs()
  // Keys are compared otherwise: the values are read from the store again.
  const draft = { id: adapter, title: 'T', description: '', name: 'own' }
  const config = { ...CONFIG, case_insensitive_lookup: true }
  await world.ok('PUT', `/system/lookup/adapters/${adapter}`, { ...draft, config })
  await expect.poll(() => query(lastKey.toUpperCase())).toMatchObject({ single_value: `value of ${MANY - 1}` })
  longest['load'] = longestMs()
  expect(await load(rows(10, 'new'), { replace: true })).toEqual({ added: 0, changed: 10, deleted: MANY - 10 })
  longest['replace'] = longestMs()
  expect(await list()).toMatchObject({ total: 10 })
  delay.disable()
  // In one piece each of these takes seconds.
  expect(Math.max(...Object.values(longest)), JSON.stringify(longest)).toBeLessThan(1000)
  const tooMany = { csv: rows(100_001, 'x') }
  expect(await world.logyard.call('POST', `${VALUES}/import`, { body: tooMany })).toMatchObject({
    status: 400,
    body: { message: 'There are more than 100000 rows.' },
  })
}, 180_000)

test('values survive a change of the adapter, and go with it', async () => {
  const { adapter, table, cache } = await make()
  await put({ key: 'Key', value: 'x' })
  const draft = { id: adapter, title: 'T', description: '', name: 'own' }
  const config = { ...CONFIG, case_insensitive_lookup: true }
  await world.ok('PUT', `/system/lookup/adapters/${adapter}`, { ...draft, config })
  expect(await query('KEY')).toMatchObject({ single_value: 'x' })
  await put({ key: 'KEY', value: 'y' })
  expect(await query('key')).toMatchObject({ single_value: 'y' })
  expect(await list()).toMatchObject({ values: [{ key: 'KEY', value: 'y' }] })
  await world.ok('DELETE', `/system/lookup/tables/${table}`)
  await world.ok('DELETE', `/system/lookup/adapters/${adapter}`)
  const { name, ...rest } = draft
  const again = await world.ok('POST', '/system/lookup/adapters', { ...rest, id: null, name, config })
  expect(await world.ok('GET', `/logyard/lookup/adapters/${again['id']}/values`)).toMatchObject({ total: 0 })
  expect(cache).not.toBe('')
})

test('rules write values: they are read at once, and stored', async () => {
  await make({ time_to_live: 1, time_to_live_unit: 'HOURS' })
  const { lookups } = world.lookups.registry
  const stored = async () => (await world.logyard.settings.facts()).documents
  const before = await stored()
  const writer = (): LookupWriter => {
    const found = lookups.find('own')?.writer
    if (found === undefined) throw new Error('the table cannot be written')
    return found
  }
  expect(writer().setValue('n', 9_007_199_254_740_993n)).toMatchObject({ singleValue: '9007199254740993' })
  expect(writer().setStringList('l', ['a', 'b'])).toMatchObject({ stringListValue: ['a', 'b'] })
  expect(writer().addStringList('l', ['b', 'c'], false)).toMatchObject({ stringListValue: ['a', 'b', 'c'] })
  expect(writer().addStringList('l', ['c'], true)).toMatchObject({ stringListValue: ['a', 'b', 'c', 'c'] })
  expect(writer().removeStringList('l', ['c', 'x'])).toMatchObject({ stringListValue: ['a', 'b'] })
  expect(await query('l')).toMatchObject({ string_list_value: ['a', 'b'] })
  expect((await query('l'))['ttl']).toBeLessThanOrEqual(3_600_000)
  writer().assignTtl('l', 1)
  await expect.poll(() => query('l')).toMatchObject({ string_list_value: null })
  writer().clear('n')
  expect(await query('n')).toMatchObject({ single_value: null })
  writer().setValue('stays', true)
  await expect.poll(stored).toBe(before + 1)
})

test('senders of messages can neither store long keys nor let values grow without end', async () => {
  await make()
  const writer = (): LookupWriter | undefined => world.lookups.registry.lookups.find('own')?.writer
  const long = 'k'.repeat(20_000)
  expect(writer()?.setValue(long, 'x')).toMatchObject({ singleValue: null })
  expect(writer()?.addStringList(long, ['x'], true)).toMatchObject({ stringListValue: null })
  writer()?.clear(long)
  writer()?.setValue('text', 'before')
  expect(writer()?.setValue('text', 'x'.repeat(8192))).toMatchObject({ singleValue: 'before' })
  for (let added = 0; added < 2000; added += 1) writer()?.addStringList('list', [`address-${added}`], true)
  expect(JSON.stringify((await query('list'))['string_list_value']).length).toBeLessThanOrEqual(8192)
  expect(await query('text')).toMatchObject({ single_value: 'before' })
  expect(await list()).toMatchObject({ total: 2 })
})

test('values are only of adapters that store them, and only for users who may read or edit them', async () => {
  const { adapter } = await make()
  await put({ key: 'a', value: 1 })
  await world.logyard.addUser('reader', { permissions: [`lookuptables:read:${adapter}`] })
  await world.logyard.addUser('nobody')
  const call = (method: string, path: string, as: string, body?: object) =>
    world.logyard.call(method, path, { as: `${as}:${as}-password`, ...(body === undefined ? {} : { body }) })
  expect((await call('GET', VALUES, 'reader')).status).toBe(200)
  for (const [method, path, body] of [
    ['PUT', VALUES, { key: 'b', value: 1 }],
    ['DELETE', `${VALUES}?key=a`],
    ['POST', `${VALUES}/delete`, { all: true }],
    ['POST', `${VALUES}/import`, { csv: 'key,value\n' }],
  ] as const) {
    expect((await call(method, path, 'reader', body)).status).toBe(403)
    expect((await call(method, path, 'nobody', body)).status).toBe(403)
  }
  expect((await call('GET', VALUES, 'nobody')).status).toBe(403)
  expect((await call('GET', '/logyard/lookup/adapters/nope/values', 'nobody')).status).toBe(403)
  const config = { type: 'csvfile', path: '/nope', separator: ',', quotechar: '"', key_column: 'k', value_column: 'v' }
  await world.table('file', { adapter: { ...config, check_interval: 60 } })
  expect((await world.logyard.call('GET', '/logyard/lookup/adapters/file/values')).status).toBe(400)
})
