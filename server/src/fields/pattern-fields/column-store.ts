/** Columns of fields of patterns that are used often: what every node must know of them. */
import { type Static, Type } from 'typebox'
import { defineCollection } from '../../platform/settings/settings-store.ts'

export const PatternColumn = Type.Object({
  /** Id of the field. */
  id: Type.String(),
  /** `wanted`: there is no column yet. `storing`: older messages get their values. `leaving`: the field was deleted. */
  state: Type.Enum(['wanted', 'storing', 'stored', 'leaving']),
  /** The templates whose values are in the column; others are computed. */
  hashes: Type.Array(Type.String()),
  since: Type.String(),
})
export type PatternColumn = Static<typeof PatternColumn>

export const patternColumnCollection = defineCollection({
  name: 'pattern_field_columns',
  audit: 'note',
  schema: PatternColumn,
})
