import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDnsServer, type TestDnsServer } from '../../../testing/lookup/dns-server.ts'
import { createDnsLookup } from './dns-lookup.ts'
import { parseDnsServers } from './dns-servers.ts'

const LONG_TEXTS = Array.from({ length: 10 }, (_, place) => String(place).repeat(100))
const EMPTY = {
  singleValue: null,
  multiValue: null,
  stringListValue: null,
  hasError: false,
  ttlMs: Number.POSITIVE_INFINITY,
}

let server: TestDnsServer
beforeAll(async () => {
  server = await startDnsServer({
    records: [
      { name: 'both.example', type: 'A', ttl: 300, data: '192.0.2.1' },
      { name: 'both.example', type: 'A', ttl: 60, data: '192.0.2.2' },
      { name: 'both.example', type: 'AAAA', ttl: 30, data: '2001:db8:0:0:0:0:0:8' },
      { name: 'www.example', type: 'CNAME', ttl: 10, data: 'both.example' },
      { name: 'xn--bcher-kva.example', type: 'A', ttl: 5, data: '192.0.2.9' },
      { name: '1.2.0.192.in-addr.arpa', type: 'PTR', ttl: 120, data: 'mail.shop.example.co.uk' },
      {
        name: '8.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa',
        type: 'PTR',
        ttl: 7,
        data: 'localhost',
      },
      { name: 'text.example', type: 'TXT', ttl: 40, data: ['v=spf1 ', '-all'] },
      { name: 'text.example', type: 'TXT', ttl: 20, data: ['"quoted"'] },
      ...LONG_TEXTS.map((text) => ({ name: 'long.example', type: 'TXT' as const, ttl: 9, data: [text] })),
    ],
    failing: ['broken.example'],
    silent: ['silent.example'],
  })
})
afterAll(() => server[Symbol.asyncDispose]())

const lookUp = (
  lookup_type: 'A' | 'AAAA' | 'A_AAAA' | 'PTR' | 'TXT',
  key: string,
  servers = `127.0.0.1:${server.port}`,
) =>
  createDnsLookup(
    { lookup_type, server_ips: servers, request_timeout: 600 },
    { systemServers: () => [{ host: '127.0.0.1', port: server.port }], nextId: () => 4711 },
  )(key, AbortSignal.timeout(10_000))

const version4 = [
  { ip_address: '192.0.2.1', dns_ttl: 300 },
  { ip_address: '192.0.2.2', dns_ttl: 60 },
]
const version6 = [{ ip_address: '2001:db8:0:0:0:0:0:8', dns_ttl: 30 }]
const addresses = (results: readonly { ip_address: string; dns_ttl: number }[], ttlMs: number) => ({
  singleValue: results[0]?.ip_address,
  multiValue: { results },
  stringListValue: results.map(({ ip_address }) => ip_address),
  hasError: false,
  ttlMs,
})

describe('results', () => {
  test.each([
    ['A', 'both.example', addresses(version4, 60_000)],
    ['A', ' both.example. ', addresses(version4, 60_000)],
    ['A', 'BOTH.example', addresses(version4, 60_000)],
    ['A', 'www.example', addresses(version4, 60_000)],
    ['A', 'bücher.example', addresses([{ ip_address: '192.0.2.9', dns_ttl: 5 }], 5000)],
    ['A', 'text.example', EMPTY],
    ['A', 'nowhere.example', EMPTY],
    ['A', ' ', EMPTY],
    ['AAAA', 'both.example', addresses(version6, 30_000)],
    ['PTR', '192.0.2.77', EMPTY],
    ['TXT', 'both.example', EMPTY],
  ] as const)('%s of %s', async (type, key, expected) => {
    expect(await lookUp(type, key)).toEqual(expected)
  })

  test('both versions, IPv4 first', async () => {
    const both = [
      ...version4.map((found) => ({ ...found, ip_version: 'IPv4' })),
      ...version6.map((found) => ({ ...found, ip_version: 'IPv6' })),
    ]
    expect(await lookUp('A_AAAA', 'both.example')).toEqual(addresses(both, 30_000))
  })

  test.each([
    ['192.0.2.1', 'example.co.uk', 'mail.shop.example.co.uk', 120],
    ['2001:db8::8', 'localhost', 'localhost', 7],
  ])('the name of %s', async (key, domain, full_domain, dns_ttl) => {
    expect(await lookUp('PTR', key)).toEqual({
      singleValue: full_domain,
      multiValue: { domain, full_domain, dns_ttl },
      stringListValue: [full_domain],
      hasError: false,
      ttlMs: dns_ttl * 1000,
    })
  })

  test('texts end with a dot, and are joined', async () => {
    expect(await lookUp('TXT', 'text.example')).toEqual({
      singleValue: null,
      multiValue: {
        raw_results: [
          { value: 'v=spf1 -all.', dns_ttl: 40 },
          { value: '"quoted".', dns_ttl: 20 },
        ],
      },
      stringListValue: ['v=spf1 -all.', '"quoted".'],
      hasError: false,
      ttlMs: 20_000,
    })
  })

  test('a response that does not fit is fetched over TCP', async () => {
    const { stringListValue } = await lookUp('TXT', 'long.example')
    expect(stringListValue).toEqual(LONG_TEXTS.map((text) => `${text}.`))
    expect(server.queries).toContain('TXT long.example tcp')
  })

  test('without configured servers those of the system are asked', async () => {
    expect(await lookUp('A', 'both.example', '')).toEqual(addresses(version4, 60_000))
  })
})

describe('failures', () => {
  test.each([
    ['A', 'broken.example', 'responded with code 2'],
    ['A', 'silent.example', 'did not respond in time'],
    ['A', 'not a name', 'not a valid host name'],
    ['A', `${'a'.repeat(64)}.example`, 'not a valid host name'],
    ['A', 'a..example', 'not a valid host name'],
    ['A', 'http://a.example', 'not a valid host name'],
    ['PTR', 'both.example', 'not a valid IP address'],
    ['PTR', '192.0.2', 'not a valid IP address'],
  ] as const)('%s of %s', async (type, key, message) => {
    await expect(lookUp(type, key)).rejects.toThrow(message)
  })

  test('the next server is asked', async () => {
    await using silent = await startDnsServer({ silent: ['both.example'] })
    const servers = `127.0.0.1:${silent.port}, 127.0.0.1:${server.port}`
    expect(await lookUp('A', 'both.example', servers)).toEqual(addresses(version4, 60_000))
  })

  test('a cancelled lookup ends at once', async () => {
    const stop = new AbortController()
    const lookup = createDnsLookup(
      { lookup_type: 'A', server_ips: `127.0.0.1:${server.port}`, request_timeout: 60_000 },
      { systemServers: () => [], nextId: () => 1 },
    )('silent.example', stop.signal)
    stop.abort(new Error('the server stops'))
    await expect(lookup).rejects.toThrow('the server stops')
  })

  /** The response to the query, and what an attacker sends before or instead of it. */
  test.each<[string, (response: Buffer) => Buffer[]]>([
    ['an id of another query', (response) => [changed(forged(response), 1, 0x55), response]],
    ['a name of another query', (response) => [changed(forged(response), 14, 0x78), response]],
    [
      'a name that is a loop',
      (response) => [Buffer.concat([response.subarray(0, 12), Buffer.from([0xc0, 12])]), response],
    ],
    ['a record longer than the response', (response) => [response.subarray(0, -2), response]],
    ['random bytes', (response) => [Buffer.alloc(500, 0xff), Buffer.alloc(3), response]],
  ])('%s is ignored', async (_what, forge) => {
    await using forged = await startDnsServer({
      records: [{ name: 'both.example', type: 'A', ttl: 1, data: '192.0.2.5' }],
      forge,
    })
    expect(await lookUp('A', 'both.example', `127.0.0.1:${forged.port}`)).toMatchObject({ singleValue: '192.0.2.5' })
  })

  test('records of other names are ignored', async () => {
    const other = Buffer.from([...[5, 111, 116, 104, 101, 114, 0], 0, 1, 0, 1, 0, 0, 0, 9, 0, 4, 6, 6, 6, 6])
    await using forged = await startDnsServer({
      records: [{ name: 'both.example', type: 'A', ttl: 1, data: '192.0.2.5' }],
      forge: (response) => [changed(Buffer.concat([response, other]), 7, 2)],
    })
    const { stringListValue } = await lookUp('A', 'both.example', `127.0.0.1:${forged.port}`)
    expect(stringListValue).toEqual(['192.0.2.5'])
  })
})

/** Response with another address. */
const forged = (response: Buffer) => changed(response, response.length - 1, 66)

function changed(bytes: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt8(value, at)
  return copy
}

test.each([
  ['8.8.8.8', [{ host: '8.8.8.8', port: 53 }]],
  [
    '8.8.8.8:5353, 1.1.1.1',
    [
      { host: '8.8.8.8', port: 5353 },
      { host: '1.1.1.1', port: 53 },
    ],
  ],
  ['2001:db8::1', [{ host: '2001:db8::1', port: 53 }]],
  ['[2001:db8::1]:54', [{ host: '2001:db8::1', port: 54 }]],
  ['', undefined],
  ['dns.example', undefined],
  ['8.8.8.8:0', undefined],
  ['8.8.8.8:70000', undefined],
  ['8.8.8.8,', undefined],
  ['8.8.8', undefined],
])('the servers %s', (text, expected) => expect(parseDnsServers(text)).toEqual(expected))
