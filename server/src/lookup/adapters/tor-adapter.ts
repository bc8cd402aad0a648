import { adapterType } from './adapter.ts'
import { THREAT_SOURCE_TEXT } from './form-fields.ts'
import { publishedList } from './published-list.ts'

const REFRESH_MS = 3_600_000

export const torExitNodeAdapter = adapterType({
  type: 'torexitnode',
  configClass: 'org.graylog.plugins.threatintel.adapters.tor.TorExitNodeDataAdapter$Config',
  defaultConfig: { type: 'torexitnode' },
  form: {
    title: 'Tor Exit Node',
    docs: [
      'Says whether an IP address is an exit of the Tor network. The list is updated every hour.',
      THREAT_SOURCE_TEXT,
    ],
    fields: [],
  },
  validate: () => ({}),
  start: (_config, start) =>
    publishedList({ kind: 'tor', title: 'Tor', urls: [start.outside.torExitNodes], refreshEveryMs: REFRESH_MS }, start),
})
