/**
 * Views: saved searches and dashboards, their owners and permissions, and which view is the default.
 * Not here: the searches that they refer to (search) and the meaning of widgets (console).
 */

import { grn } from '@logyard/contract/identity/shares'
import type { ViewDraft, ViewType, ViewUpdate } from '@logyard/contract/views/views'
import type { Caller } from '../http/caller.ts'
import type { Identity } from '../identity/identity.ts'
import type { Clock } from '../platform/clock.ts'
import { notAuthorized } from '../platform/errors.ts'
import type { Ids } from '../platform/ids.ts'
import type { Prepared } from '../platform/settings/prepared.ts'
import { createReplica, type Replica } from '../platform/settings/replica.ts'
import {
  type Collection,
  isWriteConflict,
  type SettingsStore,
  UniqueTaken,
} from '../platform/settings/settings-store.ts'
import { newView, replacedView } from './read-view.ts'
import { viewChangedMeanwhile, viewIdTaken, viewNotFound, viewSearchUnknown } from './view-errors.ts'
import { mayEdit, mayRead } from './view-permissions.ts'
import {
  defaultViewCollection,
  type StoredView,
  type StoredViewState,
  type ViewStore,
  viewCollection,
  viewStateCollection,
  type WholeView,
} from './view-store.ts'

export interface ViewsDeps {
  readonly settings: SettingsStore
  readonly identity: Pick<Identity, 'entities' | 'grants' | 'deleteEntity'>
  readonly searches: {
    exists(id: string): Promise<boolean>
    /** Throws unless the caller owns the search, sees it in a view, or is an administrator. */
    requireReadable(caller: Caller, id: string): Promise<void>
    /** The streams that any of the search's queries and search types names. */
    streamsOf(id: string): Promise<readonly string[]>
  }
  readonly clock: Clock
  readonly ids: Ids
}

export interface Views extends Disposable {
  /** The views (of a type) that the caller may read, and the total number of views (of that type). */
  readable(caller: Caller, type?: ViewType): Promise<{ readonly views: readonly StoredView[]; readonly all: number }>
  /** Of all users. */
  all(): Promise<readonly StoredView[]>
  /** Of all users. */
  count(type: ViewType): Promise<number>
  withStates(views: readonly StoredView[]): Promise<readonly WholeView[]>
  /** Throws `viewNotFound` also if the caller may not read the view. */
  get(caller: Caller, id: string): Promise<WholeView>
  getDefault(caller: Caller): Promise<WholeView | undefined>
  create(caller: Caller, draft: ViewDraft): Promise<WholeView>
  /** To be stored together with its search. With an id it replaces that view. */
  preparing(caller: Caller, draft: ViewDraft, id: string | undefined): Promise<Prepared<StoredView>>
  /** `expected` is the `last_updated_at` that the client has seen: a later change by somebody else is a conflict. */
  update(caller: Caller, id: string, update: ViewUpdate, expected?: string): Promise<WholeView>
  delete(id: string): Promise<WholeView>
  setDefault(caller: Caller, id: string): Promise<void>
  defaultId(): Promise<string | undefined>
  /** For callers who may read every view. */
  makeDefault(id: string): Promise<void>
  clearDefault(): Promise<void>
}

const grnOf = (view: StoredView) => grn(view.type === 'SEARCH' ? 'search' : 'dashboard', view.id)

interface ViewsState extends ViewsDeps {
  readonly store: ViewStore
  readonly states: Collection<StoredViewState>
  readonly replica: Replica<StoredView>
}

export async function createViews(deps: ViewsDeps): Promise<Views> {
  const { settings } = deps
  const store = settings.collection(viewCollection)
  const states = settings.collection(viewStateCollection)
  const defaults = settings.collection(defaultViewCollection)
  const replica = createReplica({
    settings,
    collection: store,
    name: viewCollection.name,
    indexes: { search: ({ search_id }: StoredView) => [search_id] },
  })
  const state: ViewsState = { ...deps, store, states, replica }
  registerEntities(state)
  registerSearchUses(state)

  async function makeDefault(id: string): Promise<void> {
    if ((await findView(state, id)) === undefined) throw viewNotFound(id)
    await defaults.put({ id: 'default', default_view_id: id })
  }

  return {
    async readable(caller, type) {
      await replica.fresh()
      const ofType = replica.list().filter((view) => type === undefined || view.type === type)
      return { views: ofType.filter((view) => mayRead(caller, view)), all: ofType.length }
    },
    async all() {
      await replica.fresh()
      return replica.list()
    },
    async count(type) {
      await replica.fresh()
      return replica.list().filter((view) => view.type === type).length
    },
    async withStates(views) {
      const found = await states.findMany(views.map(({ id }) => id))
      const byId = new Map(found.map(({ id, state }) => [id, state]))
      return views.map((view) => ({ ...view, state: byId.get(view.id) ?? {} }))
    },
    async get(caller, id) {
      const view = await findView(state, id)
      if (view === undefined || !mayRead(caller, view)) throw viewNotFound(id)
      return withState(state, view)
    },
    async getDefault(caller) {
      const id = (await defaults.find('default'))?.default_view_id
      const view = id === undefined ? undefined : await findView(state, id)
      return view === undefined || !mayRead(caller, view) ? undefined : withState(state, view)
    },
    create: (caller, draft) => createView(state, caller, draft),
    preparing: (caller, draft, id) => prepareView(state, caller, draft, id),
    update: (caller, id, update, expected) => updateView(state, caller, id, { update, expected }),
    delete: (id) => deleteView(state, id),
    defaultId: async () => (await defaults.find('default'))?.default_view_id,
    clearDefault: async () => void (await defaults.delete('default')),
    async setDefault(caller, id) {
      const view = await findView(state, id)
      if (!mayRead(caller, { id, type: view?.type ?? 'SEARCH' })) throw notAuthorized(id)
      await makeDefault(id)
    },
    makeDefault,
    [Symbol.dispose]: () => replica[Symbol.dispose](),
  }
}

async function findView({ replica }: ViewsState, id: string): Promise<StoredView | undefined> {
  await replica.fresh()
  return replica.find(id)
}

const withState = async ({ states }: ViewsState, view: StoredView): Promise<WholeView> => ({
  ...view,
  state: (await states.find(view.id))?.state ?? {},
})

/** Throws unless the caller may read the search: a view shows its queries to all of the view's readers. */
async function requireSearch({ searches }: ViewsState, caller: Caller, id: string): Promise<void> {
  if (!(await searches.exists(id))) throw viewSearchUnknown(id)
  await searches.requireReadable(caller, id)
}

function registerEntities(state: ViewsState): void {
  const kinds = [
    ['search', 'SEARCH'],
    ['dashboard', 'DASHBOARD'],
  ] as const
  for (const [kind, type] of kinds) {
    state.identity.entities.register(kind, {
      async title(id) {
        const view = await findView(state, id)
        return view?.type === type ? view.title : undefined
      },
      async dependencies(id) {
        const view = await findView(state, id)
        if (view === undefined) return []
        // Clients build the search of a dashboard from its widgets, whatever the stored search names.
        const pages = Object.values((await withState(state, view)).state)
        const ofWidgets = pages.flatMap(({ widgets = [] }) => widgets.flatMap(({ streams = [] }) => streams))
        const streams = new Set([...(await state.searches.streamsOf(view.search_id)), ...ofWidgets])
        return [...streams].map((stream) => grn('stream', stream))
      },
    })
  }
}

async function createView(state: ViewsState, caller: Caller, draft: ViewDraft): Promise<WholeView> {
  const { settings, identity, clock, ids, store, states } = state
  const { state: pages, ...view } = newView(draft, { id: ids.next(), owner: caller.username, now: clock.now() })
  if (view.type === 'DASHBOARD' && !caller.holds('dashboards:create')) throw notAuthorized('dashboards:create')
  await requireSearch(state, caller, view.search_id)
  if ((await findView(state, view.id)) !== undefined) throw viewIdTaken(view.id)
  try {
    await settings.commit([
      store.inserting(view),
      states.inserting({ id: view.id, state: pages }),
      ...identity.grants.creating(caller, grnOf(view)),
    ])
  } catch (error) {
    // A concurrent request created a view with the same id.
    throw error instanceof UniqueTaken ? viewIdTaken(view.id) : error
  }
  return { ...view, state: pages }
}

async function prepareView(
  { identity, clock, ids, store, states }: ViewsState,
  caller: Caller,
  draft: ViewDraft,
  id: string | undefined,
): Promise<Prepared<StoredView>> {
  const before = id === undefined ? undefined : await store.findVersioned(id)
  const takeEffect = async () => undefined
  if (before !== undefined) {
    const { state: pages, ...view } = replacedView(before.document, draft, clock.now())
    const writes = [store.replacing(view, before.version), states.replacing({ id: view.id, state: pages })]
    return { entity: view, writes, takeEffect }
  }
  const { id: _, ...content } = draft
  const { state: pages, ...view } = newView(content, { id: ids.next(), owner: caller.username, now: clock.now() })
  const writes = [
    store.inserting(view),
    states.inserting({ id: view.id, state: pages }),
    ...identity.grants.creating(caller, grnOf(view)),
  ]
  return { entity: view, writes, takeEffect }
}

async function updateView(
  state: ViewsState,
  caller: Caller,
  id: string,
  { update, expected }: { readonly update: ViewUpdate; readonly expected: string | undefined },
): Promise<WholeView> {
  const { settings, clock, store, states } = state
  const current = await store.findVersioned(id)
  if (current === undefined || !mayEdit(caller, current.document)) {
    // Callers without access get 403 whether or not the view exists; only those who may edit all views get 404.
    if (current === undefined && caller.holds(`view:edit:${id}`)) throw viewNotFound(id)
    throw notAuthorized(id)
  }
  const stored = current.document
  if (expected !== undefined && expected !== stored.last_updated_at) throw viewChangedMeanwhile(id)
  const { state: pages, ...view } = replacedView(stored, update, clock.now())
  if (view.search_id !== stored.search_id) await requireSearch(state, caller, view.search_id)
  try {
    await settings.commit([store.replacing(view, current.version), states.replacing({ id, state: pages })])
  } catch (error) {
    throw isWriteConflict(error) ? viewChangedMeanwhile(id) : error
  }
  return { ...view, state: pages }
}

function registerSearchUses({ identity, replica }: ViewsState): void {
  identity.entities.registerUses('stored-search', {
    async usersOf(searchId) {
      await replica.fresh()
      return replica.listBy('search', searchId).map(grnOf)
    },
    async all() {
      await replica.fresh()
      return replica.list().map((view) => ({ by: grnOf(view), of: view.search_id }))
    },
  })
}

async function deleteView(state: ViewsState, id: string): Promise<WholeView> {
  const { settings, identity, store, states } = state
  const view = await findView(state, id)
  if (view === undefined) throw viewNotFound(id)
  const whole = await withState(state, view)
  await identity.deleteEntity(grnOf(view), id, async (deletingGrants) =>
    settings.commit([store.deleting(id), states.deleting(id), ...(await deletingGrants())]),
  )
  return whole
}
