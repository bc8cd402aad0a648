import { ConfigurationVariable } from '@logyard/contract/sidecars/variables'
import { type Static, Type } from 'typebox'
import { defineCollection } from '../../platform/settings/settings-store.ts'

const StoredVariable = Type.Object({ ...ConfigurationVariable.properties, id: Type.String() })
export type StoredVariable = Static<typeof StoredVariable>

export const variableCollection = defineCollection({
  name: 'sidecar_variables',
  audit: { type: 'sidecar-variable', secretTexts: ['content'] },
  schema: StoredVariable,
  keys: { name: { unique: true, of: ({ name }: StoredVariable) => [name] } },
})
