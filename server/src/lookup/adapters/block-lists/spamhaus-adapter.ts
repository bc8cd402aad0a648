import { singleResult } from '../../lookup-results.ts'
import { encodeResult } from '../../shared-tables/encode-result.ts'
import { networkKey, networkKeys } from '../../shared-tables/network-keys.ts'
import type { SharedAnswers } from '../../shared-tables/shared-answers.ts'
import { createTableWriter } from '../../shared-tables/table-writer.ts'
import { adapterType } from '../adapter.ts'
import { atLeast, onlyErrors } from '../config-checks.ts'
import { parseDroppedNetworks } from './parse-lists.ts'
import { publishedList } from './published-list.ts'

/** Spamhaus blocks clients that ask more often than once an hour. */
const MIN_REFRESH_SECONDS = 3600

export const spamhausAdapter = adapterType({
  type: 'spamhaus-edrop',
  configClass: 'org.graylog.plugins.threatintel.adapters.spamhaus.SpamhausEDROPDataAdapter$Config',
  defaultConfig: { type: 'spamhaus-edrop', refresh_interval: 14_400 },
  validate: ({ refresh_interval }) => onlyErrors({ refresh_interval: atLeast(refresh_interval, MIN_REFRESH_SECONDS) }),
  start: ({ refresh_interval }, start) =>
    publishedList(
      {
        source: 'spamhaus',
        title: 'Spamhaus',
        urls: start.outside.spamhausLists,
        refreshEveryMs: Math.max(MIN_REFRESH_SECONDS, refresh_interval) * 1000,
        build: buildNetworks,
      },
      start,
    ),
})

function buildNetworks(texts: readonly string[]): SharedAnswers {
  const networks = texts.flatMap(parseDroppedNetworks)
  if (networks.length === 0) throw new Error('The response is not a list of Spamhaus')
  const writer = createTableWriter()
  const keys = networks.map(({ subnet, sblId }) => {
    const key = networkKey(subnet)
    if (key !== undefined) writer.set(key.key, encodeResult({ single: true, multi: { sbl_id: sblId, subnet } }))
    return key
  })
  return {
    kind: 'table',
    table: writer.finished(),
    keys: networkKeys(keys.filter((key) => key !== undefined)),
    values: 'result',
    absent: singleResult(false),
  }
}
