import { ConfigurationAssignment } from '@logyard/contract/sidecars/sidecars'
import { type Static, Type } from 'typebox'
import { type Collection, defineCollection } from '../../platform/settings/settings-store.ts'

/** The assignments and tags that administrators gave to a sidecar; the id is its node id. */
const StoredAssignment = Type.Object({
  id: Type.String(),
  /** Null until a configuration was assigned for the first time. */
  assignments: Type.Union([Type.Array(ConfigurationAssignment), Type.Null()]),
  tags: Type.Array(Type.String()),
})
export type StoredAssignment = Static<typeof StoredAssignment>

export const assignmentCollection = defineCollection({
  name: 'sidecar_assignments',
  audit: { type: 'sidecar-assignment' },
  schema: StoredAssignment,
  keys: {
    configuration: {
      unique: false,
      of: ({ assignments }: StoredAssignment) => (assignments ?? []).map(({ configuration_id }) => configuration_id),
    },
  },
})
export type AssignmentStore = Collection<StoredAssignment, 'configuration'>
