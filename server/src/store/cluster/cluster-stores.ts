/** The replicas as the rest of the store uses them. */
import { LogyardError } from '../../platform/errors.ts'
import type { Mutex } from '../../platform/mutex.ts'
import { unlessAborted } from '../../platform/unless-aborted.ts'
import { createWakeUp } from '../../platform/wake-up.ts'
import { engineUnavailable, shardMissing } from '../engine/engine-failure.ts'
import type { MessageStore, MessageStores, StoreBatch } from '../engine/message-stores.ts'
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
  /** Resolves once this node may write, with a signal that fires when it may no longer. */
  mayWrite(signal: AbortSignal): Promise<AbortSignal | undefined>
  /** One node at a time writes batches that may be stored already. */
  readonly copyTurn: Mutex
  /** Makes new columns known to the tables that searches read. */
  publish(): Promise<void>
}

/** A change waits so long for the settings. */
const CHANGE_WAITS_MS = 10_000
const TURN_AGAIN_MS = 1000

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

  const change = (work: (store: MessageStore) => Promise<void>) =>
    changeAll(deps, work, () => {
      complete()
      return replicas.filter(isMember)
    })

  /** Notes that replicas which do not get the batch lack its messages. One of them may have missed only a change before. */
  async function noteMissing({ shard, receivedMs }: { readonly shard: number; readonly receivedMs: number }) {
    for (const one of replicas.filter((replica) => isIn(replica, shard) && !isMember(replica))) {
      if ((stateOf(one)?.from_ms ?? NEW) > receivedMs) await deps.leaveOut(one, receivedMs)
    }
  }

  const targetsOf = (shard: number) => replicas.filter((one) => isMember(one) && isIn(one, shard))
  const hasQuorum = (targets: readonly Replica[]) => targets.filter(isComplete).length >= deps.quorum

  /** `undefined` if too few replicas have all messages. */
  async function tryToWrite<Result>(batch: StoreBatch<Result>, signal: AbortSignal) {
    const targets = targetsOf(batch.shard)
    if (!hasQuorum(targets)) return undefined
    // Nothing may happen in between: a replica that joins waits for the batches that have begun without it.
    using _batch = batches.begin(batch.shard)
    await noteMissing(batch)
    return { result: await writeBatch(deps, batch, targets, signal) }
  }

  return {
    get shards() {
      return deps.shards()
    },
    isEmbedded: false,
    servers: () =>
      replicas.map((store) => ({ store, shard: stateOf(store)?.shard ?? 0, has: stateOf(store)?.state ?? 'unknown' })),
    complete,
    readable: () => numbers().flatMap((shard) => findReadable(shard) ?? []),
    skipped: () => (deps.isMissingSkipped ? numbers().filter((shard) => findReadable(shard) === undefined) : []),
    async write(batch, signal) {
      let { mayBeStored } = batch
      while (true) {
        while (!hasQuorum(targetsOf(batch.shard))) await unlessAborted(changes.next(), signal)
        const lease = await deps.mayWrite(signal)
        const until = lease === undefined ? signal : AbortSignal.any([signal, lease])
        const write = () => tryToWrite({ ...batch, mayBeStored }, until)
        try {
          const written = lease !== undefined && mayBeStored ? await inCopyTurn(deps, write, until) : await write()
          if (written !== undefined) return written.result
        } catch (error) {
          signal.throwIfAborted()
          if (lease?.aborted !== true) throw error
          deps.log.warn('messages wait until the settings respond again: other nodes may be copying some')
          mayBeStored = true
        }
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

/** `members` throws if a shard is missing. */
async function changeAll(
  deps: StoresDeps,
  work: (store: MessageStore) => Promise<void>,
  members: () => readonly Replica[],
): Promise<void> {
  while (true) {
    const lease = await deps.mayWrite(AbortSignal.timeout(CHANGE_WAITS_MS)).catch((error: unknown) => {
      throw engineUnavailable({ cause: error })
    })
    await changeOnce(deps, work, members())
    // A replica may have joined without the change.
    if (lease?.aborted !== true) return
  }
}

async function changeOnce(
  { batches, isComplete, leaveOut }: StoresDeps,
  work: (store: MessageStore) => Promise<void>,
  members: readonly Replica[],
): Promise<void> {
  // A replica that joins waits for the changes that have begun without it.
  using _change = batches.begin(CHANGE)
  for (const replica of members) {
    try {
      await work(replica)
    } catch (error) {
      if (!(error instanceof LogyardError) || error.code !== 'engine-unavailable') throw error
      await leaveOut(replica, NO_MESSAGE)
      // The last one of its shard cannot be left out.
      if (isComplete(replica)) throw error
    }
  }
}

/** Tried until it is this node's turn. */
async function inCopyTurn<Result>(
  { copyTurn, clock, log }: StoresDeps,
  write: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  while (true) {
    signal.throwIfAborted()
    let isBegun = false
    try {
      return await copyTurn(async () => {
        isBegun = true
        return await write()
      })
    } catch (error) {
      if (isBegun) throw error
      log.warn({ err: error }, 'messages that may be stored already wait for another node')
      await clock.sleep(TURN_AGAIN_MS, signal)
    }
  }
}
