/** The types of data adapters whose values come from outside of Logyard: from a service, or a database file. */
import { abuseChAdapter } from './abuse-ch-adapter.ts'
import type { AdapterType } from './adapter.ts'
import { spamhausAdapter } from './block-lists/spamhaus-adapter.ts'
import { torExitNodeAdapter } from './block-lists/tor-adapter.ts'
import { dnsLookupAdapter } from './dns-adapter.ts'
import { dsvHttpAdapter } from './dsv/dsv-http-adapter.ts'
import { httpJsonPathAdapter } from './http-json-path-adapter.ts'
import { maxmindAdapter } from './maxmind-adapter.ts'
import { otxAdapter } from './otx-adapter.ts'
import { whoisAdapter } from './whois-adapter.ts'

export const outsideAdapterTypes: readonly AdapterType[] = [
  dnsLookupAdapter,
  dsvHttpAdapter,
  httpJsonPathAdapter,
  maxmindAdapter,
  whoisAdapter,
  torExitNodeAdapter,
  spamhausAdapter,
  otxAdapter,
  abuseChAdapter,
]
