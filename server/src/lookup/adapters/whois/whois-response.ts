import type { WhoisConfig } from '@logyard/contract/lookup/adapter-configs'

export type WhoisRegistry = WhoisConfig['registry']

export interface WhoisFinding {
  readonly organization: string | undefined
  readonly countryCode: string | undefined
  /** The registry that knows more about the address. */
  readonly referral: WhoisRegistry | undefined
}

const REGISTRIES: Readonly<Record<string, WhoisRegistry>> = {
  'whois.afrinic.net': 'AFRINIC',
  'whois.apnic.net': 'APNIC',
  'whois.arin.net': 'ARIN',
  'whois.lacnic.net': 'LACNIC',
  'whois.ripe.net': 'RIPENCC',
}
/** The best first. */
const ORGANIZATION_KEYS = ['org-name', 'orgname', 'custname', 'owner', 'descr', 'netname']
const REFERRAL = /^whois:\/\/(?<host>[a-z0-9.-]{1,253})(?::\d+)?\/?$/i
const LINE = /^(?<key>[a-z][\w-]{0,40}):[ \t]*(?<value>\S.{0,500})/i
const COUNTRY = /^[a-z]{2}$/i
const MAX_LINES = 5000

/** Reads the response of a registry: lines of `key: value`. */
export function parseWhoisResponse(registry: WhoisRegistry, text: string): WhoisFinding {
  const values = new Map<string, string>()
  for (const line of text.split(/\r?\n/, MAX_LINES)) {
    const { key, value } = LINE.exec(line)?.groups ?? {}
    if (key === undefined || value === undefined) continue
    const name = key.toLowerCase()
    // ARIN lists the largest network first, the others the smallest.
    if (registry === 'ARIN' || !values.has(name)) values.set(name, value.trim())
  }
  const found = ORGANIZATION_KEYS.map((key) => values.get(key)).find((value) => value !== undefined)
  const country = values.get('country')
  const host = REFERRAL.exec(values.get('referralserver') ?? '')?.groups?.['host']?.toLowerCase() ?? ''
  const referral = Object.hasOwn(REGISTRIES, host) ? REGISTRIES[host] : undefined
  return {
    organization: found,
    countryCode: country !== undefined && COUNTRY.test(country) ? country.toUpperCase() : undefined,
    referral: referral === registry ? undefined : referral,
  }
}
