import { adapterType } from '../adapter.ts'
import { atLeast, onlyErrors } from '../config-checks.ts'
import { fetching } from '../fetching.ts'
import { createWhoisLookup } from './whois-lookup.ts'

export const whoisAdapter = adapterType({
  type: 'whois',
  configClass: 'org.graylog.plugins.threatintel.adapters.whois.WhoisDataAdapter$Config',
  defaultConfig: { type: 'whois', registry: 'ARIN', connect_timeout: 1000, read_timeout: 1000 },
  validate: ({ connect_timeout, read_timeout }) =>
    onlyErrors({ connect_timeout: atLeast(connect_timeout, 1), read_timeout: atLeast(read_timeout, 1) }),
  // The first registry is always ARIN, which refers to the others.
  start: (config, start) => fetching(start, createWhoisLookup({ ...config, registry: 'ARIN' }, start.outside.whois)),
})
