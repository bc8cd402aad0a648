import { type Static, Type } from 'typebox'
import { type Collection, defineCollection } from '../platform/settings/settings-store.ts'

export const StoredGrokPattern = Type.Object({
  id: Type.String(),
  name: Type.String(),
  pattern: Type.String(),
})
export type StoredGrokPattern = Static<typeof StoredGrokPattern>

export const grokPatternCollection = defineCollection({
  name: 'grok_patterns',
  audit: { type: 'grok-pattern' },
  schema: StoredGrokPattern,
  keys: { name: { unique: true, of: ({ name }) => [name] } },
})
export type GrokPatternStore = Collection<StoredGrokPattern, 'name'>

/** Has one document once the built-in patterns were stored, so that deleted ones stay deleted. */
export const grokSeedCollection = defineCollection({
  name: 'grok_pattern_seed',
  audit: { type: 'grok-pattern-seed' },
  schema: Type.Object({ id: Type.String() }),
})
