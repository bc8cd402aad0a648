/** Functions that ask the lookup tables of threat intelligence, which Logyard makes at its first start. */
import type { RuleMap, RuleValue } from '@logyard/languages/rules/rule-values'
import { isInPrivateNetwork } from '../../lookup/private-networks.ts'
import { THREAT_INTEL_TABLES } from '../../lookup/threat-intelligence/threat-intel-tables.ts'
import { defineFunction, type RuleRun } from '../evaluation/rule-run.ts'
import { foundIn } from './lookup-values.ts'
import { given, text } from './params.ts'
import { MAX_ITEMS } from './result-bounds.ts'

type Source = 'tor' | 'spamhaus' | 'abusech_ransomware'

const address = text('ip_address', 'The IP address.')
const domain = text('domain_name', 'The domain name. Blanks around it and a dot at its end do not matter.')
const prefix = text('prefix', 'The beginning of the names of the fields.')

const bare = (name: string): string => name.trim().replace(/\.$/, '')

function isInTor(run: RuleRun, ip: string): boolean {
  return run.threatIntel.tor && (foundIn(run, THREAT_INTEL_TABLES.tor, ip.trim())?.singleValue ?? null) !== null
}

function isInSpamhaus(run: RuleRun, ip: string): boolean {
  return run.threatIntel.spamhaus && foundIn(run, THREAT_INTEL_TABLES.spamhaus, ip.trim())?.singleValue === true
}

function isInAbuseCh(run: RuleRun, table: string, key: string): boolean {
  return run.threatIntel.abuseCh && foundIn(run, table, key)?.singleValue === true
}

const indicated = (isThreat: boolean): RuleMap => new Map([['threat_indicated', isThreat]])

function indicatedBy(prefix: string, sources: Readonly<Partial<Record<Source, boolean>>>): RuleMap {
  const hits = Object.entries(sources).filter(([, isHit]) => isHit)
  const fields: (readonly [string, RuleValue])[] = [[`${prefix}_threat_indicated`, hits.length > 0]]
  for (const [source] of hits) fields.push([`${prefix}_threat_indicated_${source}`, true])
  return new Map(fields)
}

const torLookup = defineFunction({
  name: 'tor_lookup',
  description: 'Checks whether an address is an exit node of Tor. The result is a map with the key threat_indicated.',
  example: { source: 'tor_lookup("198.51.100.7")', result: '{threat_indicated: false}' },
  params: [address],
  returns: 'Map',
  call: ([ip], run) => (ip == null ? null : indicated(isInTor(run, ip))),
})

const spamhausLookupIp = defineFunction({
  name: 'spamhaus_lookup_ip',
  description:
    'Checks whether an address is in a network that Spamhaus advises to drop. The result is a map with the key threat_indicated.',
  example: { source: 'spamhaus_lookup_ip("198.51.100.7")', result: '{threat_indicated: false}' },
  params: [address],
  returns: 'Map',
  call: ([ip], run) => (ip == null ? null : indicated(isInSpamhaus(run, ip))),
})

const DISCONTINUED = 'abuse.ch ended its ransomware blocklists in 2019: nothing is found.'

const abuseChLookupDomain = defineFunction({
  name: 'abusech_ransom_lookup_domain',
  description: 'Checks whether a domain is in the ransomware blocklist of abuse.ch.',
  deprecated: DISCONTINUED,
  example: { source: 'abusech_ransom_lookup_domain("example.org.")', result: '{threat_indicated: false}' },
  params: [domain],
  returns: 'Map',
  call: ([name], run) =>
    name == null ? null : indicated(isInAbuseCh(run, THREAT_INTEL_TABLES.abuseChDomains, bare(name))),
})

const abuseChLookupIp = defineFunction({
  name: 'abusech_ransom_lookup_ip',
  description: 'Checks whether an address is in the ransomware blocklist of abuse.ch.',
  deprecated: DISCONTINUED,
  example: { source: 'abusech_ransom_lookup_ip("198.51.100.7")', result: '{threat_indicated: false}' },
  params: [address],
  returns: 'Map',
  call: ([ip], run) =>
    ip == null ? null : indicated(isInAbuseCh(run, THREAT_INTEL_TABLES.abuseChAddresses, ip.trim())),
})

const threatIntelLookupIp = defineFunction({
  name: 'threat_intel_lookup_ip',
  description:
    'Asks all enabled sources of threat intelligence for an address. The result is a map for set_fields: the key prefix_threat_indicated, and one more for each source that has the address.',
  example: { source: 'threat_intel_lookup_ip("198.51.100.7", "src")', result: '{src_threat_indicated: false}' },
  params: [address, prefix],
  returns: 'Map',
  call([ip, name], run) {
    if (ip == null) return null
    return indicatedBy(given(name, 'prefix'), {
      tor: isInTor(run, ip),
      spamhaus: isInSpamhaus(run, ip),
      abusech_ransomware: isInAbuseCh(run, THREAT_INTEL_TABLES.abuseChAddresses, ip.trim()),
    })
  },
})

const threatIntelLookupDomain = defineFunction({
  name: 'threat_intel_lookup_domain',
  description:
    'Asks all enabled sources of threat intelligence for a domain. The result is a map for set_fields, as that of threat_intel_lookup_ip.',
  example: { source: 'threat_intel_lookup_domain("example.org", "dns")', result: '{dns_threat_indicated: false}' },
  params: [domain, prefix],
  returns: 'Map',
  call([name, start], run) {
    if (name == null) return null
    const isRansomware = isInAbuseCh(run, THREAT_INTEL_TABLES.abuseChDomains, bare(name))
    return indicatedBy(given(start, 'prefix'), { abusech_ransomware: isRansomware })
  },
})

/** The names and ids of the reports that mention the key. */
function askOtx(run: RuleRun, table: string, key: string): RuleMap {
  const pulses = pulsesOf(foundIn(run, table, key)?.multiValue?.['pulse_info'])
  const joined = (property: string) =>
    pulses
      .map((pulse) => valueAt(pulse, property))
      .filter((value) => typeof value === 'string')
      .join(', ')
  return new Map<string, RuleValue>([
    ['otx_threat_indicated', pulses.length > 0],
    ['otx_threat_ids', joined('id')],
    ['otx_threat_names', joined('name')],
  ])
}

function pulsesOf(info: unknown): readonly unknown[] {
  const pulses = valueAt(info, 'pulses')
  return Array.isArray(pulses) ? pulses.slice(0, MAX_ITEMS) : []
}

const valueAt = (object: unknown, name: string): unknown =>
  typeof object === 'object' && object !== null ? Object.getOwnPropertyDescriptor(object, name)?.value : undefined

const OTX_RESULT = '{otx_threat_indicated: false, otx_threat_ids: "", otx_threat_names: ""}'

const otxLookupIp = defineFunction({
  name: 'otx_lookup_ip',
  description: 'Asks the Open Threat Exchange of AlienVault for an address. The result is a map for set_fields.',
  example: { source: 'otx_lookup_ip("198.51.100.7")', result: OTX_RESULT },
  params: [address],
  returns: 'Map',
  call: ([ip], run) => (ip == null ? null : askOtx(run, THREAT_INTEL_TABLES.otxAddresses, ip.trim())),
})

const otxLookupDomain = defineFunction({
  name: 'otx_lookup_domain',
  description: 'Asks the Open Threat Exchange of AlienVault for a domain. The result is a map for set_fields.',
  example: { source: 'otx_lookup_domain("example.org")', result: OTX_RESULT },
  params: [domain],
  returns: 'Map',
  call: ([name], run) => (name == null ? null : askOtx(run, THREAT_INTEL_TABLES.otxDomains, bare(name))),
})

const whoisLookupIp = defineFunction({
  name: 'whois_lookup_ip',
  description:
    'Asks the internet registries who holds an address. The result is a map for set_fields with the keys prefix_whois_organization and prefix_whois_country_code. It is empty if the registries do not respond.',
  example: { source: 'whois_lookup_ip("198.51.100.7", "src")', result: '{}' },
  params: [address, prefix],
  returns: 'Map',
  call([ip, name], run) {
    if (ip == null) return null
    const start = given(name, 'prefix')
    const found = foundIn(run, THREAT_INTEL_TABLES.whois, ip.trim())?.multiValue ?? {}
    const fields = ['organization', 'country_code'].flatMap((property) => {
      const value = valueAt(found, property)
      return typeof value === 'string' ? [[`${start}_whois_${property}`, value] as const] : []
    })
    return new Map(fields)
  },
})

const inPrivateNet = defineFunction({
  name: 'in_private_net',
  description: 'Checks whether an address is in a network for private use. Null for a text that is not an address.',
  example: { source: 'in_private_net("10.1.2.3")', result: 'true' },
  params: [address],
  returns: 'Boolean',
  call: ([ip]) => (ip == null ? null : (isInPrivateNetwork(ip.trim()) ?? null)),
})

export const threatIntelligenceFunctions = [
  abuseChLookupDomain,
  abuseChLookupIp,
  inPrivateNet,
  otxLookupDomain,
  otxLookupIp,
  spamhausLookupIp,
  threatIntelLookupDomain,
  threatIntelLookupIp,
  torLookup,
  whoisLookupIp,
]
