/** The replicas as the rest of the store uses them. */
import { LogyardError } from '../../platform/errors.ts'
import { unlessAborted } from '../../platform/unless-aborted.ts'
import { createWakeUp } from '../../platform/wake-up.ts'
import { shardMissing } from '../engine/engine-failure.ts'
import type { MessageStore, MessageStores } from '../engine/message-stores.ts'
import { type Batches, CHANGE } from './batches.ts'
import { NEW, NO_MESSAGE, type ReplicaState } from './cluster-state.ts'
import type { Replica } from './replica.ts'
import { type WriteBatchDeps, writeBatch } from './write-batch.ts'

export interface StoresDeps extends WriteBatchDeps {
  readonly replicas: readonly Replica[]
  readonly batches: Batches
  /** State of the replica as the settings have it; `undefined` until it was read. */
  stateOf(replica: Replica): ReplicaState | undefined
  shards(): number
  /** Whether answers may lack shards. */
  readonly isMissingSkipped: boolean
  /** Makes new columns known to the tables that searches read. */
  publish(): Promise<void>
}

export function createClusterStores(deps: StoresDeps): MessageStores & { readonly changed: () => void } {
  const { replicas, batches, stateOf, isComplete } = deps
  const changes = createWakeUp()
  /** Whether the replica gets all new messages and changes. */
  const isMember = (one: Replica) => isComplete(one) || stateOf(one)?.state === 'joining'
  const isIn = (one: Replica, shard: number) => stateOf(one)?.shard === shard

  const numbers = () => Array.from({ length: deps.shards() }, (_, shard) => shard)
  const findReadable = (shard: number) =>
    replicas.find((one) => isIn(one, shard) && isComplete(one) && one.state() === 'up')

  function complete(): readonly MessageStore[] {
    return numbers().map((shard) => {
      const found = findReadable(shard)
      if (found === undefined) throw shardMissing(shard)
      return found
    })
  }

  async function change(work: (store: MessageStore) => Promise<void>): Promise<void> {
    complete()
    // A replica that joins waits for the changes that have begun without it.
    using _change = batches.begin(CHANGE)
    for (const replica of replicas.filter(isMember)) {
      try {
        await work(replica)
      } catch (error) {
        if (!(error instanceof LogyardError) || error.code !== 'engine-unavailable') throw error
        await deps.leaveOut(replica, NO_MESSAGE)
        // The last one of its shard cannot be left out.
        if (isComplete(replica)) throw error
      }
    }
  }

  /** Notes that replicas which do not get the batch lack its messages. One of them may have missed only a change before. */
  async function noteMissing({ shard, receivedMs }: { readonly shard: number; readonly receivedMs: number }) {
    for (const one of replicas.filter((replica) => isIn(replica, shard) && !isMember(replica))) {
      if ((stateOf(one)?.from_ms ?? NEW) > receivedMs) await deps.leaveOut(one, receivedMs)
    }
  }

  return {
    get shards() {
      return deps.shards()
    },
    servers: () =>
      replicas.map((store) => ({ store, shard: stateOf(store)?.shard ?? 0, has: stateOf(store)?.state ?? 'unknown' })),
    complete,
    readable: () => numbers().flatMap((shard) => findReadable(shard) ?? []),
    skipped: () => (deps.isMissingSkipped ? numbers().filter((shard) => findReadable(shard) === undefined) : []),
    async write(batch, signal) {
      while (true) {
        const targets = replicas.filter((one) => isMember(one) && isIn(one, batch.shard))
        if (targets.filter(isComplete).length >= deps.quorum) {
          // Nothing may happen in between: a replica that joins waits for the batches that have begun without it.
          using _batch = batches.begin(batch.shard)
          await noteMissing(batch)
          return await writeBatch(deps, batch, targets, signal)
        }
        await unlessAborted(changes.next(), signal)
      }
    },
    change,
    async changeColumns(work) {
      await change(work)
      await deps.publish()
    },
    areComplete: () => replicas.every(isComplete),
    changed: changes.wake,
  }
}
