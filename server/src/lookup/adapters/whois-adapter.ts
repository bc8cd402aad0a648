import { adapterType } from './adapter.ts'
import { atLeast, onlyErrors } from './config-checks.ts'
import { fetchingInThread } from './fetching-in-thread.ts'
import { timeoutField } from './form-fields.ts'

export const whoisAdapter = adapterType({
  type: 'whois',
  configClass: 'org.graylog.plugins.threatintel.adapters.whois.WhoisDataAdapter$Config',
  defaultConfig: { type: 'whois', registry: 'ARIN', connect_timeout: 1000, read_timeout: 1000 },
  form: {
    title: 'Whois for IPs',
    docs: [
      'Asks the registry of an IP address for its organization and country.',
      'Registries limit the number of requests: use a cache with a long expiry.',
    ],
    fields: [timeoutField('connect_timeout', 'Connect timeout'), timeoutField('read_timeout', 'Read timeout')],
  },
  validate: ({ connect_timeout, read_timeout }) =>
    onlyErrors({ connect_timeout: atLeast(connect_timeout, 1), read_timeout: atLeast(read_timeout, 1) }),
  start: fetchingInThread,
})
