/** Which replicas take part: those that have all messages are read, those that lack some get them first. */
import type { Clock } from '../../platform/clock.ts'
import { createListeners } from '../../platform/listeners.ts'
import type { Log } from '../../platform/log.ts'
import { createMutex } from '../../platform/mutex.ts'
import { unlessAborted } from '../../platform/unless-aborted.ts'
import { createWakeUp } from '../../platform/wake-up.ts'
import { createBatches } from './batches.ts'
import {
  type ClusterState,
  type ClusterStateStore,
  replaced,
  type UpdateState,
  withoutReplica,
} from './cluster-state.ts'
import { join } from './join.ts'
import { begin, onlyNamed, registered } from './new-members.ts'
import { createPublisher } from './publisher.ts'
import type { Replica } from './replica.ts'

export interface MembersDeps {
  readonly replicas: readonly Replica[]
  readonly stored: ClusterStateStore
  readonly cluster: string
  readonly quorum: number
  readonly clock: Clock
  readonly log: Log
  readonly stopping: AbortSignal
  /** Called whenever another server may have to be used. */
  choose(): void
}

const LOOK_EVERY_MS = 1000
const RETRY_MS = 5000
const PUBLISH_AGAIN_MS = 200

export function createClusterMembers(deps: MembersDeps) {
  const { replicas, quorum, clock, stopping } = deps
  const batches = createBatches()
  const inTurn = createMutex()
  const known = createKnownState(deps)
  const { stateOf, isComplete, update } = known
  const isUsed = (replica: Replica) => isComplete(replica) && replica.state() === 'up'
  const publisher = createPublisher({ ...deps, epoch: () => known.current()?.epoch ?? 0, isUsed })
  const publish = () => inTurn(publisher.publish)

  /** Searches must not read it before the next message is acknowledged: all servers that are used have the new tables. */
  async function leaveOut(replica: Replica, fromMs: number): Promise<void> {
    await inTurn(async () => {
      await update((before) => withoutReplica(before, { name: replica.name, fromMs, minComplete: quorum }))
      publisher.forget(replica)
      while (!publisher.areAllPublished()) {
        stopping.throwIfAborted()
        await publisher.publish()
        if (!publisher.areAllPublished()) await clock.sleep(PUBLISH_AGAIN_MS, stopping)
      }
    })
  }

  const joins = createJoins(deps, async (replica) => {
    const shard = stateOf(replica)?.shard
    const sibling = replicas.find((one) => isUsed(one) && stateOf(one)?.shard === shard)
    if (sibling === undefined) return
    await join({ ...deps, replica, sibling, batches, update })
    await publish()
  })

  async function look(): Promise<void> {
    const { replicas: found } = known.current() ?? (await update((before) => onlyNamed(before, replicas)))
    if (found.length === 0 && !(await begin(replicas, update))) return
    for (const replica of replicas.filter((one) => one.state() === 'up')) {
      const { name, tableId } = replica
      if (stateOf(replica) === undefined) await update((before) => registered(before, replica))
      else if (stateOf(replica)?.table_id !== tableId) await update((before) => replaced(before, name, tableId))
    }
    if (!publisher.areAllPublished()) await publish()
    for (const one of replicas) if (one.state() === 'up' && !isComplete(one)) joins.start(one)
  }

  const woken = createWakeUp()
  const watched = replicas.map((replica) =>
    replica.onState((now) => {
      if (now !== 'up') publisher.forget(replica)
      woken.wake()
    }),
  )
  const looking = keepLooking(deps, look, woken.next)

  return {
    batches,
    stateOf,
    isComplete,
    leaveOut,
    publish,
    hasTables: publisher.hasTables,
    shards: () => new Set(known.current()?.replicas.map(({ shard }) => shard)).size,
    onChange: known.onChange,
    async [Symbol.asyncDispose]() {
      await looking
      await joins.ended()
      for (const one of watched) one[Symbol.dispose]()
    },
  }
}

/** The state as it was stored last. */
function createKnownState({ stored, clock, log, stopping }: MembersDeps) {
  const listeners = createListeners()
  let state: ClusterState | undefined
  const stateOf = ({ name }: Replica) => state?.replicas.find((one) => one.name === name)
  /** Tried until it succeeds: nothing may count as stored before. */
  const update: UpdateState = async (change) => {
    while (true) {
      stopping.throwIfAborted()
      try {
        state = await stored.update(change)
        listeners.notify()
        return state
      } catch (error) {
        log.error({ err: error }, 'the state of the ClickHouse cluster could not be stored, and is tried again')
        await clock.sleep(LOOK_EVERY_MS, stopping)
      }
    }
  }
  return {
    current: () => state,
    stateOf,
    isComplete(replica: Replica) {
      const found = stateOf(replica)
      return found?.state === 'complete' && ['', found.table_id].includes(replica.tableId)
    },
    update,
    onChange: listeners.add,
  }
}

/** One attempt of each replica at a time. */
function createJoins({ clock, log, stopping }: MembersDeps, joinNow: (replica: Replica) => Promise<void>) {
  const running = new Map<Replica, Promise<void>>()
  return {
    start(replica: Replica) {
      if (running.has(replica)) return
      const joining = joinNow(replica)
        .catch(async (error: unknown) => {
          if (stopping.aborted) return
          log.warn({ err: error, replica: replica.name }, 'a replica could not get what it missed; it is tried again')
          await clock.sleep(RETRY_MS, stopping).catch(() => undefined)
        })
        .finally(() => running.delete(replica))
      running.set(replica, joining)
    },
    ended: async () => void (await Promise.all(running.values())),
  }
}

async function keepLooking(
  { clock, log, stopping }: MembersDeps,
  look: () => Promise<void>,
  woken: () => Promise<void>,
): Promise<void> {
  while (!stopping.aborted) {
    await look().catch((error: unknown) => {
      if (!stopping.aborted) log.warn({ err: error }, 'the states of the replicas of ClickHouse could not be read')
    })
    const pause = clock.sleep(LOOK_EVERY_MS, stopping).catch(() => undefined)
    await Promise.race([pause, unlessAborted(woken(), stopping).catch(() => undefined)])
  }
}
