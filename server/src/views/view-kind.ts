/** The kind of views: their rules, the writes beside a change, and their data in content packs. */
import { grn } from '@logyard/contract/identity/shares'
import type { ViewDraft, ViewType } from '@logyard/contract/views/views'
import { entityKind, type KindDeps } from '../entities/entity-kind.ts'
import type { AnyEntityType } from '../entities/entity-type.ts'
import type { Kind } from '../entities/kind.ts'
import { createPackType, type PackPart } from '../entities/pack-part.ts'
import type { Caller } from '../http/caller.ts'
import type { Identity } from '../identity/identity.ts'
import type { Clock } from '../platform/clock.ts'
import { notAuthorized } from '../platform/errors.ts'
import type { Prepared } from '../platform/settings/prepared.ts'
import type { Replica } from '../platform/settings/replica.ts'
import type { Searches } from '../search/search-service.ts'
import { newView, replacedView } from './read-view.ts'
import { readViewStates } from './read-view-state.ts'
import { viewIdTaken, viewNotFound, viewSearchUnknown } from './view-errors.ts'
import { tablesOfView, type ViewData, viewForms, viewPermissions } from './view-pack.ts'
import { type StoredView, viewCollection, viewStateCollection } from './view-store.ts'

export interface ViewContent extends ViewDraft {
  /** A search that is stored with the view. */
  readonly search?: Prepared<unknown>
}

export interface ViewKind extends Kind<StoredView, ViewContent, Caller> {
  /** Dashboards and saved searches are two kinds for content packs. */
  readonly packs: Readonly<Record<ViewType, AnyEntityType>>
}

export interface ViewKindDeps extends KindDeps {
  readonly replica: Replica<StoredView>
  readonly identity: Pick<Identity, 'grants' | 'entityDeletion'>
  readonly searches: Pick<Searches, 'exists' | 'requireReadable' | 'stored' | 'preparing'>
  readonly clock: Clock
}

export const viewGrn = (view: StoredView) => grn(view.type === 'SEARCH' ? 'search' : 'dashboard', view.id)

export function viewKind(deps: ViewKindDeps): ViewKind {
  const { settings, identity, searches, clock } = deps
  const states = settings.collection(viewStateCollection)

  /** Throws unless the caller may read the search: a view shows its queries to all of the view's readers. */
  async function requireSearch(caller: Caller, id: string): Promise<void> {
    if (!(await searches.exists(id))) throw viewSearchUnknown(id)
    await searches.requireReadable(caller, id)
  }
  const titleOf = ({ title }: StoredView) => title
  const kind = entityKind<StoredView, ViewContent, Caller>(deps, {
    collection: viewCollection,
    replica: deps.replica,
    titleOf,
    async read(draft, { id, before, by }) {
      const now = clock.now()
      const { state: _, ...view } =
        before === undefined ? newView(draft, { id, owner: by.username, now }) : replacedView(before, draft, now)
      const isNewDashboard = before === undefined && view.type === 'DASHBOARD'
      if (isNewDashboard && !by.holds('dashboards:create')) throw notAuthorized('dashboards:create')
      const isKnown = draft.search !== undefined || view.search_id === before?.search_id
      if (!isKnown) await requireSearch(by, view.search_id)
      return view
    },
    async beside(change) {
      if (change.action === 'delete') return [states.deleting(change.before.id)]
      const { after, draft, by } = change
      const ofSearch = draft.search?.writes ?? []
      const pages = { id: after.id, state: readViewStates(draft.state) }
      return change.action === 'create'
        ? [...ofSearch, states.inserting(pages), ...identity.grants.creating(by, viewGrn(after))]
        : [...ofSearch, states.replacing(pages)]
    },
    shared: { deletion: identity.entityDeletion, grnOf: viewGrn },
    notFound: viewNotFound,
    taken: ({ id }) => viewIdTaken(id),
  })
  const packOf = (type: ViewType) => {
    const list = async () => (await kind.list()).filter((view) => view.type === type)
    const find = async (id: string) => (await list()).find((view) => view.id === id)
    return createPackType({ ...kind, list, find }, packPart(deps, type), titleOf)
  }
  return { ...kind, packs: { DASHBOARD: packOf('DASHBOARD'), SEARCH: packOf('SEARCH') } }
}

function packPart(
  { settings, searches }: ViewKindDeps,
  type: ViewType,
): PackPart<StoredView, ViewContent, Caller, ViewData> {
  const states = settings.collection(viewStateCollection)
  return {
    ...viewForms[type],
    permissions: viewPermissions[type],
    fieldsElsewhere: { search_id: 'search', last_updated_at: 'nowhere' },
    namesUsed: tablesOfView,
    async dataOf({ id, search_id, title, summary, description, properties }) {
      const search = await searches.stored(search_id)
      if (search === undefined) return undefined
      const { queries, parameters } = search
      return {
        ...{ type, title, summary, description, properties, requires: {} },
        search: { queries, parameters, requires: {} },
        state: ((await states.find(id))?.state ?? {}) as ViewData['state'],
        ...{ owner: undefined, created_at: undefined },
      }
    },
    async draftOf({ search: { queries, parameters }, ...data }, before, { caller }) {
      const { title, summary, description, properties, state } = data
      const draft = { queries, parameters: parameters ?? [] }
      const search = await searches.preparing(caller, draft, before?.search_id)
      return { type, title, summary, description, properties, state, search_id: search.entity.id, search }
    },
    by: ({ caller }) => caller,
  }
}
