import { PatternFieldKind } from '@logyard/contract/fields/pattern-fields'
import { type Static, Type } from 'typebox'
import { defineCollection } from '../../platform/settings/settings-store.ts'

/** A template that the field was made with. Its hash follows from its text. */
export const FieldTemplate = Type.Object({ hash: Type.String(), text: Type.String() })
export type FieldTemplate = Static<typeof FieldTemplate>

export const StoredPatternField = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind: PatternFieldKind,
  unit: Type.String(),
  text: Type.String(),
  position: Type.Integer(),
  templates: Type.Array(FieldTemplate),
  creator: Type.String(),
  created_at: Type.String(),
})
export type StoredPatternField = Static<typeof StoredPatternField>

/** The properties that a new field is made from. */
export type PatternFieldDefinition = Omit<StoredPatternField, 'id' | 'creator' | 'created_at' | 'text'>

export const patternFieldCollection = defineCollection({
  name: 'pattern_fields',
  audit: { type: 'pattern-field' },
  schema: StoredPatternField,
  keys: { name: { unique: true, of: ({ name }) => [name] } },
})
