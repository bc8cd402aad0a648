/** Requested actions of collectors: each is handed out once, with the next registration of its sidecar. */
import { CollectorAction } from '@logyard/contract/sidecars/sidecars'
import { type Static, Type } from 'typebox'
import type { Clock } from '../../platform/clock.ts'
import { createMutex } from '../../platform/mutex.ts'
import { defineCollection, type SettingsStore } from '../../platform/settings/settings-store.ts'

/** The actions that a sidecar gets with its next registration; the id is its node id. */
const StoredActions = Type.Object({
  id: Type.String(),
  actions: Type.Array(CollectorAction),
  requested_at: Type.String(),
})
type StoredActions = Static<typeof StoredActions>

const actionCollection = defineCollection({
  name: 'sidecar_actions',
  audit: { type: 'sidecar-action' },
  schema: StoredActions,
})

export interface Actions {
  list(nodeId: string): readonly CollectorAction[]
  /** A new action replaces a requested one of the same collector. All are stored, or none. */
  request(requests: ReadonlyMap<string, readonly CollectorAction[]>): Promise<void>
  /** Removes the actions and returns them. */
  handOut(nodeId: string): Promise<readonly CollectorAction[]>
  /** Removes actions of sidecars that do not exist, once they are a day old. */
  deleteOrphans(isKnown: (nodeId: string) => boolean): Promise<void>
}

export interface ActionDeps {
  readonly settings: SettingsStore
  readonly clock: Clock
}

const ORPHAN_MS = 86_400_000
/** Actions per sidecar. */
const MAX_ACTIONS = 1000

export async function openActions({ settings, clock }: ActionDeps): Promise<Actions> {
  const store = settings.collection(actionCollection)
  const queues = new Map((await store.list()).map((queue) => [queue.id, queue]))
  // A request and a handing out of the same queue must not overlap.
  const inTurn = createMutex()

  async function remove(nodeIds: readonly string[]): Promise<void> {
    await settings.commit(nodeIds.map((nodeId) => store.deleting(nodeId)))
    for (const nodeId of nodeIds) queues.delete(nodeId)
  }

  return {
    list: (nodeId) => queues.get(nodeId)?.actions ?? [],
    request: (requests) =>
      inTurn(async () => {
        const requested_at = clock.now().toISOString()
        const changed = [...requests].map(([id, actions]): StoredActions => {
          return { id, actions: merged(queues.get(id)?.actions ?? [], actions), requested_at }
        })
        await settings.commit(
          changed.map((queue) => (queues.has(queue.id) ? store.replacing(queue) : store.inserting(queue))),
        )
        for (const queue of changed) queues.set(queue.id, queue)
      }),
    async handOut(nodeId) {
      if (!queues.has(nodeId)) return []
      return inTurn(async () => {
        const actions = queues.get(nodeId)?.actions ?? []
        if (queues.has(nodeId)) await remove([nodeId])
        return actions
      })
    },
    async deleteOrphans(isKnown) {
      const oldest = new Date(clock.now().getTime() - ORPHAN_MS).toISOString()
      const orphans = [...queues.values()].filter(({ id, requested_at }) => !isKnown(id) && requested_at < oldest)
      if (orphans.length > 0) await inTurn(() => remove(orphans.map(({ id }) => id)))
    },
  }
}

function merged(before: readonly CollectorAction[], added: readonly CollectorAction[]): CollectorAction[] {
  const byCollector = new Map(before.map((action) => [action.collector_id, action]))
  for (const action of added) {
    byCollector.delete(action.collector_id)
    byCollector.set(action.collector_id, action)
  }
  return [...byCollector.values()].slice(-MAX_ACTIONS)
}
