import { NodeDetails } from '@logyard/contract/sidecars/sidecars'
import { type Static, Type } from 'typebox'
import { defineCollection } from '../../platform/settings/settings-store.ts'

/** A sidecar as it registered. The id is ours, the node id is the agent's own. */
const StoredRegistration = Type.Object({
  id: Type.String(),
  node_id: Type.String(),
  node_name: Type.String(),
  node_details: NodeDetails,
  sidecar_version: Type.String(),
  last_seen: Type.String(),
})
export type StoredRegistration = Static<typeof StoredRegistration>

export const registrationCollection = defineCollection({
  name: 'sidecars',
  audit: { type: 'sidecar' },
  schema: StoredRegistration,
  keys: { node: { unique: true, of: ({ node_id }: StoredRegistration) => [node_id] } },
})
