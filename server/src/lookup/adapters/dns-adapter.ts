import type { DnsConfig } from '@logyard/contract/lookup/adapter-configs'
import { durationMs } from '../duration-ms.ts'
import { isEmpty } from '../lookup-results.ts'
import { adapterType } from './adapter.ts'
import { atLeast, onlyErrors } from './config-checks.ts'
import { parseDnsServers } from './dns/dns-servers.ts'
import { fetchingInThread } from './fetching-in-thread.ts'
import { choices, timeoutField } from './form-fields.ts'

const INVALID_SERVERS =
  'Invalid server IP address and/or port. Enter IP addresses with optional ports, separated by commas: 192.168.1.1:5353, 192.168.1.244'

export const dnsLookupAdapter = adapterType({
  type: 'dnslookup',
  configClass: 'org.graylog2.lookup.adapters.DnsLookupDataAdapter$Config',
  defaultConfig: {
    type: 'dnslookup',
    lookup_type: 'A',
    server_ips: '',
    request_timeout: 10_000,
    cache_ttl_override_enabled: false,
    cache_ttl_override: null,
    cache_ttl_override_unit: null,
  },
  form: {
    title: 'DNS Lookup',
    docs: [
      'Asks DNS servers for addresses, names or texts.',
      'A and AAAA: the first address and the list of all. PTR: the name of an address. TXT: the list of texts.',
      'Answers expire after the TTL in the DNS record unless you override it.',
    ],
    fields: [
      {
        kind: 'choice',
        name: 'lookup_type',
        label: 'DNS lookup type',
        options: choices({
          A: 'Resolve hostname to IPv4 address (A)',
          AAAA: 'Resolve hostname to IPv6 address (AAAA)',
          A_AAAA: 'Resolve hostname to IPv4 and IPv6 addresses (A and AAAA)',
          PTR: 'Reverse lookup (PTR)',
          TXT: 'Text lookup (TXT)',
        }),
      },
      {
        kind: 'text',
        name: 'server_ips',
        label: 'DNS server IP address',
        help: 'Addresses with an optional port, separated by commas. Empty: the resolver of the system.',
        is_optional: true,
      },
      timeoutField('request_timeout', 'DNS request timeout'),
      {
        kind: 'period',
        name: 'cache_ttl_override',
        unit_name: 'cache_ttl_override_unit',
        flag_name: 'cache_ttl_override_enabled',
        label: 'Cache TTL override',
        help: 'Instead of the TTL in the DNS answer',
        off: null,
        initial: { amount: 1, unit: 'MINUTES' },
      },
    ],
  },
  validate({ server_ips, request_timeout, cache_ttl_override_enabled, cache_ttl_override }) {
    const areServers = server_ips.trim() === '' || parseDnsServers(server_ips) !== undefined
    const isOverride = cache_ttl_override_enabled && typeof cache_ttl_override === 'number'
    return onlyErrors({
      server_ips: areServers ? [] : [INVALID_SERVERS],
      request_timeout: atLeast(request_timeout, 1),
      cache_ttl_override: isOverride ? atLeast(cache_ttl_override, 1) : [],
    })
  },
  start(config, start) {
    const adapter = fetchingInThread(config, start)
    const overrideMs = ttlOverrideMs(config)
    if (overrideMs === undefined) return adapter
    return {
      ...adapter,
      async lookUp(key, signal) {
        const result = await adapter.lookUp(key, signal)
        return isEmpty(result) ? result : { ...result, ttlMs: overrideMs }
      },
    }
  },
})

function ttlOverrideMs({
  cache_ttl_override_enabled,
  cache_ttl_override,
  cache_ttl_override_unit,
}: DnsConfig): number | undefined {
  const isComplete = typeof cache_ttl_override === 'number' && typeof cache_ttl_override_unit === 'string'
  return cache_ttl_override_enabled && isComplete ? durationMs(cache_ttl_override, cache_ttl_override_unit) : undefined
}
