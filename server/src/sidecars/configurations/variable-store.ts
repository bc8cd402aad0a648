import { type Static, Type } from 'typebox'
import { type Collection, defineCollection } from '../../platform/settings/settings-store.ts'

const StoredVariable = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.Union([Type.String(), Type.Null()]),
  content: Type.String(),
})
export type StoredVariable = Static<typeof StoredVariable>

export const variableCollection = defineCollection({
  name: 'sidecar_variables',
  audit: { type: 'sidecar-variable', secretTexts: ['content'] },
  schema: StoredVariable,
  keys: { name: { unique: true, of: ({ name }: StoredVariable) => [name] } },
})
export type VariableStore = Collection<StoredVariable, 'name'>
