import { expect, test } from 'vitest'
import { startTextServer, type TextServer } from '../../../testing/lookup/text-server.ts'
import { OUTSIDE_ADDRESSES } from '../outside-addresses.ts'
import { createWhoisLookup } from './whois-lookup.ts'

const WHOIS_SERVERS = OUTSIDE_ADDRESSES.whois

const ARIN_GOOGLE = `
# ARIN WHOIS data and services
NetRange:       8.0.0.0 - 8.127.255.255
OrgName:        Level 3 Parent, LLC
Country:        US

NetRange:       8.8.8.0 - 8.8.8.255
OrgName:        Google LLC
Country:        US
`
const ARIN_REFERS = (host: string) => `
OrgName:        RIPE Network Coordination Centre
Country:        NL
ReferralServer: ${host}
`
const RIPE = `% This is the RIPE Database query service.
inetnum:        193.99.144.0 - 193.99.144.255
netname:        DE-HEISE
descr:          heise netze
country:        de

organisation:   ORG-HN1-RIPE
org-name:       Heise Medien GmbH & Co. KG
country:        XX
`
const LACNIC = 'owner:       Núcleo de Inf. e Coord.\r\ncountry:     BR\r\n'

const config = { type: 'whois', registry: 'ARIN', connect_timeout: 300, read_timeout: 300 } as const
const lookUp = (
  key: string,
  servers: Partial<Record<keyof typeof WHOIS_SERVERS, TextServer>>,
  registry: keyof typeof WHOIS_SERVERS = 'ARIN',
) => {
  const local = { host: '127.0.0.1', port: 1 }
  const all = { AFRINIC: local, APNIC: local, ARIN: local, LACNIC: local, RIPENCC: local, ...servers }
  return createWhoisLookup({ ...config, registry }, all)(key, AbortSignal.timeout(10_000))
}
const found = (organization: string, country_code: string) => ({
  singleValue: `${organization}/${country_code}`,
  multiValue: { organization, country_code },
  stringListValue: null,
  hasError: false,
  ttlMs: Number.POSITIVE_INFINITY,
})
const answering = (text: string) => startTextServer((_query, socket) => socket.end(text))

test('the smallest network of ARIN counts', async () => {
  await using arin = await answering(ARIN_GOOGLE)
  expect(await lookUp('8.8.8.8', { ARIN: arin })).toEqual(found('Google LLC', 'US'))
  expect(arin.queries).toEqual(['n + 8.8.8.8'])
})

test.each([['whois://whois.ripe.net'], ['whois://whois.ripe.net:43'], ['whois://WHOIS.RIPE.NET/']])(
  'a referral to %s is followed',
  async (host) => {
    await using arin = await answering(ARIN_REFERS(host))
    await using ripe = await answering(RIPE)
    expect(await lookUp('193.99.144.80', { ARIN: arin, RIPENCC: ripe })).toEqual(
      found('Heise Medien GmbH & Co. KG', 'DE'),
    )
    expect(ripe.queries).toEqual(['193.99.144.80'])
  },
)

test.each([
  ['whois://127.0.0.1:25'],
  ['rwhois://whois.ripe.net'],
  ['whois://internal.example'],
  ['whois://constructor'],
])('a referral to %s is not followed', async (host) => {
  await using arin = await answering(ARIN_REFERS(host))
  expect(await lookUp('193.99.144.80', { ARIN: arin })).toEqual(found('RIPE Network Coordination Centre', 'NL'))
})

test('referrals in a circle end', async () => {
  await using arin = await answering('ReferralServer: whois://whois.ripe.net\n')
  await using ripe = await answering('ReferralServer: whois://whois.arin.net\norg-name: Circle\n')
  expect(await lookUp('1.2.3.4', { ARIN: arin, RIPENCC: ripe })).toEqual(found('Circle', 'N/A'))
  expect(arin.queries.length + ripe.queries.length).toBe(3)
})

test.each([
  ['LACNIC', LACNIC, found('Núcleo de Inf. e Coord.', 'BR')],
  ['APNIC', 'descr: First line\ndescr: Second line\ncountry: JP\n', found('First line', 'JP')],
  ['AFRINIC', 'nothing is known\n', found('N/A', 'N/A')],
  ['ARIN', 'CustName: A customer\nCountry: not a code\n', found('A customer', 'N/A')],
] as const)('%s', async (registry, text, expected) => {
  await using server = await answering(text)
  expect(await lookUp('2001:db8::1', { [registry]: server }, registry)).toEqual(expected)
})

test.each<[string, Parameters<typeof startTextServer>[0]]>([
  ['says nothing', () => undefined],
  [
    'drips bytes without end',
    (_query, socket) => void setInterval(() => socket.destroyed || socket.write('x'), 20).unref(),
  ],
  ['closes at once', (_query, socket) => void socket.resetAndDestroy()],
  ['closes without a response', (_query, socket) => void socket.end()],
])('a server that %s is an error', async (_what, answer) => {
  await using server = await startTextServer(answer)
  await expect(lookUp('8.8.8.8', { ARIN: server })).rejects.toThrow('The WHOIS server of ARIN did not respond')
})

test('a server that sends more than the limit is an error', async () => {
  await using server = await startTextServer((_query, socket) => void socket.write('OrgName: x\n'.repeat(50_000)))
  await expect(lookUp('8.8.8.8', { ARIN: server })).rejects.toThrow('ARIN sent more than 131072 bytes')
})

test('a server that cannot be reached, and a key that is not an address, are errors', async () => {
  await expect(lookUp('8.8.8.8', {})).rejects.toThrow('The WHOIS server of ARIN did not respond')
  await expect(lookUp('example.org', {})).rejects.toThrow('not a valid IP address')
  expect(await lookUp(' ', {})).toMatchObject({ singleValue: null, hasError: false })
})

test('the registries are asked on the WHOIS port', () => {
  expect(Object.values(WHOIS_SERVERS).map(({ host, port }) => `${host}:${port}`)).toEqual([
    'whois.afrinic.net:43',
    'whois.apnic.net:43',
    'whois.arin.net:43',
    'whois.lacnic.net:43',
    'whois.ripe.net:43',
  ])
})
