import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AdapterWorld, adapterWorld } from '../../testing/lookup/adapter-world.ts'
import { startDnsServer, type TestDnsServer } from '../../testing/lookup/dns-server.ts'
import { dnsLookupAdapter } from './dns-adapter.ts'

let world: AdapterWorld
let server: TestDnsServer
beforeEach(async () => {
  world = await adapterWorld()
  server = await startDnsServer({
    records: [{ name: 'a.example', type: 'A', ttl: 300, data: '192.0.2.1' }],
    failing: ['broken.example'],
  })
})
afterEach(async () => {
  await server[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

const configOf = (more: object = {}) => ({
  type: 'dnslookup' as const,
  lookup_type: 'A' as const,
  server_ips: `127.0.0.1:${server.port}`,
  request_timeout: 1000,
  cache_ttl_override_enabled: false,
  cache_ttl_override: null,
  cache_ttl_override_unit: null,
  ...more,
})

test.each([
  [{}, 300_000],
  [{ cache_ttl_override_enabled: true, cache_ttl_override: 2, cache_ttl_override_unit: 'MINUTES' }, 120_000],
  [{ cache_ttl_override_enabled: false, cache_ttl_override: 2, cache_ttl_override_unit: 'MINUTES' }, 300_000],
  [{ cache_ttl_override_enabled: true, cache_ttl_override: 2, cache_ttl_override_unit: null }, 300_000],
])('the time to live with %j', async (more, ttlMs) => {
  await using adapter = world.start(dnsLookupAdapter, configOf(more))
  expect(await adapter.lookUp('a.example')).toMatchObject({ singleValue: '192.0.2.1', ttlMs })
  expect(await adapter.lookUp('nowhere.example')).toMatchObject({ singleValue: null, ttlMs: Number.POSITIVE_INFINITY })
})

test('a server that fails is the error state, a bad key is not', async () => {
  await using adapter = world.start(dnsLookupAdapter, configOf())
  await expect(adapter.lookUp('not a name')).rejects.toThrow('not a valid host name')
  expect(adapter.problem()).toBeUndefined()
  await expect(adapter.lookUp('broken.example')).rejects.toThrow('code 2')
  expect(adapter.problem()).toBe('DNS server 127.0.0.1 responded with code 2')
  await adapter.lookUp('a.example')
  expect(adapter.problem()).toBeUndefined()
})

test.each([
  [{}, []],
  [{ server_ips: '' }, []],
  [{ server_ips: 'dns.example' }, ['server_ips']],
  [{ request_timeout: 0 }, ['request_timeout']],
  [{ cache_ttl_override_enabled: true, cache_ttl_override: 0 }, ['cache_ttl_override']],
])('the configuration %j', async (more, fields) => {
  const errors = await world.validate(dnsLookupAdapter, configOf(more))
  expect(Object.keys(errors)).toEqual(fields)
  expect(errors['server_ips']?.[0] ?? 'Invalid server IP address and/or port.').toMatch(
    /^Invalid server IP address and\/or port\./,
  )
  expect(errors['request_timeout'] ?? ['Value cannot be smaller than 1']).toEqual(['Value cannot be smaller than 1'])
})
