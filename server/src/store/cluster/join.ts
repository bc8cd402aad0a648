import { sql } from '@logyard/languages/sql/sql'
import type { Log } from '../../platform/log.ts'
import { type Batches, CHANGE } from './batches.ts'
import { catchUp } from './catch-up.ts'
import { type ClusterState, NEW, type ReplicaState, withReplica } from './cluster-state.ts'
import type { Replica } from './replica.ts'

interface JoinDeps {
  readonly replica: Replica
  /** A replica of the same shard that has everything. */
  readonly sibling: Replica
  readonly batches: Batches
  update(change: (before: ClusterState) => ClusterState): Promise<ClusterState>
  readonly log: Log
  readonly stopping: AbortSignal
}

const LEFT_OVER = sql`KILL QUERY WHERE query_kind = 'Insert' AND current_database = currentDatabase() SYNC`

/** Gives a replica what it missed. It counts as complete afterwards unless it missed something again meanwhile. */
export async function join({ replica, sibling, batches, update, log, stopping }: JoinDeps): Promise<void> {
  const { name } = replica
  const change = (of: (found: ReplicaState) => ReplicaState) =>
    update((before) => {
      const found = before.replicas.find((one) => one.name === name)
      return found === undefined ? before : withReplica(before, of(found))
    })
  // Inserts whose clients have left may still be running.
  await replica.client.command({ query: LEFT_OVER, abort_signal: stopping })
  const joining = await change((found) => ({ ...found, state: 'joining', round: found.round + 1 }))
  const begun = joining.replicas.find((one) => one.name === name)
  if (begun === undefined) return
  log.info({ replica: name }, 'a replica gets what it missed')
  const leaving = new AbortController()
  using _down = replica.onState((now) => void (now === 'down' && leaving.abort()))
  const copied = await catchUp(
    {
      behind: replica.client,
      complete: sibling.client,
      fromMs: begun.from_ms,
      untilChanged: (signal) => batches.untilEnded(CHANGE, signal),
      onAligned: () => change((found) => (found.from_ms === NEW ? { ...found, from_ms: 0 } : found)),
      untilWritten: (signal) => batches.untilEnded(begun.shard, signal),
    },
    AbortSignal.any([stopping, leaving.signal]),
  )
  const isSame = ({ state, round }: ReplicaState) => state === 'joining' && round === begun.round
  const joined = await change((found) => (isSame(found) ? { ...found, state: 'complete', from_ms: 0 } : found))
  if (joined.replicas.some((one) => one.name === name && one.state === 'complete'))
    log.info({ replica: name, messages: copied }, 'a replica has all messages again')
}
