/** Looks up names and addresses in the domain name system: the lookups of the adapter `dnslookup`. */
import { isIPv6 } from 'node:net'
import { domainToASCII } from 'node:url'
import type { DnsConfig } from '@logyard/contract/lookup/adapter-configs'
import { readAddress } from '@logyard/languages/query/ip-range'
import { getDomain } from 'tldts'
import { emptyResult } from '../../lookup-results.ts'
import type { LookupResult } from '../../lookup-tables.ts'
import { KeyProblem } from '../key-problem.ts'
import { type DnsRecord, type DnsRecordType, isDnsName } from './dns-message.ts'
import { type DnsServer, parseDnsServers } from './dns-servers.ts'
import { queryDns } from './query-dns.ts'

export interface DnsLookupDeps {
  /** Used if the configuration names none. */
  readonly systemServers: () => readonly DnsServer[]
  /** A random number of 16 bits. */
  readonly nextId: () => number
}

type Query = (name: string, type: DnsRecordType) => Promise<readonly DnsRecord[]>
type Look = (query: Query, key: string) => Promise<LookupResult>

/** Throws an `Error` with a sentence if the key is invalid, or no server responds. */
export function createDnsLookup(
  config: Pick<DnsConfig, 'lookup_type' | 'server_ips' | 'request_timeout'>,
  { systemServers, nextId }: DnsLookupDeps,
): (key: string, signal: AbortSignal) => Promise<LookupResult> {
  const look = LOOKUPS[config.lookup_type]
  return async (key, signal) => {
    const name = key.trim()
    if (name === '') return emptyResult()
    const servers = config.server_ips.trim() === '' ? systemServers() : (parseDnsServers(config.server_ips) ?? [])
    const query: Query = async (asked, type) => {
      const response = await queryDns({ name: asked, type, servers, timeoutMs: config.request_timeout, signal, nextId })
      return response.records
    }
    return look(query, name)
  }
}

/** Keys and values of `results` are those of the API. */
const LOOKUPS: Readonly<Record<DnsConfig['lookup_type'], Look>> = {
  A: async (query, key) => addressResult((await query(hostOf(key), 'A')).map((record) => address(record))),
  AAAA: async (query, key) => addressResult((await query(hostOf(key), 'AAAA')).map((record) => address(record))),
  async A_AAAA(query, key) {
    const host = hostOf(key)
    const [version4, version6] = await Promise.all([query(host, 'A'), query(host, 'AAAA')])
    return addressResult([
      ...version4.map((record) => address(record, 'IPv4')),
      ...version6.map((record) => address(record, 'IPv6')),
    ])
  },
  async PTR(query, key) {
    const [record] = await query(reverseNameOf(key), 'PTR')
    if (record === undefined) return emptyResult()
    const { value, ttlSeconds } = record
    return {
      singleValue: value,
      multiValue: {
        domain: getDomain(value, { allowPrivateDomains: true }) ?? value,
        full_domain: value,
        dns_ttl: ttlSeconds,
      },
      stringListValue: [value],
      hasError: false,
      ttlMs: ttlSeconds * 1000,
    }
  },
  async TXT(query, key) {
    const records = await query(hostOf(key), 'TXT')
    if (records.length === 0) return emptyResult()
    // Rules that exist expect the dot: servers of the API end every text with one.
    const results = records.map(({ value, ttlSeconds }) => ({ value: `${value}.`, dns_ttl: ttlSeconds }))
    return {
      singleValue: null,
      multiValue: { raw_results: results },
      stringListValue: results.map(({ value }) => value),
      hasError: false,
      ttlMs: shortestMs(results),
    }
  },
}

interface AddressFound {
  readonly ip_address: string
  readonly dns_ttl: number
  readonly ip_version?: 'IPv4' | 'IPv6'
}

const address = ({ value, ttlSeconds }: DnsRecord, version?: 'IPv4' | 'IPv6'): AddressFound => ({
  ip_address: value,
  dns_ttl: ttlSeconds,
  ...(version === undefined ? {} : { ip_version: version }),
})

function addressResult(results: readonly AddressFound[]): LookupResult {
  const [first] = results
  if (first === undefined) return emptyResult()
  return {
    singleValue: first.ip_address,
    multiValue: { results },
    stringListValue: results.map(({ ip_address }) => ip_address),
    hasError: false,
    ttlMs: shortestMs(results),
  }
}

const shortestMs = (results: readonly { readonly dns_ttl: number }[]) =>
  Math.min(...results.map(({ dns_ttl }) => dns_ttl)) * 1000

function hostOf(key: string): string {
  const host = domainToASCII(key.replace(/\.$/, ''))
  if (!isDnsName(host)) throw new KeyProblem('The key is not a valid host name')
  return host
}

function reverseNameOf(key: string): string {
  const bytes = readAddress(key)
  if (bytes === undefined) throw new KeyProblem('The key is not a valid IP address')
  if (!isIPv6(key)) return `${bytes.toReversed().join('.')}.in-addr.arpa`
  const digits = bytes.flatMap((byte) => [byte >> 4, byte & 0x0f]).map((digit) => digit.toString(16))
  return `${digits.toReversed().join('.')}.ip6.arpa`
}
