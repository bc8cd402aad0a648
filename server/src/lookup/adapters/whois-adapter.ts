import { adapterType } from './adapter.ts'
import { atLeast, onlyErrors } from './config-checks.ts'
import { fetchingInThread } from './fetching-in-thread.ts'

export const whoisAdapter = adapterType({
  type: 'whois',
  configClass: 'org.graylog.plugins.threatintel.adapters.whois.WhoisDataAdapter$Config',
  defaultConfig: { type: 'whois', registry: 'ARIN', connect_timeout: 1000, read_timeout: 1000 },
  validate: ({ connect_timeout, read_timeout }) =>
    onlyErrors({ connect_timeout: atLeast(connect_timeout, 1), read_timeout: atLeast(read_timeout, 1) }),
  start: fetchingInThread,
})
