/**
 * Which replicas have all messages of their shard. This is what decides whether searches use a replica, so it is stored
 * before anything is acknowledged without it.
 */
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { defineCollection, type SettingsStore } from '../../platform/settings/settings-store.ts'
import { unlessTaken } from '../../platform/settings/unless-taken.ts'

const Replica = Type.Object({
  name: Type.String(),
  shard: Type.Integer({ minimum: 0 }),
  /** The id of its table of messages: an empty server in its place has another one. */
  table_id: Type.String(),
  /** `joining`: it gets all new messages, and those that it lacks are being copied. */
  state: Type.Enum(['complete', 'behind', 'joining']),
  /** It may lack messages that were received from then on. */
  from_ms: Type.Integer(),
  /** Counts its attempts to join: an attempt counts only if nothing was missed meanwhile. */
  round: Type.Integer({ minimum: 0 }),
  /** The node that copies messages to a replica that joins. */
  joined_by: Type.Optional(Type.String()),
})
export type ReplicaState = Static<typeof Replica>

const State = Type.Object({
  id: Type.Literal('cluster'),
  /** Grows whenever a replica is left out. The tables that searches read are those of an epoch. */
  epoch: Type.Integer({ minimum: 0 }),
  /** Grows whenever a join waits for what the nodes are just writing. */
  waits: Type.Optional(Type.Integer({ minimum: 0 })),
  replicas: Type.Array(Replica),
})
export type ClusterState = Static<typeof State>

const NodeNote = Type.Object({
  /** The node. */
  id: Type.String(),
  /** Grows while the node runs. */
  beat: Type.Integer({ minimum: 0 }),
  /** Searches of the node read no replica that was left out at this epoch, or before. */
  epoch: Type.Integer({ minimum: 0 }),
  /** The node has ended what it was writing when `waits` of the state was this. */
  waits: Type.Integer({ minimum: 0 }),
})
export type NodeNote = Static<typeof NodeNote>

export interface ClusterStateStore {
  read(): Promise<ClusterState>
  /** Calls the listener after each change on any node. */
  onChange(listener: () => unknown): Disposable
  /** Calls `change` again after a concurrent write. */
  readonly update: UpdateState
  /** What the nodes with the same settings have noted. */
  readonly notes: {
    list(): Promise<readonly NodeNote[]>
    put(note: NodeNote): Promise<unknown>
    remove(nodeId: string): Promise<unknown>
  }
}

/** Stores what `change` returns. */
export type UpdateState = (change: (before: ClusterState) => ClusterState) => Promise<ClusterState>

export const clusterStates = defineCollection({ name: 'clickhouse_cluster', audit: 'note', schema: State })
const noteCollection = defineCollection({ name: 'clickhouse_cluster_nodes', audit: 'note', schema: NodeNote })

const EMPTY: ClusterState = { id: 'cluster', epoch: 0, replicas: [] }

/** Parses the stored document. Without one, the cluster has no replicas yet. */
export const clusterStateOf = (body: unknown): ClusterState =>
  typeof body === 'string' ? Value.Parse(State, JSON.parse(body)) : EMPTY

export function openClusterState(settings: Pick<SettingsStore, 'collection' | 'onChange'>): ClusterStateStore {
  const stored = settings.collection(clusterStates)
  const notes = settings.collection(noteCollection)
  return {
    read: async () => (await stored.find('cluster')) ?? EMPTY,
    onChange: (listener) => settings.onChange(clusterStates.name, listener),
    async update(change) {
      const changed = await stored.update('cluster', change)
      if (changed !== undefined) return changed
      // Another node may store it first.
      await unlessTaken(stored.insert(EMPTY))
      return this.update(change)
    },
    notes: {
      list: () => notes.list(),
      put: (note) => notes.put(note),
      remove: (nodeId) => notes.delete(nodeId),
    },
  }
}
export const withReplica = (state: ClusterState, changed: ReplicaState): ClusterState => ({
  ...state,
  replicas: [...state.replicas.filter(({ name }) => name !== changed.name), changed],
})

/** Without a replica that missed messages. `minComplete` replicas of its shard must stay: otherwise nothing changes. */
export function withoutReplica(
  state: ClusterState,
  { name, fromMs, minComplete }: { readonly name: string; readonly fromMs: number; readonly minComplete: number },
): ClusterState {
  const replica = state.replicas.find((one) => one.name === name)
  if (replica === undefined) return state
  const others = state.replicas.filter((one) => one.shard === replica.shard && one.name !== name)
  const wasComplete = replica.state === 'complete'
  if (wasComplete && others.filter((one) => one.state === 'complete').length < minComplete) return state
  const from_ms = wasComplete ? fromMs : Math.min(fromMs, replica.from_ms)
  const changed = withReplica(state, { ...replica, state: 'behind', from_ms, round: replica.round + 1 })
  return wasComplete ? { ...changed, epoch: state.epoch + 1 } : changed
}

/** Another server is in place of the replica. It has nothing, unless there is no other one to get anything from. */
export function replaced(state: ClusterState, name: string, tableId: string): ClusterState {
  const left = withoutReplica(state, { name, fromMs: NEW, minComplete: 1 })
  const found = left.replicas.find((one) => one.name === name)
  return found === undefined ? left : withReplica(left, { ...found, table_id: tableId })
}

/** Time for a replica that may have missed a change, and no message. */
export const NO_MESSAGE = Number.MAX_SAFE_INTEGER

/** Time for a replica that has never had the messages of its shard. */
export const NEW = -1
