import { Configuration } from '@logyard/contract/sidecars/configurations'
import { type Static, Type } from 'typebox'
import { defineCollection } from '../../platform/settings/settings-store.ts'

const StoredConfiguration = Type.Object({ ...Configuration.properties, id: Type.String() })
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
