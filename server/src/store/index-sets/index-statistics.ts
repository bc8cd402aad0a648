/** The statistics of index sets and indices in the shape of the contract, from the figures of the partitions. */
import type { IndexerHealth, IndexSummary } from '@logyard/contract/store/deflector'
import type { IndexSetStats } from '@logyard/contract/store/index-sets'
import type { IndexInfo, IndexStats, ShardRouting } from '@logyard/contract/store/indices'
import { isShardMissing } from '../engine/engine-failure.ts'
import type { IndexLookup, ManagedIndex } from './index-lookup.ts'
import { rangeOf } from './index-ranges.ts'
import type { MessagePartitions, PartitionFigures } from './message-partitions.ts'

export type IndexStatistics = ReturnType<typeof createIndexStatistics>

export const INDEXER_NAME = 'logyard'

/** `false` if the failure is that of a shard; others are thrown. */
function falseIfMissing(error: unknown): false {
  if (isShardMissing(error)) return false
  throw error
}

type Figures = ReadonlyMap<string, PartitionFigures>

export function createIndexStatistics(deps: {
  readonly lookup: IndexLookup
  readonly partitions: MessagePartitions
  /** Whether messages may be in cold storage. */
  readonly hasColdStorage: boolean
  readonly node: { readonly id: string; readonly hostname: string }
}) {
  const { lookup, partitions, hasColdStorage, node } = deps
  const sum = (indices: readonly ManagedIndex[], figures: Figures) => sumOf(indices, figures, hasColdStorage)

  function info({ index }: ManagedIndex, figures: Figures): IndexInfo {
    const stats = indexStats(figures.get(index.id))
    return { primary_shards: stats, all_shards: stats, routing: [routing], is_reopened: index.is_reopened }
  }

  /** An index is one partition, whole and once, on the node of the engine. */
  const routing: ShardRouting = {
    id: 0,
    state: 'started',
    active: true,
    primary: true,
    node_id: node.id,
    node_name: INDEXER_NAME,
    node_hostname: node.hostname,
    relocating_to: null,
  }

  /** Each index is on all servers of its shard: the shards of the contract that are not active are counted by server. */
  async function health(): Promise<IndexerHealth> {
    const away = partitions.servers().filter(({ store, has }) => has !== 'complete' || store.state() !== 'up')
    const initializing = away.filter(({ store, has }) => store.state() === 'up' && has === 'joining').length
    // Reading them proves that the engine answers.
    const isWhole = await partitions.figures().then(() => true, falseIfMissing)
    const active = (await lookup.list()).filter(({ index, set }) => set.writable && index.state === 'open').length
    const shards = { active, initializing, relocating: 0, unassigned: away.length - initializing }
    return { status: !isWhole ? 'red' : away.length > 0 ? 'yellow' : 'green', shards }
  }

  return {
    /** Statistics by index set id, of the sets that have indices. */
    async ofSets() {
      const figures = await partitions.figures()
      const bySet = Map.groupBy(await lookup.list(), ({ set }) => set.id)
      return new Map([...bySet].map(([id, indices]) => [id, sum(indices, figures)]))
    },
    /** Open indices by where they lie. */
    async coldStorage() {
      const { size, cold_size = 0 } = sum(await lookup.list(), await partitions.figures())
      return { is_configured: hasColdStorage, hot_bytes: size - cold_size, cold_bytes: cold_size }
    },
    ofAllSets: async () => sum(await lookup.list(), await partitions.figures()),
    ofSet: async (indexSetId: string) => sum(await lookup.list(indexSetId), await partitions.figures()),
    /** Facts by name, for those of the indices that are open. */
    async ofIndices(indices: readonly ManagedIndex[]) {
      const figures = await partitions.figures()
      const open = indices.filter(({ index }) => index.state === 'open')
      return Object.fromEntries(open.map((one) => [one.index.id, info(one, figures)]))
    },
    async overview(indexSetId: string) {
      const figures = await partitions.figures()
      const indices = await lookup.list(indexSetId)
      const target = indices.find(({ isWriteIndex }) => isWriteIndex)
      return {
        deflector: { is_up: target !== undefined, current_target: target?.index.id ?? null },
        indexer_cluster: { health: await health(), name: INDEXER_NAME },
        counts: { events: sum(indices, figures).documents },
        indices: Object.fromEntries(indices.map((one) => [one.index.id, summary(one, figures)])),
      }
    },
    health,
  }
}

function sumOf(indices: readonly ManagedIndex[], figures: Figures, hasColdStorage: boolean): IndexSetStats {
  const open = indices.flatMap(({ index }) => (index.state === 'open' ? (figures.get(index.id) ?? []) : []))
  return {
    indices: indices.length,
    documents: open.reduce((total, { rows }) => total + rows, 0),
    size: open.reduce((total, { bytes }) => total + bytes, 0),
    ...(hasColdStorage && { cold_size: open.reduce((total, { coldBytes }) => total + coldBytes, 0) }),
  }
}

function summary({ index, isWriteIndex }: ManagedIndex, figures: Figures): IndexSummary {
  const isClosed = index.state !== 'open'
  const { rows = 0, bytes = 0, coldBytes = 0 } = figures.get(index.id) ?? {}
  return {
    size: isClosed ? null : { events: rows, deleted: 0, bytes, ...(coldBytes > 0 && { cold_bytes: coldBytes }) },
    range: rangeOf(index),
    is_deflector: isWriteIndex,
    is_closed: isClosed,
    is_reopened: index.is_reopened,
  }
}

/** The engine does not count operations by partition, and knows no search contexts: those figures are 0. */
const UNCOUNTED = { total: 0, time_seconds: 0 } as const

const indexStats = (figures: PartitionFigures | undefined): IndexStats => ({
  flush: UNCOUNTED,
  get: UNCOUNTED,
  index: UNCOUNTED,
  merge: UNCOUNTED,
  refresh: UNCOUNTED,
  search_query: UNCOUNTED,
  search_fetch: UNCOUNTED,
  open_search_contexts: 0,
  store_size_bytes: figures?.bytes ?? 0,
  segments: figures?.parts ?? 0,
  documents: { count: figures?.rows ?? 0, deleted: 0 },
})
