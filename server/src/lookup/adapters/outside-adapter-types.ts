/** The types of data adapters whose values come from outside of Logyard: from a service, or a database file. */
import { abuseChAdapter } from './abuse-ch-adapter.ts'
import type { AdapterType } from './adapter.ts'
import { dnsLookupAdapter } from './dns-adapter.ts'
import { dsvHttpAdapter } from './dsv-http-adapter.ts'
import { httpJsonPathAdapter } from './http-json-path-adapter.ts'
import { maxmindAdapter } from './maxmind-adapter.ts'
import { otxAdapter } from './otx-adapter.ts'
import { spamhausAdapter } from './spamhaus-adapter.ts'
import { torExitNodeAdapter } from './tor-adapter.ts'
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
