/** A server with index sets and indices in every state, for tests of the index sets' screens. */

import { getColdStorage } from '@logyard/contract/store/cold-storage'
import { getIndexerOverview, type IndexerOverview, type IndexSummary } from '@logyard/contract/store/deflector'
import { getIndexSet, getIndexSetsStats, type IndexSet, listIndexSets } from '@logyard/contract/store/index-sets'
import {
  listRetentionStrategies,
  listRotationStrategies,
  RETENTION_CLASSES,
  ROTATION_CLASSES,
} from '@logyard/contract/store/index-strategies'
import { getIndices, type IndexInfo, type IndexStats } from '@logyard/contract/store/indices'
import { listStreams } from '@logyard/contract/streams/streams'
import { systemClock } from '../base/services/clock.ts'
import type { ContractServer } from './contract-server.ts'
import { aStream, INDEX_SETS, PAYMENTS } from './streams-answers.ts'

const named = (title: string): IndexSet => {
  const found = INDEX_SETS.find((set) => set.title === title)
  if (found === undefined) throw new Error(`no index set ${title}`)
  return found
}
export const DEFAULT_SET = named('Default index set')
export const WEB_SET = named('Web')

const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(systemClock.now() - days * DAY_MS).toISOString()
const index = (name: string, from: number, to: number, bytes: number, more: Partial<IndexSummary> = {}) => ({
  [name]: {
    size: { events: bytes / 100, deleted: 0, bytes },
    range: { index_name: name, begin: daysAgo(from), end: daysAgo(to), calculated_at: daysAgo(to), took_ms: 12 },
    is_deflector: false,
    is_closed: false,
    is_reopened: false,
    ...more,
  },
})
const EPOCH = '1970-01-01T00:00:00.000Z'

const OVERVIEW: IndexerOverview = {
  deflector: { is_up: true, current_target: 'graylog_10' },
  indexer_cluster: {
    health: { status: 'green', shards: { active: 4, initializing: 0, relocating: 0, unassigned: 0 } },
    name: 'logyard',
  },
  counts: { events: 20_130_000 },
  indices: {
    ...index('graylog_6', 30, 24, 800_000_000, { is_reopened: true }),
    ...index('graylog_7', 0, 0, 0, { is_closed: true, size: null, range: null }),
    ...index('graylog_8', 18, 9, 700_000_000, {
      size: { events: 7_000_000, deleted: 0, bytes: 700_000_000, cold_bytes: 700_000_000 },
    }),
    ...index('graylog_9', 9, 3, 510_000_000),
    ...index('graylog_10', 0, 0, 300_000_000, {
      is_deflector: true,
      range: { index_name: 'graylog_10', begin: EPOCH, end: EPOCH, calculated_at: daysAgo(3), took_ms: 0 },
    }),
  },
}

const ops = { total: 3, time_seconds: 1 }
const stats: IndexStats = {
  flush: ops,
  get: ops,
  index: ops,
  merge: ops,
  refresh: ops,
  search_query: ops,
  search_fetch: ops,
  open_search_contexts: 0,
  store_size_bytes: 300_000_000,
  segments: 7,
  documents: { count: 3_000_000, deleted: 0 },
}
const info: IndexInfo = {
  primary_shards: stats,
  all_shards: stats,
  routing: [
    {
      id: 0,
      state: 'started',
      active: true,
      primary: true,
      node_id: 'n1',
      node_name: 'node-1',
      node_hostname: 'web-1',
      relocating_to: null,
    },
  ],
  is_reopened: false,
}

const count = { type: `${ROTATION_CLASSES.count}Config`, max_docs_per_index: 20_000_000 }
const size = { type: `${ROTATION_CLASSES.size}Config`, max_size: 1_073_741_824 }
const time = { type: `${ROTATION_CLASSES.time}Config`, rotation_period: 'P1D' }
const schema = { type: 'object' as const, id: 'urn:jsonschema', properties: {} }
const retentionStrategy = (kind: keyof typeof RETENTION_CLASSES) => ({
  type: RETENTION_CLASSES[kind],
  default_config: { type: `${RETENTION_CLASSES[kind]}Config`, max_number_of_indices: 20 },
  json_schema: schema,
})

/** Registers the responses for the index sets above. The later registration wins: paths with a parameter come first. */
export function withIndexSets(server: ContractServer): ContractServer {
  return server
    .on(getIndexSet, DEFAULT_SET)
    .on(getIndexSetsStats, { indices: 7, documents: 20_130_000, size: 2_310_000_000 })
    .on(listIndexSets, {
      total: INDEX_SETS.length,
      index_sets: [...INDEX_SETS],
      stats: Object.fromEntries(INDEX_SETS.map(({ id }) => [id, { indices: 5, documents: 1_000, size: 2_310_000 }])),
    })
    .on(getIndexerOverview, OVERVIEW)
    .on(getColdStorage, { is_configured: true, hot_bytes: 1_610_000_000, cold_bytes: 700_000_000 })
    .on(getIndices, { graylog_10: info, graylog_9: info })
    .on(listStreams, { total: 1, streams: [aStream(PAYMENTS)] })
    .on(listRotationStrategies, {
      total: 3,
      strategies: [count, size, time].map((config) => ({
        type: config.type.replace(/Config$/, ''),
        default_config: config,
        json_schema: schema,
      })),
    })
    .on(listRetentionStrategies, {
      total: 3,
      strategies: [retentionStrategy('delete'), retentionStrategy('close'), retentionStrategy('none')],
    })
}
