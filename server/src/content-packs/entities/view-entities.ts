/** Dashboards and saved searches. */

import type { ModelType } from '@logyard/contract/content-packs/model-types'
import { MAX_LIST } from '@logyard/contract/http/bounds'
import { mapOf } from '@logyard/contract/http/open-parts'
import type { Decorator } from '@logyard/contract/search/decorators'
import { Parameter, SearchQuery } from '@logyard/contract/search/searches'
import { ViewStateDraft } from '@logyard/contract/views/view-drafts'
import type { ViewDraft, ViewType } from '@logyard/contract/views/views'
import { type Static, Type } from 'typebox'
import { type Decoded, withDefault } from '../../entities/codecs/codec.ts'
import { text, textOrEmpty } from '../../entities/codecs/scalar-codecs.ts'
import { plain, shape } from '../../entities/codecs/shape-codecs.ts'
import {
  type AnyEntityType,
  type EntityForm,
  type EntityName,
  type EntityPermissions,
  type EntityRef,
  entityType,
  type Installing,
} from '../../entities/entity-type.ts'
import { tablesOfParameters } from '../../search/plan/lookup-parameters.ts'
import type { Searches } from '../../search/search-service.ts'
import { renameReferences } from '../../views/rename-references.ts'
import type { Views } from '../../views/view-service.ts'
import { tablesOfDecorator, withReferences } from './decorator-references.ts'
import { filledView } from './view-text/fill-view.ts'

const ignored = () => withDefault(plain<unknown>(Type.Unknown(), 'anything'), undefined)
const none = Type.Union([Type.Null(), Type.Undefined()])

/** Properties of packs that Logyard sets itself are ignored. */
const EmbeddedSearch = Type.Object(
  {
    id: Type.Optional(Type.Unknown()),
    queries: Type.Array(SearchQuery, { maxItems: MAX_LIST }),
    parameters: Type.Optional(Type.Union([Type.Array(Parameter, { maxItems: MAX_LIST }), none])),
    requires: Type.Optional(Type.Unknown()),
    owner: Type.Optional(Type.Unknown()),
    created_at: Type.Optional(Type.Unknown()),
  },
  { additionalProperties: false },
)
type EmbeddedSearch = Static<typeof EmbeddedSearch>
type Pages = ViewDraft['state']

export const viewCodec = shape({
  type: plain<ViewType>(Type.Union([Type.Literal('DASHBOARD'), Type.Literal('SEARCH')]), 'DASHBOARD or SEARCH'),
  title: text,
  summary: textOrEmpty,
  description: textOrEmpty,
  search: plain<EmbeddedSearch>(EmbeddedSearch, 'a valid search'),
  properties: withDefault(plain<string[]>(Type.Array(Type.String(), { maxItems: MAX_LIST }), 'a list of texts'), []),
  requires: ignored(),
  state: plain<Pages>(mapOf(ViewStateDraft, { minProperties: 1 }), 'the pages of a view'),
  owner: ignored(),
  created_at: ignored(),
})
export type ViewData = Decoded<typeof viewCodec>

/** As text, dashboards and saved searches may be in short. */
const viewForm = (type: ModelType, viewType: ViewType): EntityForm<ViewData> => ({
  type,
  codec: {
    ...viewCodec,
    read(data, reading) {
      return viewCodec.read(reading.form === 'plain' ? filledView(data, viewType, reading) : data, reading)
    },
  },
  mapReferences,
})
export const dashboardForm = viewForm({ name: 'dashboard', version: '2' }, 'DASHBOARD')
export const searchForm = viewForm({ name: 'search', version: '1' }, 'SEARCH')

export interface ViewEntityDeps {
  readonly views: Pick<Views, 'all' | 'withStates' | 'preparing' | 'delete'>
  readonly searches: Pick<Searches, 'stored' | 'preparing'>
}

export const dashboardEntity = (deps: ViewEntityDeps) => viewEntity(deps, dashboardForm, 'DASHBOARD')
export const searchEntity = (deps: ViewEntityDeps) => viewEntity(deps, searchForm, 'SEARCH')

const VIEW_PERMISSIONS: Readonly<Record<ViewType, EntityPermissions>> = {
  DASHBOARD: {
    read: (id) => [`view:read:${id}`, `dashboards:read:${id}`],
    ...{ create: 'dashboards:create', edit: 'view:edit', delete: 'view:delete' },
  },
  SEARCH: { read: (id) => [`view:read:${id}`], create: undefined, edit: 'view:edit', delete: 'view:delete' },
}

function viewEntity(deps: ViewEntityDeps, form: EntityForm<ViewData>, viewType: ViewType): AnyEntityType {
  const { views } = deps
  const ofType = async () => (await views.all()).filter((view) => view.type === viewType)
  return entityType<ViewData>({
    ...form,
    permissions: VIEW_PERMISSIONS[viewType],
    titleOf: ({ title }) => title,
    namesUsed: (data) => [...tablesOfParameters(data.search.parameters ?? []), ...tablesOfDecorators(data)],
    list: async () => (await ofType()).map(({ id, title }) => ({ id, title })),
    async export(id) {
      const found = (await ofType()).find((view) => view.id === id)
      const [view] = found === undefined ? [] : await views.withStates([found])
      const data = view === undefined ? undefined : await exportView(deps, view)
      return data && { title: data.title, data, shown: data }
    },
    prepare: (data, installing, id) => prepareView(deps, { ...data, type: viewType }, installing, id),
    remove: (id) => views.delete(id),
  })
}

async function exportView(
  { searches }: ViewEntityDeps,
  view: Awaited<ReturnType<Views['get']>>,
): Promise<ViewData | undefined> {
  const search = await searches.stored(view.search_id)
  if (search === undefined) return undefined
  const { type, title, summary, description, properties, state } = view
  const { queries, parameters } = search
  return {
    ...{ type, title, summary, description, properties, requires: {} },
    search: { queries, parameters, requires: {} },
    state: state as Pages,
    owner: undefined,
    created_at: undefined,
  }
}

async function prepareView(
  { views, searches }: ViewEntityDeps,
  { type, title, summary, description, search, properties, state }: ViewData,
  { caller }: Installing,
  id: string | undefined,
) {
  const before = id === undefined ? undefined : (await views.all()).find((view) => view.id === id)
  const draft = { queries: search.queries, parameters: search.parameters ?? [] }
  const stored = await searches.preparing(caller, draft, before?.search_id)
  const view = { type, title, summary, description, properties, state, search_id: stored.entity.id }
  const prepared = await views.preparing(caller, view, before?.id)
  return { ...prepared, writes: [...stored.writes, ...prepared.writes] }
}

function mapReferences(data: ViewData, replaced: (ref: EntityRef) => string): ViewData {
  return withChanges(
    data,
    (id) => replaced({ type: 'stream', id }),
    (decorator) => withReferences(decorator, replaced),
  )
}

function tablesOfDecorators(data: ViewData): readonly EntityName[] {
  const tables: EntityName[] = []
  withChanges(
    data,
    (id) => id,
    (decorator) => {
      tables.push(...tablesOfDecorator(decorator))
      return decorator
    },
  )
  return tables
}

function withChanges(
  data: ViewData,
  renamed: (id: string) => string,
  redecorated: (decorator: Decorator) => Decorator,
): ViewData {
  const parts = { view: { state: data.state }, search: { queries: data.search.queries } }
  const { view, search } = renameReferences(parts, renamed, redecorated)
  return { ...data, state: view.state, search: { ...data.search, queries: [...search.queries] } }
}
