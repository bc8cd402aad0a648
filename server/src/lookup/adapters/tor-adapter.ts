import { adapterType } from './adapter.ts'
import { publishedList } from './published-list.ts'

const REFRESH_MS = 3_600_000

export const torExitNodeAdapter = adapterType({
  type: 'torexitnode',
  configClass: 'org.graylog.plugins.threatintel.adapters.tor.TorExitNodeDataAdapter$Config',
  defaultConfig: { type: 'torexitnode' },
  validate: () => ({}),
  start: (_config, start) =>
    publishedList({ kind: 'tor', title: 'Tor', urls: [start.outside.torExitNodes], refreshEveryMs: REFRESH_MS }, start),
})
