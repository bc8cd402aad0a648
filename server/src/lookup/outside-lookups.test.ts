import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDnsServer } from '../testing/lookup/dns-server.ts'
import { endless, type HttpSource, startHttpSource, text } from '../testing/lookup/http-source.ts'
import { type LookupsUnderTest, NO_DEFAULTS, startLookups } from './testing/start-lookups.ts'

const KEY = '$' + '{key}'
const MEMORY = {
  type: 'guava_cache',
  max_size: 100,
  expire_after_access: 0,
  expire_after_access_unit: null,
  expire_after_write: 0,
  expire_after_write_unit: null,
}

let world: LookupsUnderTest
let source: HttpSource
beforeAll(async () => {
  world = await startLookups()
  source = await startHttpSource(text('{"value":"an answer"}'))
})
afterAll(async () => {
  await source[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

const allow = (...values: readonly string[]) =>
  world.whitelist.replace({
    entries: values.map((value) => ({ id: value, type: 'regex', title: value, value })),
    disabled: false,
  })
const query = (table: string, key: string) =>
  world.ok('GET', `/system/lookup/tables/${table}/query?key=${encodeURIComponent(key)}`)
const problemsOf = (table: string) => world.ok('POST', '/system/lookup/errorstates', { tables: [table] })
const jsonPath = (more: object = {}) => ({
  type: 'httpjsonpath',
  url: `${source.url}/${KEY}`,
  single_value_jsonpath: '$.value',
  user_agent: 'Tests',
  ...more,
})

describe('at the first start', () => {
  const NAMES = ['otx-api-domain', 'otx-api-ip', 'spamhaus-drop', 'tor-exit-node-list', 'whois']

  test('the tables that rules name are there, and request nothing before an administrator enables them', async () => {
    const { lookup_tables } = await world.ok('GET', '/system/lookup/tables?per_page=0&sort=name&order=asc')
    expect(lookup_tables).toMatchObject(NAMES.map((name) => ({ name })))
    const adapters = ['tor-exit-node-list', 'spamhaus-drop', 'whois']
    await expect
      .poll(() => world.ok('POST', '/system/lookup/errorstates', { data_adapters: adapters }))
      .toMatchObject({
        data_adapters: {
          'tor-exit-node-list': 'The Tor service is disabled. Enable it in System / Configurations.',
          'spamhaus-drop': 'The Spamhaus service is disabled. Enable it in System / Configurations.',
          whois: null,
        },
        off: { tables: [], data_adapters: ['tor-exit-node-list', 'spamhaus-drop'] },
      })
    const tables = ['whois', 'tor-exit-node-list']
    expect(await world.ok('POST', '/system/lookup/errorstates', { tables })).toMatchObject({
      off: { tables: ['tor-exit-node-list'], data_adapters: [] },
    })
    expect(await query('tor-exit-node-list', '192.0.2.7')).toMatchObject({ has_error: true, ttl: 5000 })
  })
})

describe('a URL that is not whitelisted', () => {
  test('is not requested, is shown as error, raises one notification, and works once it is listed', async () => {
    await world.table('unlisted', { adapter: jsonPath() })
    for (const key of ['a', 'b']) expect(await query('unlisted', key)).toMatchObject({ has_error: true, ttl: 5000 })
    expect(source.requests).toEqual([])
    expect(await problemsOf('unlisted')).toMatchObject({
      tables: { unlisted: `URL <${source.url}/b> is not whitelisted.` },
    })
    expect(await world.notifications.list()).toMatchObject([
      { type: 'generic', severity: 'normal', details: { title: 'URL not whitelisted.' } },
    ])
    await allow(`^${source.url}/`)
    expect(await query('unlisted', 'a')).toMatchObject({ single_value: 'an answer', has_error: false })
    expect(await problemsOf('unlisted')).toMatchObject({ tables: { unlisted: '' } })
  })
})

describe('errors', () => {
  test.each<[string, () => Parameters<HttpSource['answer']>[0]]>([
    ['status 500', () => text('', 500)],
    ['100 MB', () => endless],
    ['no JSON', () => text('<html>')],
  ])('of a source with %s live as long as the adapter says', async (what, respond) => {
    const name = `errors-${what.replaceAll(' ', '-').toLowerCase()}`
    await allow(`^${source.url}/`)
    source.answer(respond())
    await world.table(name, { adapter: jsonPath({ custom_error_ttl: 200 }), cache: MEMORY })
    expect(await query(name, 'a')).toMatchObject({ has_error: true, ttl: 200 })
    source.answer(text('{"value":7}'))
    await expect.poll(() => query(name, 'a')).toMatchObject({ single_value: 7, has_error: false })
  })

  test('of all types have that life', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => void closed.listen(0, '127.0.0.1', resolve))
    const address = closed.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    await new Promise<void>((resolve) => void closed.close(() => resolve()))
    const url = `http://127.0.0.1:${port}/`
    await allow(`^${url}`)
    const timeouts = { http_connect_timeout: 100, http_write_timeout: 100, http_read_timeout: 100 }
    const adapters = {
      'no-otx': { type: 'otx-api', indicator: 'IPv4', api_url: url, http_user_agent: 'x', ...timeouts },
      'no-dsv': {
        type: 'dsvhttp',
        url,
        separator: ',',
        line_separator: '\n',
        quotechar: '"',
        ignorechar: '#',
        key_column: 0,
        value_column: 1,
        refresh_interval: 60,
      },
      'no-database': {
        type: 'maxmind_geoip',
        path: '/nowhere.mmdb',
        database_type: 'MAXMIND_CITY',
        check_interval: 0,
        check_interval_unit: null,
      },
    }
    for (const [name, adapter] of Object.entries(adapters)) {
      await world.table(name, { adapter: { ...adapter, custom_error_ttl: 123 } })
      expect(await query(name, '192.0.2.1'), name).toMatchObject({ has_error: true, ttl: 123 })
    }
  })
})

test('addresses from DNS are cached as long as their records live', async () => {
  await using server = await startDnsServer({
    records: [{ name: 'a.example', type: 'A', ttl: 300, data: '192.0.2.1' }],
  })
  const adapter = {
    type: 'dnslookup',
    lookup_type: 'A',
    server_ips: `127.0.0.1:${server.port}`,
    request_timeout: 1000,
    cache_ttl_override_enabled: false,
    cache_ttl_override: null,
    cache_ttl_override_unit: null,
  }
  await world.table('dns', { adapter, cache: MEMORY })
  for (let times = 0; times < 3; times += 1) {
    expect(await query('dns', 'a.example')).toMatchObject({
      single_value: '192.0.2.1',
      multi_value: { results: [{ ip_address: '192.0.2.1', dns_ttl: 300 }] },
      string_list_value: ['192.0.2.1'],
      ttl: 300_000,
    })
  }
  expect(server.queries).toEqual(['A a.example'])
})

test('whole numbers of a source keep their digits on the wire', async () => {
  await allow(`^${source.url}/`)
  source.answer(text('{"value":9007199254740993,"more":{"ids":[9223372036854775807]}}'))
  await world.table('digits', { adapter: jsonPath({ multi_value_jsonpath: '$.more' }) })
  const { text: body } = await world.logyard.call('GET', '/system/lookup/tables/digits/query?key=a')
  expect(body).toContain('"single_value":9007199254740993,"multi_value":{"ids":[9223372036854775807]}')
})

test('secrets are masked for users who may not edit the adapter', async () => {
  await world.logyard.addUser('viewer', { permissions: ['lookuptables:read'] })
  await world.table('secrets', { adapter: jsonPath({ headers: { 'X-Token': 'open sesame' } }) })
  const path = '/system/lookup/adapters/secrets'
  const seen = await world.logyard.call('GET', path, { as: 'viewer:viewer-password' })
  expect(seen.status).toBe(200)
  expect(seen.text).not.toContain('sesame')
  expect((await world.logyard.call('GET', path)).text).toContain('sesame')
})

test('a table cannot be made to read a data adapter that its author may not read', async () => {
  const secret = await world.table('hidden', { adapter: jsonPath({}) })
  const own = await world.table('own', { adapter: jsonPath({}) })
  const permissions = [
    'lookuptables:create',
    ...[own.table, own.cache, own.adapter].map((id) => `lookuptables:edit:${id}`),
  ]
  const mayRead = [own.table, own.cache, own.adapter].map((id) => `lookuptables:read:${id}`)
  await world.logyard.addUser('author', { permissions: [...permissions, ...mayRead] })
  const as = 'author:author-password'
  const named = (name: string, parts: object) => ({ title: name, description: '', name, ...NO_DEFAULTS, ...parts })
  const ids = { cache_id: own.cache, data_adapter_id: own.adapter }
  const post = (body: object) => world.logyard.call('POST', '/system/lookup/tables', { as, body })
  const put = (body: object) => world.logyard.call('PUT', `/system/lookup/tables/${own.table}`, { as, body })
  const through = named('through', { ...ids, data_adapter_id: secret.adapter })
  expect((await post(through)).status).toBe(403)
  expect((await post(named('through', { ...ids, cache_id: secret.cache }))).status).toBe(403)
  expect((await put({ ...through, name: 'own', id: own.table })).status).toBe(403)
  expect((await post(named('fine', ids))).status).toBe(200)
  expect((await put({ ...named('own', ids), id: own.table, description: 'changed' })).status).toBe(200)
})

test('clients find the types of the reference with their default configurations', async () => {
  const types = await world.ok('GET', '/system/lookup/types/adapters')
  expect(types).toMatchObject({
    dsvhttp: {
      type: 'dsvhttp',
      config_class: 'org.graylog2.lookup.adapters.DSVHTTPDataAdapter$Config',
      default_config: {
        type: 'dsvhttp',
        url: 'https://example.org/table.csv',
        separator: ',',
        line_separator: '\n',
        quotechar: '"',
        ignorechar: '#',
        key_column: 0,
        check_presence_only: false,
        value_column: 1,
        refresh_interval: 60,
        case_insensitive_lookup: false,
      },
    },
    maxmind_geoip: {
      config_class: 'org.graylog.plugins.map.geoip.MaxmindDataAdapter$Config',
      default_config: {
        type: 'maxmind_geoip',
        path: '/etc/graylog/server/GeoLite2-City.mmdb',
        database_type: 'MAXMIND_CITY',
        check_interval: 1,
        check_interval_unit: 'MINUTES',
      },
    },
    dnslookup: {
      config_class: 'org.graylog2.lookup.adapters.DnsLookupDataAdapter$Config',
      default_config: {
        type: 'dnslookup',
        lookup_type: 'A',
        server_ips: '',
        request_timeout: 10_000,
        cache_ttl_override_enabled: false,
        cache_ttl_override: null,
        cache_ttl_override_unit: null,
      },
    },
    httpjsonpath: {
      config_class: 'org.graylog2.lookup.adapters.HTTPJSONPathDataAdapter$Config',
      default_config: { type: 'httpjsonpath', single_value_jsonpath: '$.value', user_agent: 'Logyard Lookup' },
    },
  })
  expect(Object.keys(types)).toEqual(
    expect.arrayContaining(['whois', 'torexitnode', 'spamhaus-edrop', 'otx-api', 'abuse-ch-ransom']),
  )
})
