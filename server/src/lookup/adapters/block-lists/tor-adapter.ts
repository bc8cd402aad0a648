import { emptyResult } from '../../lookup-results.ts'
import { encodeResult } from '../../shared-tables/encode-result.ts'
import { networkKey, networkKeys } from '../../shared-tables/network-keys.ts'
import type { SharedAnswers } from '../../shared-tables/shared-answers.ts'
import { createTableWriter } from '../../shared-tables/table-writer.ts'
import { adapterType } from '../adapter.ts'
import { parseTorExitNodes } from './parse-lists.ts'
import { publishedList } from './published-list.ts'

const REFRESH_MS = 3_600_000

export const torExitNodeAdapter = adapterType({
  type: 'torexitnode',
  configClass: 'org.graylog.plugins.threatintel.adapters.tor.TorExitNodeDataAdapter$Config',
  defaultConfig: { type: 'torexitnode' },
  validate: () => ({}),
  start: (_config, start) =>
    publishedList(
      {
        source: 'tor',
        title: 'Tor',
        urls: [start.outside.torExitNodes],
        refreshEveryMs: REFRESH_MS,
        build: (texts) => buildExitNodes(texts.join('\n')),
      },
      start,
    ),
})

function buildExitNodes(text: string): SharedAnswers {
  const nodes = parseTorExitNodes(text)
  if (nodes.size === 0) throw new Error('The response is not a list of Tor exit nodes')
  const writer = createTableWriter()
  const keys = Array.from(nodes, ([address, ids]) => {
    const key = networkKey(address)
    if (key !== undefined) writer.set(key.key, encodeResult({ single: ids.join(', '), multi: { node_ids: ids } }))
    return key
  })
  return {
    kind: 'table',
    table: writer.finished(),
    keys: networkKeys(keys.filter((key) => key !== undefined)),
    values: 'result',
    absent: emptyResult(),
  }
}
