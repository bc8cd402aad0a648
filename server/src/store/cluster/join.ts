import { sql } from '@logyard/languages/sql/sql'
import type { Log } from '../../platform/log.ts'
import type { Mutex } from '../../platform/mutex.ts'
import { type Batches, CHANGE } from './batches.ts'
import { COPIES, catchUp } from './catch-up.ts'
import { NEW, type ReplicaState, type UpdateState, withReplica } from './cluster-state.ts'
import type { NodeNotes } from './node-notes.ts'
import type { Replica } from './replica.ts'

interface JoinDeps {
  readonly replica: Replica
  /** A replica of the same shard that has everything. */
  readonly sibling: Replica
  readonly nodeId: string
  readonly others: Pick<NodeNotes, 'held' | 'isGone' | 'untilNoted'>
  readonly batches: Batches
  readonly copyTurn: Mutex
  readonly update: UpdateState
  readonly log: Log
  /** Aborted when the attempt does not count any more. */
  readonly leaving: AbortController
  readonly stopping: AbortSignal
  stateOf(replica: Replica): ReplicaState | undefined
  /** Calls the listener after each change of the state. */
  onChange(listener: () => void): Disposable
}

const LEFT_OVER = sql`KILL QUERY WHERE query_kind = 'Insert' AND current_database = currentDatabase() SYNC`
/** Inserts of an earlier attempt that was given up. */
const LEFT_OVER_COPIES = sql`KILL QUERY WHERE query_kind = 'Insert' AND current_database = currentDatabase()
  AND position(query, ${COPIES}) > 0 SYNC`
/** Inserts of a node that has gone meanwhile. */
const LEFT_OVER_OF_GONE = sql`KILL QUERY WHERE query_kind = 'Insert' AND current_database = currentDatabase()
  AND elapsed > 3 SYNC`

/** Gives a replica what it missed. It counts as complete afterwards unless it missed something again meanwhile. */
export async function join(deps: JoinDeps): Promise<void> {
  const { replica, sibling, others, batches, update, log, leaving } = deps
  const { name } = replica
  const lease = await others.held(deps.stopping)
  const signal = AbortSignal.any([deps.stopping, leaving.signal, lease])
  // Inserts whose clients have left may still be running.
  await replica.client.command({ query: LEFT_OVER, abort_signal: signal })
  const begun = await claim(deps)
  if (begun === undefined) return
  log.info({ replica: name }, 'a replica gets what it missed')
  const isSame = (found: ReplicaState | undefined) => found?.state === 'joining' && found.round === begun.round
  using _changed = deps.onChange(() => {
    if (!isSame(deps.stateOf(replica))) leaving.abort()
  })
  using _down = replica.onState((now) => void (now === 'down' && leaving.abort()))

  /** Resolves once this node and the others have ended the batches, or changes, that they had begun before the call. */
  async function untilEnded(shard: number): Promise<void> {
    const { waits = 0 } = await update((before) => ({ ...before, waits: (before.waits ?? 0) + 1 }))
    await batches.untilEnded(signal, shard)
    const { isOneGone } = await others.untilNoted((note) => note.waits >= waits, signal)
    if (!isOneGone) return
    for (const { client } of [replica, sibling]) {
      await client.command({ query: LEFT_OVER_OF_GONE, abort_signal: signal })
    }
  }
  const change = (of: (found: ReplicaState) => ReplicaState) =>
    update((before) => {
      const found = before.replicas.find((one) => one.name === name)
      return found !== undefined && isSame(found) ? withReplica(before, of(found)) : before
    })

  const copied = await catchUp(
    {
      behind: replica.client,
      complete: sibling.client,
      fromMs: begun.from_ms,
      async untilChanged() {
        await untilEnded(CHANGE)
        await replica.client.command({ query: LEFT_OVER_COPIES, abort_signal: signal })
      },
      onAligned: () => change((found) => (found.from_ms === NEW ? { ...found, from_ms: 0 } : found)),
      untilWritten: () => untilEnded(begun.shard),
      copyTurn: deps.copyTurn,
    },
    signal,
  )
  const joined = await change(completed)
  if (joined.replicas.some((one) => one.name === name && one.state === 'complete'))
    log.info({ replica: name, messages: copied }, 'a replica has all messages again')
}

/** Whether another node that runs makes an attempt. */
export const isJoinedByAnother = (
  { state, joined_by: by }: ReplicaState,
  { nodeId, others }: Pick<JoinDeps, 'nodeId'> & { readonly others: Pick<NodeNotes, 'isGone'> },
): boolean => state === 'joining' && by !== undefined && by !== nodeId && !others.isGone(by)

/** `undefined` if another node makes an attempt, or the replica is complete. */
async function claim({ replica: { name }, nodeId, others, update }: JoinDeps): Promise<ReplicaState | undefined> {
  let isClaimed = false
  const state = await update((before) => {
    const found = before.replicas.find((one) => one.name === name)
    isClaimed = found !== undefined && !isJoinedByAnother(found, { nodeId, others })
    if (found === undefined || !isClaimed || found.state === 'complete') return before
    return withReplica(before, { ...found, state: 'joining', joined_by: nodeId, round: found.round + 1 })
  })
  const found = state.replicas.find((one) => one.name === name)
  return isClaimed && found?.state === 'joining' ? found : undefined
}

function completed({ joined_by: _, ...found }: ReplicaState): ReplicaState {
  return { ...found, state: 'complete', from_ms: 0 }
}
