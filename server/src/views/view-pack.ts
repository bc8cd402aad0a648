/** Dashboards and saved searches in content packs, each with its search. */
import type { ModelType } from '@logyard/contract/content-packs/model-types'
import { MAX_LIST } from '@logyard/contract/http/bounds'
import { nullable } from '@logyard/contract/http/envelope'
import { mapOf } from '@logyard/contract/http/open-parts'
import type { Decorator } from '@logyard/contract/search/decorators'
import { Parameter, SearchQuery } from '@logyard/contract/search/searches'
import { ViewStateDraft } from '@logyard/contract/views/view-drafts'
import type { ViewDraft, ViewType } from '@logyard/contract/views/views'
import { type Static, Type } from 'typebox'
import { type Decoded, isRecord, withDefault } from '../entities/codecs/codec.ts'
import { text, textOrEmpty } from '../entities/codecs/scalar-codecs.ts'
import { plain, shape } from '../entities/codecs/shape-codecs.ts'
import type { EntityForm, EntityName, EntityPermissions, EntityRef } from '../entities/entity-type.ts'
import { tablesOfParameters } from '../search/plan/lookup-parameters.ts'
import { tablesOfDecorator, withReferences } from './decorator-references.ts'
import { renameReferences } from './rename-references.ts'
import { filledView } from './view-text/fill-view.ts'

const ignored = () => withDefault(plain<unknown>(Type.Unknown(), 'anything'), undefined)

/** Properties of packs that Logyard sets itself are ignored. */
const EmbeddedSearch = Type.Object(
  {
    id: Type.Optional(Type.Unknown()),
    queries: Type.Array(SearchQuery, { maxItems: MAX_LIST }),
    parameters: Type.Optional(nullable(Type.Array(Parameter, { maxItems: MAX_LIST }))),
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

/** Packs of version 4.1 and later have lists of search filters in three places, which are mostly empty. */
function withoutNoFilters(data: unknown): unknown {
  if (!isRecord(data)) return data
  const { search, state } = data
  return {
    ...data,
    search: mapPart(search, 'queries', (query) => mapPart(withoutEmpty(query), 'search_types', withoutEmpty)),
    state: isRecord(state)
      ? Object.fromEntries(Object.entries(state).map(([id, page]) => [id, mapPart(page, 'widgets', withoutEmpty)]))
      : state,
  }
}

function mapPart(object: unknown, name: string, change: (item: unknown) => unknown): unknown {
  if (!isRecord(object)) return object
  const items = object[name]
  return Array.isArray(items) ? { ...object, [name]: items.map(change) } : object
}

function withoutEmpty(part: unknown): unknown {
  if (!isRecord(part)) return part
  const { filters, ...rest } = part
  const isEmpty = filters === null || (Array.isArray(filters) && filters.length === 0)
  return isEmpty ? rest : part
}

/** Configuration text may have dashboards and saved searches in short. */
const viewForm = (type: ModelType, viewType: ViewType): EntityForm<ViewData> => ({
  type,
  codec: {
    ...viewCodec,
    read(data, reading) {
      return viewCodec.read(
        reading.form === 'plain' ? filledView(data, viewType, reading) : withoutNoFilters(data),
        reading,
      )
    },
  },
  mapReferences,
})
export const dashboardForm = viewForm({ name: 'dashboard', version: '2' }, 'DASHBOARD')
export const searchForm = viewForm({ name: 'search', version: '1' }, 'SEARCH')

export const viewForms: Readonly<Record<ViewType, EntityForm<ViewData>>> = {
  DASHBOARD: dashboardForm,
  SEARCH: searchForm,
}

export const viewPermissions: Readonly<Record<ViewType, EntityPermissions>> = {
  DASHBOARD: {
    read: (id) => [`view:read:${id}`, `dashboards:read:${id}`],
    ...{ create: 'dashboards:create', edit: 'view:edit', delete: 'view:delete' },
  },
  SEARCH: { read: (id) => [`view:read:${id}`], create: undefined, edit: 'view:edit', delete: 'view:delete' },
}

export const tablesOfView = (data: ViewData): readonly EntityName[] => [
  ...tablesOfParameters(data.search.parameters ?? []),
  ...tablesOfDecorators(data),
]

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
