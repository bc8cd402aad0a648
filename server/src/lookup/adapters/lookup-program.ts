/** The program of the thread in which one data adapter asks its service, and reads what the service answers. */
import { systemClock } from '../../platform/clock.ts'
import { createIds } from '../../platform/ids.ts'
import { connectCalls } from '../../platform/threads/thread-calls.ts'
import { ownerPort, threadData } from '../../platform/threads/thread-data.ts'
import type { AdapterOwner } from './adapter-thread.ts'
import { createDnsLookup } from './dns/dns-lookup.ts'
import { systemDnsServers } from './dns/dns-servers.ts'
import { createHttpJsonPathLookup } from './http/http-json-path-lookup.ts'
import { createRequestSource } from './http/request-source.ts'
import type { LookupFunctions, LookupThreadData } from './lookup-thread.ts'
import { createOtxLookup } from './otx/otx-lookup.ts'
import { createWhoisLookup } from './whois/whois-lookup.ts'

const data = threadData<LookupThreadData>()
const ids = createIds(systemClock.now)
const functions: LookupFunctions = { lookUp: (key, signal) => lookUp(key, signal) }
const owner = connectCalls<AdapterOwner>(ownerPort(), functions)
const lookUp = createLookup(data)

function createLookup({ config, otx, whois }: LookupThreadData): LookupFunctions['lookUp'] {
  const request = createRequestSource((url) => owner.call('checkUrl', url))
  switch (config.type) {
    case 'dnslookup':
      return createDnsLookup(config, {
        systemServers: systemDnsServers,
        nextId: () => ids.bytes(2).readUInt16BE(0),
      })
    case 'whois':
      // The first registry is always ARIN, which refers to the others.
      return createWhoisLookup({ ...config, registry: 'ARIN' }, whois)
    case 'httpjsonpath':
      return createHttpJsonPathLookup(config, request)
    case 'otx-api':
      return createOtxLookup(config, {
        request,
        otx: new URL(otx),
        otxApiKey: () => owner.call('otxApiKey', undefined),
      })
  }
}
