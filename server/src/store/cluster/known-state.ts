/** The state of the cluster as it was stored last, by this node or another one. */
import type { Clock } from '../../platform/clock.ts'
import { createListeners } from '../../platform/listeners.ts'
import type { Log } from '../../platform/log.ts'
import { createMutex } from '../../platform/mutex.ts'
import type { ClusterState, ClusterStateStore, UpdateState } from './cluster-state.ts'
import type { Replica } from './replica.ts'

const RETRY_MS = 1000

export interface KnownStateDeps {
  readonly stored: ClusterStateStore
  readonly clock: Clock
  readonly log: Log
  readonly stopping: AbortSignal
}

export type KnownState = ReturnType<typeof createKnownState>

export function createKnownState({ stored, clock, log, stopping }: KnownStateDeps) {
  const listeners = createListeners()
  let state: ClusterState | undefined
  const stateOf = ({ name }: Pick<Replica, 'name'>) => state?.replicas.find((one) => one.name === name)
  /** Reads and writes run one after the other, so that an older state never replaces a newer one. */
  const inOrder = createMutex()
  async function know(read: () => Promise<ClusterState>): Promise<ClusterState> {
    const found = await inOrder(async () => {
      state = await read()
      return state
    })
    listeners.notify()
    return found
  }
  const refresh = async () => void (await know(stored.read))
  const following = stored.onChange(refresh)
  /** Tried until it succeeds: nothing may count as stored before. */
  const update: UpdateState = async (change) => {
    while (true) {
      stopping.throwIfAborted()
      try {
        return await know(() => stored.update(change))
      } catch (error) {
        log.error({ err: error }, 'the state of the ClickHouse cluster could not be stored, and is tried again')
        await clock.sleep(RETRY_MS, stopping)
      }
    }
  }
  return {
    current: () => state,
    stateOf,
    shards: () => new Set(state?.replicas.map(({ shard }) => shard)).size,
    isComplete(replica: Replica) {
      const found = stateOf(replica)
      return found?.state === 'complete' && ['', found.table_id].includes(replica.tableId)
    },
    update,
    refresh,
    onChange: listeners.add,
    [Symbol.dispose]: () => following[Symbol.dispose](),
  }
}
