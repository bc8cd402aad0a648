/** Requested actions of collectors: each is handed out once, with the next registration of its sidecar. */
import { CollectorAction } from '@logyard/contract/sidecars/sidecars'
import { type Static, Type } from 'typebox'
import type { Clock } from '../../platform/clock.ts'
import { createReplica } from '../../platform/settings/replica.ts'
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

export interface Actions extends Disposable {
  list(nodeId: string): Promise<readonly CollectorAction[]>
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

export function openActions({ settings, clock }: ActionDeps): Actions {
  const store = settings.collection(actionCollection)
  const replica = createReplica(settings, actionCollection)
  // A request and a handing out of the same queue must not overlap, on any node.
  const inTurn = settings.turns('sidecar actions')

  async function find(nodeId: string): Promise<StoredActions | undefined> {
    await replica.fresh()
    return replica.find(nodeId)
  }

  return {
    list: async (nodeId) => (await find(nodeId))?.actions ?? [],
    request: (requests) =>
      inTurn(async () => {
        const requested_at = clock.now().toISOString()
        await replica.fresh()
        await settings.commit(
          [...requests].map(([id, added]) => {
            const before = replica.find(id)
            const queue = { id, actions: merged(before?.actions ?? [], added), requested_at }
            return before === undefined ? store.inserting(queue) : store.replacing(queue)
          }),
        )
      }),
    async handOut(nodeId) {
      if ((await find(nodeId)) === undefined) return []
      return inTurn(async () => {
        const queue = await find(nodeId)
        if (queue !== undefined) await store.delete(nodeId)
        return queue?.actions ?? []
      })
    },
    async deleteOrphans(isKnown) {
      const oldest = new Date(clock.now().getTime() - ORPHAN_MS).toISOString()
      await replica.fresh()
      const orphans = replica.list().filter(({ id, requested_at }) => !isKnown(id) && requested_at < oldest)
      if (orphans.length > 0) await inTurn(() => settings.commit(orphans.map(({ id }) => store.deleting(id))))
    },
    [Symbol.dispose]: () => replica[Symbol.dispose](),
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
