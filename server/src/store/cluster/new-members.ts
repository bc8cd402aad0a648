/** Replicas that the stored state does not know yet, or any more. */
import { sql } from '@logyard/languages/sql/sql'
import { type ClusterState, NEW, type UpdateState, withReplica } from './cluster-state.ts'
import { completeCopyOf } from './complete-copy.ts'
import type { Replica } from './replica.ts'

/** Without replicas whose addresses were removed. */
export function onlyNamed(before: ClusterState, replicas: readonly Replica[]): ClusterState {
  const kept = before.replicas.filter(({ name }) => replicas.some((one) => one.name === name))
  return kept.length === before.replicas.length ? before : { ...before, epoch: before.epoch + 1, replicas: kept }
}

/**
 * At the first start all servers must be there: the one with most messages of its shard is complete. So are others to which
 * the same messages were copied before.
 */
export async function begin(replicas: readonly Replica[], update: UpdateState): Promise<boolean> {
  if (replicas.some((one) => one.state() !== 'up')) return false
  const found = await Promise.all(
    replicas.map(async (replica) => {
      return { replica, rows: await rowsOf(replica), copy: await completeCopyOf(replica.client) }
    }),
  )
  const shards = Map.groupBy(found, ({ replica }) => replica.shard)
  const complete = [...shards.values()].flatMap((all) => {
    const [best] = all.toSorted((a, b) => b.rows - a.rows)
    const isSame = ({ copy, rows }: (typeof all)[number]) =>
      copy !== undefined && copy === best?.copy && rows === best.rows
    return all.filter((one) => one === best || isSame(one))
  })
  const first = complete.map(({ replica: { name, shard, tableId: table_id } }) => {
    return { name, shard, table_id, state: 'complete', from_ms: NEW, round: 0 } as const
  })
  await update((before) => (before.replicas.length > 0 ? before : { ...before, epoch: 1, replicas: first }))
  return true
}

/** The first one of a new shard has nothing to get. */
export function registered(before: ClusterState, { name, shard, tableId: table_id }: Replica): ClusterState {
  if (before.replicas.some((one) => one.name === name)) return before
  const isFirst = !before.replicas.some((one) => one.shard === shard)
  return withReplica(before, { name, shard, table_id, state: isFirst ? 'complete' : 'behind', from_ms: NEW, round: 0 })
}

async function rowsOf({ client }: Replica): Promise<number> {
  const query = sql`SELECT toFloat64(count()) AS n FROM messages`
  const [row] = await (await client.query({ query, format: 'JSONEachRow' })).json<{ n: number }>()
  return row?.n ?? 0
}
