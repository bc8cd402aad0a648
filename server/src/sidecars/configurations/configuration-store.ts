import { type Static, Type } from 'typebox'
import { defineCollection } from '../../platform/settings/settings-store.ts'

/** Without the bounds of the API: content packs and copies know others. */
const StoredConfiguration = Type.Object({
  id: Type.String(),
  collector_id: Type.String(),
  name: Type.String(),
  color: Type.String(),
  template: Type.String(),
  tags: Type.Array(Type.String()),
})
export type StoredConfiguration = Static<typeof StoredConfiguration>

export const configurationCollection = defineCollection({
  name: 'sidecar_configurations',
  audit: { type: 'sidecar-configuration', secretTexts: ['template'] },
  schema: StoredConfiguration,
  keys: {
    name: { unique: true, of: ({ name }: StoredConfiguration) => [name] },
    collector: { unique: false, of: ({ collector_id }: StoredConfiguration) => [collector_id] },
  },
})
