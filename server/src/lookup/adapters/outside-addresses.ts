/** The addresses outside of the network that adapters ask without a whitelist. Tests put local servers in their place. */
import type { WhoisConfig } from '@logyard/contract/lookup/adapter-configs'

export type WhoisServers = Readonly<Record<WhoisConfig['registry'], { readonly host: string; readonly port: number }>>

export interface OutsideAddresses {
  /** The exit nodes of Tor. */
  readonly torExitNodes: URL
  /** The lists of networks that Spamhaus advises to drop. */
  readonly spamhausLists: readonly URL[]
  /** The only address of OTX that needs no entry in the URL whitelist. */
  readonly otx: URL
  readonly whois: WhoisServers
}

const WHOIS_PORT = 43

export const OUTSIDE_ADDRESSES: OutsideAddresses = {
  torExitNodes: new URL('https://check.torproject.org/exit-addresses'),
  // The list edrop.txt was merged into the first one in 2024.
  spamhausLists: [
    new URL('https://www.spamhaus.org/drop/drop.txt'),
    new URL('https://www.spamhaus.org/drop/dropv6.txt'),
  ],
  otx: new URL('https://otx.alienvault.com'),
  whois: {
    AFRINIC: { host: 'whois.afrinic.net', port: WHOIS_PORT },
    APNIC: { host: 'whois.apnic.net', port: WHOIS_PORT },
    ARIN: { host: 'whois.arin.net', port: WHOIS_PORT },
    LACNIC: { host: 'whois.lacnic.net', port: WHOIS_PORT },
    RIPENCC: { host: 'whois.ripe.net', port: WHOIS_PORT },
  },
}
