import type { ViewState } from '@logyard/contract/views/view-state'
import { type Static, Type } from 'typebox'
import { defineCollection } from '../platform/settings/settings-store.ts'

/** The fields that lists search, sort and check. Held in memory, so they must stay small. */
export const StoredView = Type.Object({
  id: Type.String(),
  type: Type.Union([Type.Literal('SEARCH'), Type.Literal('DASHBOARD')]),
  title: Type.String(),
  summary: Type.String(),
  description: Type.String(),
  search_id: Type.String(),
  properties: Type.Array(Type.String()),
  owner: Type.Union([Type.String(), Type.Null()]),
  created_at: Type.String(),
  last_updated_at: Type.String(),
})
export type StoredView = Static<typeof StoredView>

/** The pages of a view, stored under the view's id and read only with the view itself. */
const StoredViewState = Type.Object({
  id: Type.String(),
  state: Type.Record(Type.String(), Type.Unsafe<ViewState>({ type: 'object' })),
})
export type StoredViewState = Static<typeof StoredViewState>

/** One document, `default`: the start view of all users. */
const StoredDefaultView = Type.Object({ id: Type.Literal('default'), default_view_id: Type.String() })
export type StoredDefaultView = Static<typeof StoredDefaultView>

export const viewCollection = defineCollection({
  name: 'views',
  audit: { type: 'view', isChangedBySystem: true },
  schema: StoredView,
})
export const viewStateCollection = defineCollection({
  name: 'view-states',
  audit: { type: 'view-states' },
  schema: StoredViewState,
})
export const defaultViewCollection = defineCollection({
  name: 'default-view',
  audit: { type: 'default-view' },
  schema: StoredDefaultView,
})

/** A view with its pages. */
export interface WholeView extends StoredView {
  readonly state: StoredViewState['state']
}
