/** Views: saved searches and dashboards. Each refers to a search and says how the results of its queries are shown. */
import { type Static, Type } from 'typebox'
import { MAX_LIST } from '../http/bounds.ts'
import { ApiError, IsoInstant, nullable, pageFacts, pageQuery, refusedEntity } from '../http/envelope.ts'
import { anyJson, mapOf } from '../http/open-parts.ts'
import { holds, inArea, LARGE_BODY_BYTES, NoBody, ownerDecides, READS_ONLY, signedIn } from '../http/operation.ts'
import { ViewStateDraft } from './view-drafts.ts'
import type { ViewState } from './view-state.ts'

export const ViewType = Type.Union([Type.Literal('SEARCH'), Type.Literal('DASHBOARD')], { title: 'ViewType' })
export type ViewType = Static<typeof ViewType>

/** The dashboard of a new installation. If a user deletes it, it is not created again. */
export const SOURCES_DASHBOARD_ID = '000000000000000000000001'

const states = Type.Record(
  Type.String(),
  // Returned as stored, including widgets of unknown types.
  Type.Unsafe<ViewState>({ title: 'ViewState', type: 'object', additionalProperties: true }),
  { description: 'By query id; their order is the order of pages' },
)

/** Ours: begins a property of a dashboard that names a field to filter by. */
export const DASHBOARD_FILTER_FIELD = 'logyard.filter-field:'

export const View = Type.Object(
  {
    id: Type.String(),
    type: ViewType,
    title: Type.String(),
    summary: Type.String(),
    description: Type.String(),
    search_id: Type.String(),
    properties: Type.Array(Type.String()),
    requires: Type.Record(Type.String(), Type.Unknown(), { description: 'Always empty: nothing is missing' }),
    state: states,
    owner: nullable(Type.String({ description: 'User name' })),
    created_at: IsoInstant,
    last_updated_at: Type.String({ description: 'ISO 8601; ours' }),
  },
  { title: 'View' },
)
export type View = Static<typeof View>

const content = {
  title: Type.String(),
  summary: Type.Optional(nullable(Type.String())),
  description: Type.Optional(nullable(Type.String())),
  search_id: Type.String({ minLength: 1 }),
  properties: Type.Optional(nullable(Type.Array(Type.String(), { maxItems: MAX_LIST }))),
  state: mapOf(ViewStateDraft, { minProperties: 1 }),
  /** Clients send back what they read; the server sets these properties itself. */
  requires: Type.Optional(anyJson('Not read')),
  owner: Type.Optional(nullable(Type.String())),
  last_updated_at: Type.Optional(nullable(Type.String())),
}

export const ViewDraft = Type.Object(
  {
    ...content,
    id: Type.Optional(nullable(Type.String({ description: '24 hexadecimal digits' }))),
    type: Type.Optional(ViewType),
    created_at: Type.Optional(nullable(Type.String())),
  },
  { title: 'ViewDraft', description: 'A dashboard unless it says otherwise', additionalProperties: false },
)
export type ViewDraft = Static<typeof ViewDraft>

export const ViewUpdate = Type.Object(
  {
    ...content,
    id: Type.Optional(nullable(Type.String({ description: 'That of the path counts' }))),
    type: Type.Optional(ViewType),
    created_at: Type.Optional(nullable(Type.String())),
  },
  {
    title: 'ViewUpdate',
    description: 'Replaces everything but the owner, the instant of creation and the type',
    additionalProperties: false,
  },
)
export type ViewUpdate = Static<typeof ViewUpdate>

export const ViewPage = Type.Object(
  {
    ...pageFacts,
    grand_total: Type.Integer({ description: 'All of this kind, readable or not' }),
    query: Type.Optional(Type.String()),
    views: Type.Array(View),
  },
  { title: 'ViewPage' },
)

export const ViewForValue = Type.Object(
  {
    id: Type.String(),
    type: ViewType,
    title: Type.String(),
    summary: Type.String(),
    description: Type.String(),
    parameters: Type.Record(Type.String(), Type.Unknown(), { description: 'By name' }),
  },
  { title: 'ViewForValue' },
)

const { get, post, put, del } = inArea('views')

export const listViews = get('/views', {
  id: 'views.list',
  summary: 'A page of the saved searches and dashboards that the caller may read',
  access: signedIn,
  query: Type.Object(pageQuery),
  answers: { 200: ViewPage, 400: ApiError },
})

export const listDashboards = get('/dashboards', {
  id: 'dashboards.list',
  summary: 'A page of the dashboards that the caller may read',
  access: signedIn,
  query: Type.Object(pageQuery),
  answers: { 200: ViewPage, 400: ApiError },
})

export const listSavedSearches = get('/search/saved', {
  id: 'saved_searches.list',
  summary: 'A page of the saved searches that the caller may read',
  access: signedIn,
  query: Type.Object(pageQuery),
  answers: { 200: ViewPage, 400: ApiError },
})

export const getView = get('/views/{id}', {
  id: 'views.get',
  summary: 'One view, or with `default` the one that everybody starts with',
  access: ownerDecides('view:read:<id> or dashboards:read:<id>'),
  answers: { 200: View, 404: ApiError },
})

export const createView = post('/views', {
  id: 'views.create',
  summary: 'Save a search, or with `dashboards:create` create a dashboard',
  access: signedIn,
  audit: 'view:create',
  created: 'id',
  body: ViewDraft,
  bodyBytes: LARGE_BODY_BYTES,
  answers: { 200: View, 400: refusedEntity, 403: ApiError, 409: ApiError },
})

export const updateView = put('/views/{id}', {
  id: 'views.update',
  summary: 'Replace a view',
  access: ownerDecides('view:edit:<id> or dashboards:edit:<id>'),
  audit: 'view:update',
  query: Type.Object({
    last_updated_at: Type.Optional(
      Type.String({
        description: 'The `last_updated_at` of the view that the caller read: refused if the view has changed since',
      }),
    ),
  }),
  body: ViewUpdate,
  bodyBytes: LARGE_BODY_BYTES,
  answers: { 200: View, 400: refusedEntity, 403: ApiError, 404: ApiError, 409: ApiError },
})

export const setDefaultView = put('/views/{id}/default', {
  id: 'views.set_default',
  summary: 'Let everybody start with this view',
  access: holds('view:read:<id>', 'default-view:set'),
  audit: 'view:set-default',
  answers: { 204: NoBody, 403: ApiError, 404: ApiError },
})

export const deleteView = del('/views/{id}', {
  id: 'views.delete',
  summary: 'Delete a view; the search that it shows is cleaned up later',
  access: holds('view:delete:<id>'),
  audit: 'view:delete',
  answers: { 200: View, 403: ApiError, 404: ApiError },
})

export const viewsForValue = post('/views/forValue', {
  id: 'views.for_value',
  summary: 'The readable views whose search has parameters',
  access: signedIn,
  audit: READS_ONLY,
  answers: { 200: Type.Array(ViewForValue) },
})
