/** Index sets and their indices in the settings: everything that is not in the engine's partitions. */
import { nullable } from '@logyard/contract/http/envelope'
import { IndexSet } from '@logyard/contract/store/index-sets'
import { type Static, Type } from 'typebox'
import { type Collection, defineCollection, type SettingsStore } from '../../platform/settings/settings-store.ts'

const { default: _, ...indexSetFacts } = IndexSet.properties

export const StoredIndexSet = Type.Object(indexSetFacts)
export type StoredIndexSet = Static<typeof StoredIndexSet>

export const indexSetCollection = defineCollection({
  name: 'index_sets',
  audit: { type: 'index-set', isChangedBySystem: true },
  schema: StoredIndexSet,
  keys: { prefix: { unique: true, of: (set: StoredIndexSet) => [set.index_prefix] } },
})

export const StoredIndex = Type.Object({
  /** The index's name, which is its partition in the table of messages. */
  id: Type.String(),
  /** The set may be deleted: then the index belongs to no set, until a new set has its prefix. */
  index_set_id: Type.String(),
  number: Type.Integer(),
  /** Unknown for an index that was found only in the engine. */
  created_at: nullable(Type.String()),
  /** A doomed index is about to be deleted, alone or with its set, and no longer visible. */
  state: Type.Union([Type.Literal('open'), Type.Literal('closed'), Type.Literal('doomed')]),
  is_reopened: Type.Boolean(),
  is_read_only: Type.Boolean(),
  optimization: Type.Union([Type.Literal('not-due'), Type.Literal('due'), Type.Literal('done')]),
  range: nullable(
    Type.Object({
      begin: Type.String(),
      end: Type.String(),
      calculated_at: nullable(Type.String()),
      took_ms: Type.Integer(),
    }),
  ),
})
export type StoredIndex = Static<typeof StoredIndex>

export const indexCollection = defineCollection({
  name: 'indices',
  audit: { type: 'index', isChangedBySystem: true },
  schema: StoredIndex,
  keys: { set: { unique: false, of: (index: StoredIndex) => [index.index_set_id] } },
})

/** Write index by index set id. A separate document, so that a rotation and an edit of the set do not conflict. */
export const writeIndexCollection = defineCollection({
  name: 'write_indices',
  audit: { type: 'write-indices' },
  schema: Type.Object({ id: Type.String(), index: Type.String() }),
})

export const defaultIndexSetCollection = defineCollection({
  name: 'default_index_set',
  audit: { type: 'default-index-set' },
  schema: Type.Object({ id: Type.Literal('default'), index_set_id: Type.String() }),
})

export interface IndexSetStore {
  readonly settings: SettingsStore
  readonly sets: Collection<StoredIndexSet, 'prefix'>
  readonly indices: Collection<StoredIndex, 'set'>
  readonly writeIndices: Collection<{ id: string; index: string }>
  readonly defaults: Collection<{ id: 'default'; index_set_id: string }>
}

export const openIndexSetStore = (settings: SettingsStore): IndexSetStore => ({
  settings,
  sets: settings.collection(indexSetCollection),
  indices: settings.collection(indexCollection),
  writeIndices: settings.collection(writeIndexCollection),
  defaults: settings.collection(defaultIndexSetCollection),
})
