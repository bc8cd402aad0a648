import type { Parameter, SearchQuery } from '@logyard/contract/searches'
import { type Static, Type } from 'typebox'
import { type Collection, defineCollection } from '../platform/settings/settings-store.ts'

/** As it was sent, with defaults for what was missing; what is in a query was checked when it came. */
export const StoredSearch = Type.Object({
  id: Type.String(),
  queries: Type.Array(Type.Unsafe<SearchQuery>({ type: 'object' })),
  parameters: Type.Array(Type.Unsafe<Parameter>({ type: 'object' })),
  owner: Type.Union([Type.String(), Type.Null()]),
  created_at: Type.String(),
})
export type StoredSearch = Static<typeof StoredSearch>

export const searchCollection = defineCollection({
  name: 'searches',
  schema: StoredSearch,
  keys: { owner: { unique: false, of: ({ owner }) => (owner === null ? [] : [owner]) } },
})

export type SearchStore = Collection<StoredSearch, 'owner'>
