/** Which replicas take part: those that have all messages are read, those that lack some get them first. */
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { createMutex, type Mutex } from '../../platform/mutex.ts'
import { unlessAborted } from '../../platform/unless-aborted.ts'
import { createWakeUp } from '../../platform/wake-up.ts'
import { type Batches, createBatches } from './batches.ts'
import { type ClusterStateStore, replaced, withoutReplica } from './cluster-state.ts'
import { isJoinedByAnother, join } from './join.ts'
import { createJoins } from './joins.ts'
import { createKnownState, type KnownState } from './known-state.ts'
import { begin, onlyNamed, registered } from './new-members.ts'
import { createNodeNotes, type NodeNotes, noOtherNodes } from './node-notes.ts'
import { createNoter } from './noter.ts'
import { createPublisher } from './publisher.ts'
import type { Replica } from './replica.ts'

export interface MembersDeps {
  readonly replicas: readonly Replica[]
  readonly stored: ClusterStateStore
  readonly sharing: Sharing
  readonly cluster: string
  readonly quorum: number
  readonly clock: Clock
  readonly log: Log
  readonly stopping: AbortSignal
  /** Called whenever another server may have to be used. */
  choose(): void
}

/** How this node shares the servers with others. */
export interface Sharing {
  readonly nodeId: string
  /** Whether other nodes may have the same settings. */
  readonly isShared: boolean
  /** Copies of messages, and batches that may be stored already, are written in turn on all nodes. */
  readonly copyTurn: Mutex
}

const LOOK_EVERY_MS = 1000
const PUBLISH_AGAIN_MS = 200

export function createClusterMembers(deps: MembersDeps) {
  const { replicas, stored, sharing, quorum, clock, stopping } = deps
  const { nodeId } = sharing
  const batches = createBatches()
  const inTurn = createMutex()
  const known = createKnownState(deps)
  const { stateOf, isComplete, update } = known
  const others = sharing.isShared
    ? createNodeNotes({ ...deps, notes: stored.notes, nodeId, refresh: known.refresh })
    : noOtherNodes
  const isUsed = (replica: Replica) => isComplete(replica) && replica.state() === 'up'
  const publisher = createPublisher({ ...deps, epoch: () => known.current()?.epoch ?? 0, isUsed })
  const publish = () => inTurn(publisher.publish)

  /** Searches must not read it before the next message is acknowledged: all servers that are used have the new tables. */
  async function leaveOut(replica: Replica, fromMs: number): Promise<void> {
    const { epoch } = await update((before) =>
      withoutReplica(before, { name: replica.name, fromMs, minComplete: quorum }),
    )
    publisher.forget(replica)
    // The others choose another server for their searches, and end making the tables of the epoch before.
    await others.untilNoted((note) => note.epoch >= epoch, stopping)
    await inTurn(async () => {
      while (true) {
        await publisher.publish()
        if (publisher.areAllPublished()) return
        await clock.sleep(PUBLISH_AGAIN_MS, stopping)
      }
    })
  }

  const joins = createJoins(deps, joinerOf({ ...deps, known, others, batches, isUsed, publish }))
  const noter = createNoter({ ...deps, others, current: known.current, batches, joins, inTurn })
  const following = known.onChange(() => {
    deps.choose()
    noter.noteChanges()
  })

  let isFirstLook = true
  async function look(): Promise<void> {
    const seen = isFirstLook ? undefined : known.current()
    const { replicas: found } = seen ?? (await update((before) => onlyNamed(before, replicas)))
    isFirstLook = false
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
    publisher,
    shards: known.shards,
    onChange: known.onChange,
    mayWrite: writersOf(deps, known, others),
    async [Symbol.asyncDispose]() {
      known[Symbol.dispose]()
      following[Symbol.dispose]()
      await looking
      await joins.ended()
      await noter.ended()
      await others[Symbol.asyncDispose]()
      for (const one of watched) one[Symbol.dispose]()
    },
  }
}

interface JoinerDeps extends MembersDeps {
  readonly known: KnownState
  readonly others: NodeNotes
  readonly batches: Batches
  isUsed(replica: Replica): boolean
  publish(): Promise<void>
}

/** Makes one attempt to give a replica what it missed. */
function joinerOf(deps: JoinerDeps) {
  const { replicas, known, others, sharing, isUsed } = deps
  const { stateOf } = known
  return async (replica: Replica, leaving: AbortController): Promise<void> => {
    await known.refresh()
    const own = stateOf(replica)
    if (own === undefined || known.isComplete(replica)) return
    if (isJoinedByAnother(own, { ...sharing, others })) return
    const sibling = replicas.find((one) => isUsed(one) && stateOf(one)?.shard === own.shard)
    if (sibling === undefined) return
    await join({ ...deps, ...sharing, ...known, replica, sibling, leaving })
    await deps.publish()
  }
}

/**
 * Resolves once this node may write. While some shard has several replicas, a node that lost the settings may not: the
 * signal fires then (see `node-notes.ts`).
 */
function writersOf({ replicas, log }: MembersDeps, { current, shards, onChange }: KnownState, others: NodeNotes) {
  const changed = createWakeUp()
  onChange(changed.wake)
  return async (signal: AbortSignal): Promise<AbortSignal | undefined> => {
    for (let isTold = false; ; isTold = true) {
      const unknown = current()?.replicas.find(({ name }) => !replicas.some((one) => one.name === name))
      if (unknown === undefined) break
      if (!isTold)
        log.error({ server: unknown.name }, 'messages wait: another node has a ClickHouse server that this one has not')
      await unlessAborted(changed.next(), signal)
    }
    return (current()?.replicas.length ?? 0) > shards() ? await others.held(signal) : undefined
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
