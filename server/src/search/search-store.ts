import type { Parameter, SearchQuery } from '@logyard/contract/search/searches'
import { type Static, Type } from 'typebox'
import { type Collection, defineCollection } from '../platform/settings/settings-store.ts'

/** A search as sent by the client, with defaults. Its queries were validated when it was received. */
export const StoredSearch = Type.Object({
  id: Type.String(),
  queries: Type.Array(Type.Unsafe<SearchQuery>({ type: 'object' })),
  parameters: Type.Array(Type.Unsafe<Parameter>({ type: 'object' })),
  /** The user name when the search was stored. */
  owner: Type.Union([Type.String(), Type.Null()]),
  /** The owner's id: a user name may be reused later. */
  owner_id: Type.Union([Type.String(), Type.Null()]),
  created_at: Type.String(),
})
export type StoredSearch = Static<typeof StoredSearch>

export const searchCollection = defineCollection({
  name: 'searches',
  audit: 'note',
  schema: StoredSearch,
  keys: { owner_id: { unique: false, of: ({ owner_id }) => (owner_id === null ? [] : [owner_id]) } },
})

export type SearchStore = Collection<StoredSearch, 'owner_id'>
