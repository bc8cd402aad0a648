import { THREAT_INTEL_KEY } from '@logyard/contract/lookup/threat-intelligence'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AdapterWorld, adapterWorld } from '../../testing/lookup/adapter-world.ts'
import { endless, type HttpSource, startHttpSource, text } from '../../testing/lookup/http-source.ts'
import { otxAdapter } from './otx-adapter.ts'

const ANSWER = {
  indicator: '192.0.2.7',
  pulse_info: {
    count: 2,
    pulses: [
      { id: 'p1', name: 'Botnet' },
      { id: 'p2', name: 'Scan' },
    ],
  },
}

let world: AdapterWorld
let source: HttpSource
beforeEach(async () => {
  source = await startHttpSource(text(JSON.stringify(ANSWER)))
  world = await adapterWorld({ otx: new URL(source.url) })
})
afterEach(async () => {
  await source[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

const configOf = (more: object = {}) => ({
  type: 'otx-api' as const,
  indicator: 'IPAutoDetect' as const,
  api_key: 'the key',
  api_url: source.url,
  http_user_agent: 'Tests',
  http_connect_timeout: 30_000,
  http_write_timeout: 30_000,
  http_read_timeout: 30_000,
  ...more,
})

test('the number of pulses and the whole answer', async () => {
  await using adapter = world.start(otxAdapter, configOf())
  expect(await adapter.lookUp(' 192.0.2.7 ')).toMatchObject({ singleValue: 2, multiValue: ANSWER, hasError: false })
  expect(source.requests).toMatchObject([
    {
      path: '/api/v1/indicators/IPv4/192.0.2.7/general',
      headers: { 'x-otx-api-key': 'the key', 'user-agent': 'Tests' },
    },
  ])
})

test.each([
  ['IPAutoDetect', '2001:db8::7', 'IPv6/2001%3Adb8%3A%3A7'],
  ['domain', 'example.org', 'domain/example.org'],
  ['url', 'http://a.b/c?d', 'url/http%3A%2F%2Fa.b%2Fc%3Fd'],
  ['file', '../../users', 'file/..%2F..%2Fusers'],
] as const)('%s %s', async (indicator, key, path) => {
  await using adapter = world.start(otxAdapter, configOf({ indicator, api_url: `${source.url}/` }))
  await adapter.lookUp(key)
  expect(source.requests.map((request) => request.path)).toEqual([`/api/v1/indicators/${path}/general`])
})

test.each(['10.1.2.3', '192.168.0.1', 'fd00::1', ''])('%s is not asked', async (key) => {
  await using adapter = world.start(otxAdapter, configOf())
  expect(await adapter.lookUp(key)).toMatchObject({ singleValue: null, multiValue: null, hasError: false })
  expect(source.requests).toEqual([])
})

test('without a key of its own the adapter uses that of the configuration', async () => {
  const sources = { tor_enabled: false, spamhaus_enabled: false, abusech_ransom_enabled: false, otx_enabled: true }
  await using adapter = world.start(otxAdapter, configOf({ api_key: null }))
  await adapter.lookUp('192.0.2.7')
  await world.clusterConfig.get(THREAT_INTEL_KEY).replace({ ...sources, otx_api_key: 'shared key' })
  await adapter.lookUp('192.0.2.7')
  expect(source.requests.map(({ headers }) => headers['x-otx-api-key'])).toEqual([undefined, 'shared key'])
  await using elsewhere = await startHttpSource(text(JSON.stringify(ANSWER)))
  await world.allow(`^${elsewhere.url}/`)
  await using other = world.start(otxAdapter, configOf({ api_key: null, api_url: elsewhere.url }))
  await other.lookUp('192.0.2.7')
  expect(elsewhere.requests.map(({ headers }) => headers['x-otx-api-key'])).toEqual([undefined])
})

test('an address other than that of OTX needs an entry of the whitelist', async () => {
  await using inner = await startHttpSource(text(JSON.stringify(ANSWER)))
  const problem = `URL <${inner.url}/api/v1/indicators/IPv4/192.0.2.7/general> is not whitelisted.`
  await using adapter = world.start(otxAdapter, configOf({ api_url: inner.url }))
  await expect(adapter.lookUp('192.0.2.7')).rejects.toThrow(problem)
  expect(inner.requests).toEqual([])
  await world.allow(`^${inner.url}/`)
  expect(await adapter.lookUp('192.0.2.7')).toMatchObject({ singleValue: 2 })
})

test.each([
  ['status 403', text('{"detail":"no"}', 403), 'Request failed: 403 Forbidden', {}],
  ['another document', text('{"pulse_info":{}}'), 'The response has no number of pulses', {}],
  ['no JSON', text('<html>'), 'The response has no number of pulses', {}],
  ['no response', () => undefined, 'Request failed: no response in time', { http_read_timeout: 100 }],
  ['a response without end', endless, 'Request failed', {}],
] as const)('%s is an error', async (_what, respond, message, more) => {
  source.answer(respond)
  await using adapter = world.start(otxAdapter, configOf(more))
  await expect(adapter.lookUp('192.0.2.7')).rejects.toThrow(message)
  expect(adapter.problem()).toContain(message)
})

test('a key that is not an address is an error, but not of the source', async () => {
  await using adapter = world.start(otxAdapter, configOf())
  await expect(adapter.lookUp('example.org')).rejects.toThrow('not a valid IP address')
  expect(adapter.problem()).toBeUndefined()
})

test.each([
  [{}, {}],
  [{ api_url: 'https://other.example' }, { api_url: ['URL <https://other.example> is not whitelisted.'] }],
  [{ api_url: 'otx' }, { api_url: ['Invalid URL.'] }],
  [{ http_read_timeout: 0 }, { http_read_timeout: ['Value cannot be smaller than 1'] }],
])('the configuration %j', async (more, errors) => {
  expect(await world.validate(otxAdapter, configOf(more))).toEqual(errors)
})
