/** The cluster that the server stores messages in: of each shard a replica that has all of its messages is read. */
import { Type } from 'typebox'
import { TABLE_ID } from '../store/cluster/replica.ts'
import type { StoredReplica } from '../store/cluster/stored-replicas.ts'
import { sourceNotUsable, storeNotReached } from './copy-errors.ts'
import { type CopyPlace, isNotReached } from './copy-place.ts'
import type { CopySource } from './copy-source.ts'

/** A server of the cluster, by the name that the stored state has for it. */
interface NamedPlace {
  readonly name: string
  readonly place: CopyPlace
}

const Table = Type.Object({ id: Type.String() })

/** The state is read for each statement: a replica that misses a message is left out before the message counts as stored. */
export function clusterSource(
  title: string,
  servers: readonly NamedPlace[],
  readReplicas: () => Promise<readonly StoredReplica[]>,
): CopySource {
  const placeOf = (name: string) => servers.find((one) => one.name === name)?.place

  async function replicaOf(shard: number, replicas: readonly StoredReplica[], signal: AbortSignal): Promise<CopyPlace> {
    for (const { name, table_id } of replicas.filter((one) => one.shard === shard && one.state === 'complete')) {
      const place = placeOf(name)
      if (place !== undefined && (await tableOf(place, signal)) === table_id) return place
    }
    throw storeNotReached(title, `no replica of shard ${shard + 1} that has all messages responds`)
  }

  return {
    title,
    async servers(signal) {
      const replicas = await readReplicas()
      if (replicas.length === 0)
        throw sourceNotUsable(title, 'the settings do not know this cluster: start the server on it first')
      const shards = new Set(replicas.map(({ shard }) => shard))
      return await Promise.all([...shards].sort((a, b) => a - b).map((shard) => replicaOf(shard, replicas, signal)))
    },
    async all(signal) {
      const found = await Promise.all(servers.map(async ({ place }) => [place, await tableOf(place, signal)] as const))
      return found.flatMap(([place, table]) => (table === undefined ? [] : [place]))
    },
  }
}

/** The id of its table of messages; `undefined` if it does not respond. */
async function tableOf(place: CopyPlace, signal: AbortSignal): Promise<string | undefined> {
  try {
    const [found] = await place.rows(Table, TABLE_ID, signal)
    return found?.id
  } catch (error) {
    if (isNotReached(error)) return undefined
    throw error
  }
}
