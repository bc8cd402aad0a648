import { CollectorAction } from '@logyard/contract/sidecars/sidecars'
import { type Static, Type } from 'typebox'
import { type Collection, defineCollection } from '../../platform/settings/settings-store.ts'

/** The actions that a sidecar gets with its next registration; the id is its node id. */
const StoredActions = Type.Object({
  id: Type.String(),
  actions: Type.Array(CollectorAction),
  requested_at: Type.String(),
})
export type StoredActions = Static<typeof StoredActions>

export const actionCollection = defineCollection({
  name: 'sidecar_actions',
  audit: { type: 'sidecar-action' },
  schema: StoredActions,
})
export type ActionStore = Collection<StoredActions>
