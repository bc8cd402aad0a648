import { afterEach, beforeEach, expect, test } from 'vitest'
import { type LookupsUnderTest, startLookups } from './testing/start-lookups.ts'

let world: LookupsUnderTest
beforeEach(async () => {
  world = await startLookups()
})
afterEach(async () => {
  await world[Symbol.asyncDispose]()
})

const PATH = '/logyard/lookup/tables/of_file'
const OFFICES = { title: 'Offices', description: '', name: 'offices', key_column: 'ip', value_columns: ['office'] }
const CSV = 'ip;office;floor\n10.0.0.1;Berlin;2\n10.0.0.2;"Paris; old";1\n'
const query = (table: string, key: string) => world.ok('GET', `/system/lookup/tables/${table}/query?key=${key}`)
const counts = async () => {
  const total = async (kind: string) => (await world.ok('GET', `/system/lookup/${kind}?per_page=1`))['total']
  return [await total('tables'), await total('caches'), await total('adapters')]
}

test('a CSV text becomes a table that is in effect at once, and its file can be replaced', async () => {
  const made = await world.ok('POST', PATH, { ...OFFICES, separator: ';', csv: CSV })
  expect(made).toMatchObject({ lookup_table: { name: 'offices', title: 'Offices' }, values: 2 })
  expect(await query('offices', '10.0.0.2')).toMatchObject({ single_value: 'Paris; old' })
  const [adapter] = Object(await world.ok('GET', '/system/lookup/adapters?query=name:offices')).data_adapters
  expect(adapter).toMatchObject({ name: 'offices', config: { type: 'logyard-values' } })
  const load = (csv: string) =>
    world.logyard.call('POST', `/logyard/lookup/adapters/${adapter.id}/values/import`, {
      body: { csv, separator: ';', key_column: 'ip', value_columns: ['office', 'floor'], replace: true },
    })
  // An invalid file leaves the values as they are.
  expect((await load('ip;office;floor\n10.0.0.1;Rome;1\n10.0.0.1;Rome;2\n')).status).toBe(400)
  expect(await query('offices', '10.0.0.2')).toMatchObject({ single_value: 'Paris; old' })
  expect((await load(CSV)).body).toEqual({ added: 0, changed: 2, deleted: 0 })
  expect(await query('offices', '10.0.0.1')).toMatchObject({
    single_value: 'Berlin',
    multi_value: { office: 'Berlin', floor: '2' },
  })
})

test('a name that is taken or an invalid line creates nothing', async () => {
  const before = await counts()
  const documents = async () => (await world.logyard.settings.facts()).documents
  const stored = await documents()
  const call = (body: object) =>
    world.logyard.call('POST', PATH, { body: { ...OFFICES, separator: ';', csv: CSV, ...body } })
  expect(await call({ name: 'whois' })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('whois') },
  })
  expect(await call({ csv: 'ip;office\n;Rome\n' })).toMatchObject({
    status: 400,
    body: { message: 'Line 2 has no key.' },
  })
  expect(await call({ key_column: 'nope' })).toMatchObject({ status: 400 })
  expect(await counts()).toEqual(before)
  expect(await documents()).toBe(stored)
})

test('the parts of a deleted table do not prevent a new one of its name', async () => {
  const body = { ...OFFICES, separator: ';', csv: CSV, case_insensitive_lookup: true }
  const { lookup_table } = await world.ok('POST', PATH, body)
  await world.ok('DELETE', `/system/lookup/tables/${Object(lookup_table).id}`)
  await world.ok('POST', PATH, { ...body, csv: 'ip;office\nA;Rome\n' })
  expect(await query('offices', 'a')).toMatchObject({ single_value: 'Rome' })
  expect(await world.ok('GET', '/system/lookup/adapters/offices-2')).toMatchObject({ title: 'Offices' })
})

test('only users who may create lookup tables create one of a file', async () => {
  await world.logyard.addUser('reader', { permissions: ['lookuptables:read', 'lookuptables:edit'] })
  const as = 'reader:reader-password'
  expect((await world.logyard.call('POST', PATH, { as, body: { ...OFFICES, csv: CSV } })).status).toBe(403)
})
