import { getIndexerStats, type IndexerStats, listStoreServers } from '@logyard/contract/store/indexer'
import { sql } from '@logyard/languages/sql/sql'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { serve } from '../../http/serve.ts'
import type { Engine } from './engine.ts'
import { answeredForUsers, engineRowsUnusable, engineUnavailable } from './engine-failure.ts'
import { listServers } from './list-servers.ts'

const Facts = Type.Array(Type.Object({ version: Type.String(), partitions: Type.Integer(), bytes: Type.Integer() }))

const FACTS = sql`
  SELECT version() AS version, toInt32(uniqExact(table, partition)) AS partitions, toFloat64(sum(bytes_on_disk)) AS bytes
  FROM system.parts
  WHERE active AND database = currentDatabase()`

export function indexerRoutes(api: FastifyInstance, engine: Engine): void {
  serve(api, getIndexerStats, () => answeredForUsers(() => readIndexerStats(engine)))
  serve(api, listStoreServers, async () => ({
    is_embedded: engine.stores.isEmbedded,
    servers: await listServers(engine.stores),
  }))
}

export async function readIndexerStats(engine: Engine): Promise<IndexerStats> {
  if (engine.state() !== 'up') throw engineUnavailable()
  const { stores } = engine
  const facts = await Promise.all(
    stores.complete().map(async ({ client }) => {
      const answer = await client.query({ query: FACTS, format: 'JSONEachRow' })
      const [found] = Value.Parse(Facts, await answer.json())
      if (found === undefined) throw engineRowsUnusable('an aggregate over everything answered no row')
      return found
    }),
  )
  const sum = (of: 'partitions' | 'bytes') => facts.reduce((total, one) => total + one[of], 0)
  const [version = ''] = facts.map((one) => one.version).sort()
  const [partitions, bytes, nodes] = [sum('partitions'), sum('bytes'), stores.servers().length]
  return {
    cluster_name: 'logyard',
    cluster_version: version,
    status: stores.areComplete() ? 'Green' : 'Yellow',
    cluster_health: {
      number_of_nodes: nodes,
      number_of_data_nodes: nodes,
      active_shards: partitions,
      relocating_shards: 0,
      active_primary_shards: partitions,
      initializing_shards: 0,
      unassigned_shards: 0,
      pending_tasks: 0,
      timed_out: false,
      pending_tasks_time_in_queue: [],
    },
    nodes_stats: { total: nodes, master_only: 0, data_only: 0, master_data: nodes, client: 0 },
    indices_stats: { index_count: partitions, store_size: bytes, field_data_size: 0, id_cache_size: 0 },
  }
}
