/** Two servers on one settings store answer the same lookups. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LookupsUnderTest, startLookups } from './testing/start-lookups.ts'

let one: LookupsUnderTest
let two: LookupsUnderTest

beforeAll(async () => {
  one = await startLookups()
  two = await startLookups({ beside: one.logyard })
})

afterAll(async () => {
  await two[Symbol.asyncDispose]()
  await one[Symbol.asyncDispose]()
})

const CONFIG = { type: 'logyard-values', time_to_live: 0, time_to_live_unit: 'SECONDS', case_insensitive_lookup: false }
const CACHE = {
  ...{ type: 'guava_cache', max_size: 100 },
  ...{ expire_after_access: 0, expire_after_access_unit: 'SECONDS' },
  ...{ expire_after_write: 0, expire_after_write_unit: 'SECONDS' },
}
const VALUES = '/logyard/lookup/adapters/own/values'
/** In the tables that processing uses. */
const valueAt = (node: LookupsUnderTest, key: string) => {
  const found = node.lookups.registry.lookups.find('own')?.lookUp(key)
  return found === undefined || !('singleValue' in found) ? undefined : found.singleValue
}
const namesAt = (node: LookupsUnderTest) => node.lookups.readable({ holds: () => true }).map(({ name }) => name)
const soon = { timeout: 1000, interval: 10 }

test('a table of one node is live on the other within a second, and gone with it', async () => {
  await one.table('own', { adapter: CONFIG, cache: CACHE })
  await expect.poll(() => namesAt(two), soon).toContain('own')
  const other = await two.table('other', { adapter: CONFIG, cache: CACHE })
  await expect.poll(() => namesAt(one), soon).toContain('other')
  await two.logyard.call('DELETE', `/system/lookup/tables/${other.table}`)
  await expect.poll(() => namesAt(one), soon).not.toContain('other')
})

test('values that one node stores, changes and deletes are those of the other within a second', async () => {
  expect(valueAt(two, 'a')).toBeNull()
  await one.logyard.call('PUT', VALUES, { body: { key: 'a', value: 'one' } })
  await expect.poll(() => valueAt(two, 'a'), soon).toBe('one')
  await two.logyard.call('PUT', VALUES, { body: { key: 'a', value: 'two' } })
  await expect.poll(() => valueAt(one, 'a'), soon).toBe('two')
  await one.logyard.call('DELETE', `${VALUES}?key=a`)
  await expect.poll(() => valueAt(two, 'a'), soon).toBeNull()
})

test('values that rules of one node store are those of the other', async () => {
  one.lookups.registry.lookups.find('own')?.writer?.setValue('r', 'by a rule')
  await expect.poll(() => valueAt(two, 'r'), soon).toBe('by a rule')
})
