/** A server with three streams and an input, for tests of the streams' screens. */

import { listFields } from '@logyard/contract/fields/search-fields'
import { listInputs } from '@logyard/contract/ingest/inputs'
import { readMetricsOfCluster } from '@logyard/contract/metrics/metrics'
import { suggestValues } from '@logyard/contract/search/field-insights'
import { type IndexSet, listIndexSets } from '@logyard/contract/store/index-sets'
import { RETENTION_CLASSES, ROTATION_CLASSES } from '@logyard/contract/store/index-strategies'
import { countRuleMatches } from '@logyard/contract/streams/rule-matches'
import type { StreamRule } from '@logyard/contract/streams/stream-rules'
import {
  getStream,
  pageStreams,
  type Stream,
  type StreamPage,
  type StreamPageItem,
  testStreamMatch,
} from '@logyard/contract/streams/streams'
import type { ContractServer } from './contract-server.ts'

const indexSet = (id: string, title: string, more: Partial<IndexSet> = {}): IndexSet => ({
  id,
  title,
  description: null,
  default: false,
  writable: true,
  index_prefix: title.toLowerCase().replaceAll(' ', '-'),
  shards: 4,
  replicas: 0,
  rotation_strategy_class: ROTATION_CLASSES.count,
  rotation_strategy: { type: `${ROTATION_CLASSES.count}Config`, max_docs_per_index: 20_000_000 },
  retention_strategy_class: RETENTION_CLASSES.delete,
  retention_strategy: { type: `${RETENTION_CLASSES.delete}Config`, max_number_of_indices: 20 },
  creation_date: '2026-01-01T00:00:00.000Z',
  index_analyzer: 'standard',
  index_optimization_max_num_segments: 1,
  index_optimization_disabled: false,
  field_type_refresh_interval: 5_000,
  index_template_type: 'messages',
  ...more,
})

export const INDEX_SETS: readonly IndexSet[] = [
  indexSet('5f00000000000000000000e1', 'Default index set', { default: true }),
  indexSet('5f00000000000000000000e2', 'Archive', { writable: false }),
  indexSet('5f00000000000000000000e3', 'Web'),
]

const stream = (id: string, title: string, more: Partial<StreamPageItem> = {}): StreamPageItem => ({
  id,
  title,
  description: null,
  creator_user_id: 'admin',
  created_at: '2026-01-01T00:00:00.000Z',
  disabled: false,
  matching_type: 'AND',
  rules: [],
  content_pack: null,
  is_default: false,
  is_editable: true,
  remove_matches_from_default_stream: false,
  index_set_id: '5f00000000000000000000e1',
  outputs: null,
  alert_conditions: null,
  alert_receivers: null,
  ...more,
})

export const PAYMENTS_RULE: StreamRule = {
  id: '5f00000000000000000000b1',
  stream_id: '5f0000000000000000000011',
  type: 1,
  field: 'app',
  value: 'payments',
  inverted: false,
  description: 'Named by the deployment',
  content_pack: null,
}
export const DEFAULT_STREAM = stream('000000000000000000000001', 'All messages', {
  is_default: true,
  is_editable: false,
  description: 'Contains messages that are not explicitly routed to other streams',
})
export const PAYMENTS = stream('5f0000000000000000000011', 'Payments', {
  description: 'What the payment service says',
  rules: [PAYMENTS_RULE],
})
const OLD = stream('5f0000000000000000000012', 'Old things', { disabled: true })

/** One stream as the list returns it. */
export const aStream = (item: StreamPageItem): Stream => ({
  ...item,
  outputs: [],
  alert_conditions: [],
  alert_receivers: { emails: [], users: [] },
})

export function streamPage(): StreamPage {
  const streams = [DEFAULT_STREAM, OLD, PAYMENTS]
  return {
    query: '',
    pagination: { total: 3, count: 3, page: 1, per_page: 10 },
    total: 3,
    sort: 'title',
    order: 'asc',
    streams,
  }
}

const rate = (id: string, value: number) => ({
  full_name: `org.graylog2.plugin.streams.Stream.${id}.incomingMessages`,
  name: 'incomingMessages',
  type: 'meter' as const,
  metric: {
    rate: { total: 100, mean: value, one_minute: value, five_minute: value, fifteen_minute: value },
    rate_unit: 'events/second' as const,
  },
})

/** Registers the responses for the streams above. */
export function withStreams(server: ContractServer): ContractServer {
  return (
    server
      // The later registration wins, and the path of one stream also matches that of the page.
      .on(getStream, aStream(PAYMENTS))
      .on(pageStreams, streamPage())
      .on(countRuleMatches, { looked_at: 1000, matches: 312, is_complete: true })
      .on(suggestValues, { values: [], is_complete: true })
      .on(listFields, [])
      .on(testStreamMatch, { matches: true, rules: { [PAYMENTS_RULE.id]: true } })
      .on(listIndexSets, { total: INDEX_SETS.length, index_sets: [...INDEX_SETS], stats: {} })
      .on(listInputs, {
        total: 1,
        inputs: [
          {
            id: '5f00000000000000000000c1',
            title: 'Syslog',
            type: 'org.graylog2.inputs.syslog.udp.SyslogUDPInput',
            name: 'Syslog UDP',
            global: true,
            node: null,
            content_pack: null,
            creator_user_id: 'admin',
            created_at: '2026-01-01T00:00:00.000Z',
            attributes: {},
            static_fields: {},
          },
        ],
      })
      .on(readMetricsOfCluster, {
        'node-1': { total: 1, metrics: [rate(PAYMENTS.id, 3)] },
        'node-2': { total: 1, metrics: [rate(PAYMENTS.id, 4)] },
        'node-3': null,
      })
  )
}
