/**
 * DNS and WHOIS servers that misbehave, asked by adapters as the product runs them: each lookup ends with a result or a
 * sentence, and the thread of the adapter goes on.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  HOSTILE_BEHAVIOURS,
  type HostileBehaviour,
  type HostileProtocol,
  startHostilePeer,
} from '../../testing/hostile-peers/hostile-peer.ts'
import { type AdapterWorld, adapterWorld, type TestedAdapter } from '../../testing/lookup/adapter-world.ts'
import { startDnsServer, type TestDnsServer } from '../../testing/lookup/dns-server.ts'
import { startTextServer, type TextServer } from '../../testing/lookup/text-server.ts'
import { rounds } from '../../testing/rounds.ts'
import { dnsLookupAdapter } from './dns-adapter.ts'
import type { WhoisServers } from './outside-addresses.ts'
import { whoisAdapter } from './whois-adapter.ts'

const LONG_NAME = 'long.example'
const LONG_TEXTS = Array.from({ length: 10 }, (_, place) => String(place).repeat(100))
const HEADER_BYTES = 12
const LENGTH_BYTES = 2
/** The number of records. */
const ANSWERS_AT = LENGTH_BYTES + 6
const QUESTION_BYTES = LONG_NAME.length + 2 + 4

const dnsAdapter = (
  world: AdapterWorld,
  port: number,
  { lookup_type, request_timeout }: { readonly lookup_type: 'A' | 'TXT'; readonly request_timeout: number },
) =>
  world.start(dnsLookupAdapter, {
    type: 'dnslookup',
    lookup_type,
    server_ips: `127.0.0.1:${port}`,
    request_timeout,
    cache_ttl_override_enabled: false,
    cache_ttl_override: null,
    cache_ttl_override_unit: null,
  })

const whoisAdapterOf = (world: AdapterWorld) =>
  world.start(whoisAdapter, { type: 'whois', registry: 'ARIN', connect_timeout: 5000, read_timeout: 500 })

/** All registries are one server. */
const registriesAt = (server: { readonly host: string; readonly port: number }): WhoisServers => ({
  AFRINIC: server,
  APNIC: server,
  ARIN: server,
  LACNIC: server,
  RIPENCC: server,
})

/** The sentence of a failure; `undefined` for a result. */
const failureOf = (lookup: Promise<unknown>): Promise<string | undefined> =>
  lookup.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )

/** How often each behaviour is met: each time in another form. */
const usesOf = (behaviour: HostileBehaviour) =>
  behaviour === 'slow' || behaviour === 'empty' ? rounds(AT_ONCE, 64) : rounds(32, 512)
const AT_ONCE = 16

async function meet(protocol: HostileProtocol, behaviour: HostileBehaviour, ask: Ask): Promise<readonly string[]> {
  await using peer = await startHostilePeer({ protocol, behaviour })
  const world = await adapterWorld({ whois: registriesAt({ host: '127.0.0.1', port: peer.port }) })
  await using _closing = world
  await using adapter = ask.start(world, peer.port)
  const failures: (string | undefined)[] = []
  for (let i = 0; i < usesOf(behaviour); i += AT_ONCE) {
    const lookups = Array.from({ length: AT_ONCE }, () => failureOf(adapter.lookUp(ask.key)))
    failures.push(...(await Promise.all(lookups)))
  }
  expect(peer.connections()).toBeGreaterThan(0)
  return failures.filter((failure) => failure !== undefined)
}

interface Ask {
  readonly key: string
  start(world: AdapterWorld, port: number): TestedAdapter
}
const DNS: Ask = {
  key: 'a.example',
  start: (world, port) => dnsAdapter(world, port, { lookup_type: 'A', request_timeout: 500 }),
}
const WHOIS: Ask = { key: '192.0.2.7', start: whoisAdapterOf }

test.each(HOSTILE_BEHAVIOURS)('lookups of a DNS server whose responses are %s fail in words', async (behaviour) => {
  for (const failure of await meet('dns', behaviour, DNS)) expect(failure).toMatch(/^DNS server 127\.0\.0\.1 /)
})

test.each(HOSTILE_BEHAVIOURS)('lookups of a WHOIS server whose responses are %s fail in words', async (behaviour) => {
  for (const failure of await meet('whois', behaviour, WHOIS)) expect(failure).toMatch(/^The WHOIS server of ARIN /)
})

describe('responses of a DNS server over TCP', () => {
  let world: AdapterWorld
  let server: TestDnsServer
  let adapter: TestedAdapter
  let forged = (response: Buffer) => response
  beforeAll(async () => {
    world = await adapterWorld()
    server = await startDnsServer({
      records: LONG_TEXTS.map((text) => ({ name: LONG_NAME, type: 'TXT' as const, ttl: 9, data: [text] })),
      forgeTcp: (response) => forged(response),
    })
    adapter = dnsAdapter(world, server.port, { lookup_type: 'TXT', request_timeout: 10_000 })
  })
  afterAll(async () => {
    await adapter[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
    await world[Symbol.asyncDispose]()
  })

  /** The header and the question of the response with other records. */
  function withRecords(response: Buffer, count: number, records: Buffer): Buffer {
    const head = response.subarray(0, LENGTH_BYTES + HEADER_BYTES + QUESTION_BYTES)
    const all = Buffer.concat([head, records])
    all.writeUInt16BE(all.length - LENGTH_BYTES, 0)
    all.writeUInt16BE(count, ANSWERS_AT)
    return all
  }
  const POINTER_TO_QUESTION = Buffer.from([0xc0, HEADER_BYTES])
  const text = (bytes: Buffer) => {
    const fixed = Buffer.from([0, 16, 0, 1, 0, 0, 0, 9, bytes.length >> 8, bytes.length & 255])
    return Buffer.concat([POINTER_TO_QUESTION, fixed, bytes])
  }
  const repeated = (count: number, bytes: Buffer) => Buffer.concat(Array.from({ length: count }, () => bytes))
  const AT_RECORDS = HEADER_BYTES + QUESTION_BYTES
  /** Names that point to the one before: reading the last one takes a jump for each. */
  const chain = Buffer.concat(
    Array.from({ length: 4000 }, (_, at) => {
      const previous = at === 0 ? HEADER_BYTES : AT_RECORDS + 10 + 2 * (at - 1)
      return Buffer.from([0xc0 | (previous >> 8), previous & 255])
    }),
  )

  test.each<[string, (response: Buffer) => Buffer, RegExp]>([
    ['that end after the length', (sent) => sent.subarray(0, 2), /closed the connection before the end/],
    ['that are cut', (sent) => sent.subarray(0, 300), /closed the connection before the end/],
    ['that have no bytes', () => Buffer.alloc(2), /sent an invalid response over TCP/],
    [
      'with the id of another query',
      (sent) => Buffer.concat([sent.subarray(0, 2), Buffer.from([1, 2]), sent.subarray(4)]),
      /sent an invalid response over TCP/,
    ],
    [
      'that say they are cut, too',
      (sent) => {
        const cut = Buffer.from(sent)
        cut.writeUInt16BE(0x83_80, 4)
        return cut
      },
      /sent an invalid response over TCP/,
    ],
    [
      'with 4,000 records',
      (sent) => withRecords(sent, 4000, repeated(4000, text(Buffer.of(1, 97)))),
      /sent an invalid/,
    ],
    ['that claim 65,535 records', (sent) => withRecords(sent, 65_535, text(Buffer.of(1, 97))), /sent an invalid/],
    [
      'with names that point to themselves',
      (sent) => withRecords(sent, 1000, repeated(1000, Buffer.from([0xc0 | (AT_RECORDS >> 8), AT_RECORDS & 255]))),
      /sent an invalid/,
    ],
    [
      'with names of 4,000 jumps',
      (sent) => withRecords(sent, 1000, Buffer.concat([text(Buffer.alloc(0)), chain])),
      /sent/,
    ],
  ])('%s are refused', async (_what, forge, sentence) => {
    forged = forge
    const failure = await failureOf(adapter.lookUp(LONG_NAME))
    expect(failure).toMatch(/^DNS server 127\.0\.0\.1 /)
    expect(failure).toMatch(sentence)
    expect(adapter.problem()).toBe(failure)
  })

  test('of the largest size are a result, and the thread of the adapter is still the first one', async () => {
    const longest = repeated(240, Buffer.concat([Buffer.of(255), Buffer.alloc(255, 'x')]))
    forged = (sent) => withRecords(sent, 1, text(longest))
    expect(await adapter.lookUp(LONG_NAME)).toMatchObject({ stringListValue: [`${'x'.repeat(240 * 255)}.`] })
    forged = (sent) => sent
    expect(await adapter.lookUp(LONG_NAME)).toMatchObject({ stringListValue: LONG_TEXTS.map((each) => `${each}.`) })
    expect(adapter.problem()).toBeUndefined()
  })
})

describe('responses of a WHOIS server', () => {
  let world: AdapterWorld
  let server: TextServer
  let adapter: TestedAdapter
  let response = ''
  beforeAll(async () => {
    server = await startTextServer((_query, socket) => socket.end(response))
    world = await adapterWorld({ whois: registriesAt(server) })
    adapter = whoisAdapterOf(world)
  })
  afterAll(async () => {
    await adapter[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
    await world[Symbol.asyncDispose]()
  })

  test.each([
    ['without a byte', '', 'The WHOIS server of ARIN did not respond'],
    ['of a megabyte', 'x'.repeat(2 ** 20), 'The WHOIS server of ARIN sent more than 131072 bytes'],
  ])('%s are refused', async (_what, text, sentence) => {
    response = text
    expect(await failureOf(adapter.lookUp('192.0.2.7'))).toBe(sentence)
    expect(adapter.problem()).toBe(sentence)
  })

  test.each([
    ['120,000 line breaks', '\n'.repeat(120_000)],
    ['one line of 120,000 blanks', `OrgName:${' '.repeat(120_000)}`],
    ['120,000 carriage returns', '\r'.repeat(120_000)],
  ])('of %s have no findings', async (_what, text) => {
    response = text
    expect(await adapter.lookUp('192.0.2.7')).toMatchObject({ singleValue: 'N/A/N/A' })
  })

  test('with a name of 100,000 characters have its beginning', async () => {
    response = `OrgName: ${'x'.repeat(100_000)}\nCountry: DE\n`
    const { singleValue } = await adapter.lookUp('192.0.2.7')
    expect(singleValue).toMatch(/^x{501}\/DE$/)
  })

  test('that refer to each other without end ask three registries', async () => {
    response = 'ReferralServer: whois://whois.ripe.net\nReferralServer: whois://whois.arin.net\n'
    const before = server.queries.length
    await adapter.lookUp('192.0.2.7')
    expect(server.queries.length - before).toBeLessThanOrEqual(3)
  })
})
