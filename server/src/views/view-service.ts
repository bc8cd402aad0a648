/**
 * Views: saved searches and dashboards, whose they are and who may see them. Owns their documents and which one is the
 * default. Not here: the searches that they refer to (search) and what a widget means (console).
 */

import { grn } from '@logyard/contract/identity/shares'
import type { ViewDraft, ViewType, ViewUpdate } from '@logyard/contract/views/views'
import type { Caller } from '../http/caller.ts'
import type { Identity } from '../identity/identity.ts'
import type { Clock } from '../platform/clock.ts'
import { notAuthorized } from '../platform/errors.ts'
import type { Ids } from '../platform/ids.ts'
import { createReplica } from '../platform/settings/replica.ts'
import { type SettingsStore, UniqueTaken } from '../platform/settings/settings-store.ts'
import { newView, replacedView } from './read-view.ts'
import { viewChangedMeanwhile, viewIdTaken, viewNotFound, viewSearchUnknown } from './view-errors.ts'
import { mayEdit, mayRead } from './view-permissions.ts'
import {
  defaultViewCollection,
  type StoredView,
  viewCollection,
  viewStateCollection,
  type WholeView,
} from './view-store.ts'

export interface ViewsDeps {
  readonly settings: SettingsStore
  readonly identity: Pick<Identity, 'entities' | 'grants' | 'users'>
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
  /** Those of the type, or all, that the caller may read, and how many there are altogether. */
  readable(caller: Caller, type?: ViewType): Promise<{ readonly views: readonly StoredView[]; readonly all: number }>
  withStates(views: readonly StoredView[]): Promise<readonly WholeView[]>
  /** A view that the caller may not read is as good as none. */
  get(caller: Caller, id: string): Promise<WholeView>
  getDefault(caller: Caller): Promise<WholeView | undefined>
  create(caller: Caller, draft: ViewDraft): Promise<WholeView>
  /** `expected` is when the caller last saw it change: later changes by others refuse his. */
  update(caller: Caller, id: string, update: ViewUpdate, expected?: string): Promise<WholeView>
  delete(id: string): Promise<WholeView>
  setDefault(caller: Caller, id: string): Promise<void>

  /** Those that show this search, whoever may read them. */
  referencing(searchId: string): Promise<readonly StoredView[]>
}

const grnOf = (view: StoredView) => grn(view.type === 'SEARCH' ? 'search' : 'dashboard', view.id)

export async function createViews(deps: ViewsDeps): Promise<Views> {
  const { settings, identity, searches, clock, ids } = deps
  const store = settings.collection(viewCollection)
  const states = settings.collection(viewStateCollection)
  const defaults = settings.collection(defaultViewCollection)
  const replica = createReplica({
    settings,
    collection: store,
    name: viewCollection.name,
    indexes: { search: ({ search_id }: StoredView) => [search_id] },
  })

  const find = async (id: string) => {
    await replica.fresh()
    return replica.find(id)
  }
  const withState = async (view: StoredView): Promise<WholeView> => ({
    ...view,
    state: (await states.find(view.id))?.state ?? {},
  })
  const get = async (caller: Caller, id: string) => {
    const view = await find(id)
    if (view === undefined || !mayRead(caller, view)) throw viewNotFound(id)
    return withState(view)
  }
  /** Of another's search: a view that named it would show its queries to everybody who may create views. */
  const requireSearch = async (caller: Caller, id: string) => {
    if (!(await searches.exists(id))) throw viewSearchUnknown(id)
    await searches.requireReadable(caller, id)
  }

  for (const [kind, type] of [
    ['search', 'SEARCH'],
    ['dashboard', 'DASHBOARD'],
  ] as const)
    identity.entities.register(kind, {
      async title(id) {
        const view = await find(id)
        return view?.type === type ? view.title : undefined
      },
      async dependencies(id) {
        const view = await find(id)
        const streams = view === undefined ? [] : await searches.streamsOf(view.search_id)
        return streams.map((stream) => grn('stream', stream))
      },
    })

  return {
    async readable(caller, type) {
      await replica.fresh()
      const ofType = replica.list().filter((view) => type === undefined || view.type === type)
      return { views: ofType.filter((view) => mayRead(caller, view)), all: ofType.length }
    },
    async withStates(views) {
      const found = await states.findMany(views.map(({ id }) => id))
      const byId = new Map(found.map(({ id, state }) => [id, state]))
      return views.map((view) => ({ ...view, state: byId.get(view.id) ?? {} }))
    },
    get,
    async getDefault(caller) {
      const id = (await defaults.find('default'))?.default_view_id
      const view = id === undefined ? undefined : await find(id)
      return view === undefined || !mayRead(caller, view) ? undefined : withState(view)
    },

    async create(caller, draft) {
      const { state, ...view } = newView(draft, {
        id: ids.next(),
        owner: caller.username,
        now: clock.now(),
      })
      if (view.type === 'DASHBOARD' && !caller.holds('dashboards:create')) throw notAuthorized('dashboards:create')
      await requireSearch(caller, view.search_id)
      if ((await find(view.id)) !== undefined) throw viewIdTaken(view.id)
      try {
        await settings.commit([
          store.inserting(view),
          states.inserting({ id: view.id, state }),
          ...identity.grants.creating(caller, grnOf(view)),
        ])
      } catch (error) {
        // Somebody sent the same id at the same time.
        throw error instanceof UniqueTaken ? viewIdTaken(view.id) : error
      }
      return { ...view, state }
    },

    async update(caller, id, update, expected) {
      const current = await store.findVersioned(id)
      if (current === undefined || !mayEdit(caller, current.document)) {
        // Who may not even see it learns nothing about it, unless everything of its kind is his to edit.
        if (current === undefined && caller.holds(`view:edit:${id}`)) throw viewNotFound(id)
        throw notAuthorized(id)
      }
      const stored = current.document
      if (expected !== undefined && expected !== stored.last_updated_at) throw viewChangedMeanwhile(id)
      const { state, ...view } = replacedView(stored, update, clock.now())
      if (view.search_id !== stored.search_id) await requireSearch(caller, view.search_id)
      try {
        await settings.commit([store.replacing(view, current.version), states.replacing({ id, state })])
      } catch (error) {
        throw isConflict(error) ? viewChangedMeanwhile(id) : error
      }
      return { ...view, state }
    },

    async delete(id) {
      const view = await find(id)
      if (view === undefined) throw viewNotFound(id)
      const whole = await withState(view)
      await settings.commit([
        store.deleting(id),
        states.deleting(id),
        ...(await identity.grants.deletingTarget(grnOf(view))),
      ])
      // Somebody may have shared the view while it was being deleted.
      const late = await identity.grants.deletingTarget(grnOf(view))
      if (late.length > 0) await settings.commit(late)
      if (view.type === 'DASHBOARD') await identity.users.clearStartpages(id)
      return whole
    },

    async setDefault(caller, id) {
      const view = await find(id)
      if (!mayRead(caller, { id, type: view?.type ?? 'SEARCH' })) throw notAuthorized(id)
      if (view === undefined) throw viewNotFound(id)
      await defaults.put({ id: 'default', default_view_id: id })
    },

    async referencing(searchId) {
      await replica.fresh()
      return replica.listBy('search', searchId)
    },
    [Symbol.dispose]: () => replica[Symbol.dispose](),
  }
}

const isConflict = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'write-conflict'
