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
import { createReplica, type Replica } from '../platform/settings/replica.ts'
import type { Collection, SettingsStore } from '../platform/settings/settings-store.ts'
import type { Searches } from '../search/search-service.ts'
import { viewChangedMeanwhile, viewNotFound } from './view-errors.ts'
import { type ViewKind, type ViewKindDeps, viewGrn, viewKind } from './view-kind.ts'
import { mayEdit, mayRead } from './view-permissions.ts'
import {
  defaultViewCollection,
  type StoredView,
  type StoredViewState,
  viewCollection,
  viewStateCollection,
  type WholeView,
} from './view-store.ts'

export interface ViewsDeps {
  readonly settings: SettingsStore
  readonly identity: Pick<Identity, 'entities' | 'grants' | 'entityDeletion'>
  readonly searches: ViewKindDeps['searches'] & Pick<Searches, 'streamsOf'>
  readonly clock: Clock
  readonly ids: Ids
}

export type Views = Awaited<ReturnType<typeof createViews>>

interface ViewsState extends ViewsDeps {
  readonly kind: ViewKind
  readonly states: Collection<StoredViewState>
  readonly replica: Replica<StoredView>
}

export async function createViews(deps: ViewsDeps) {
  const { settings } = deps
  const states = settings.collection(viewStateCollection)
  const defaults = settings.collection(defaultViewCollection)
  const replica = createReplica(settings, viewCollection, { search: ({ search_id }) => [search_id] })
  const kind = viewKind({ ...deps, replica })
  const state: ViewsState = { ...deps, kind, states, replica }
  registerEntities(state)
  registerSearchUses(state)

  /** Sets the default without a check, for callers who may read every view. */
  async function makeDefault(id: string): Promise<void> {
    await kind.get(id)
    await defaults.put({ id: 'default', default_view_id: id })
  }

  return {
    kind,
    /** The views (of a type) that the caller may read, and the total number of views (of that type). */
    async readable(caller: Caller, type?: ViewType) {
      const ofType = (await kind.list()).filter((view) => type === undefined || view.type === type)
      return { views: ofType.filter((view) => mayRead(caller, view)), all: ofType.length }
    },
    /** Number of views of all users. */
    count: async (type: ViewType) => (await kind.list()).filter((view) => view.type === type).length,
    async withStates(views: readonly StoredView[]) {
      const found = await states.findMany(views.map(({ id }) => id))
      const byId = new Map(found.map(({ id, state }) => [id, state]))
      return views.map((view) => ({ ...view, state: byId.get(view.id) ?? {} }))
    },
    /** Throws `viewNotFound` also if the caller may not read the view. */
    async get(caller: Caller, id: string) {
      const view = await kind.find(id)
      if (view === undefined || !mayRead(caller, view)) throw viewNotFound(id)
      return withState(state, view)
    },
    async getDefault(caller: Caller) {
      const id = (await defaults.find('default'))?.default_view_id
      const view = id === undefined ? undefined : await kind.find(id)
      return view === undefined || !mayRead(caller, view) ? undefined : withState(state, view)
    },
    create: async (caller: Caller, draft: ViewDraft) => withState(state, await kind.create(draft, caller)),
    /** `expected` is the `last_updated_at` that the client has seen: a later change by somebody else is a conflict. */
    update: async (caller: Caller, id: string, update: ViewUpdate, expected?: string) =>
      withState(state, await updateView(state, caller, id, { update, expected })),
    async delete(id: string) {
      const whole = await withState(state, await kind.get(id))
      await kind.delete(id)
      return whole
    },
    defaultId: async () => (await defaults.find('default'))?.default_view_id,
    clearDefault: async () => void (await defaults.delete('default')),
    async setDefault(caller: Caller, id: string) {
      const view = await kind.find(id)
      if (!mayRead(caller, { id, type: view?.type ?? 'SEARCH' })) throw notAuthorized(id)
      await makeDefault(id)
    },
    makeDefault,
    [Symbol.dispose]: () => replica[Symbol.dispose](),
  }
}

const withState = async ({ states }: Pick<ViewsState, 'states'>, view: StoredView): Promise<WholeView> => ({
  ...view,
  state: (await states.find(view.id))?.state ?? {},
})

function registerEntities(state: ViewsState): void {
  const { identity, searches, kind } = state
  const kinds = [
    ['search', 'SEARCH'],
    ['dashboard', 'DASHBOARD'],
  ] as const
  for (const [name, type] of kinds) {
    identity.entities.register(name, {
      async title(id) {
        const view = await kind.find(id)
        return view?.type === type ? view.title : undefined
      },
      async dependencies(id) {
        const view = await kind.find(id)
        if (view === undefined) return []
        // Clients build the search of a dashboard from its widgets, whatever the stored search names.
        const pages = Object.values((await withState(state, view)).state)
        const ofWidgets = pages.flatMap(({ widgets = [] }) => widgets.flatMap(({ streams = [] }) => streams))
        const streams = new Set([...(await searches.streamsOf(view.search_id)), ...ofWidgets])
        return [...streams].map((stream) => grn('stream', stream))
      },
    })
  }
}

async function updateView(
  { kind }: ViewsState,
  caller: Caller,
  id: string,
  { update, expected }: { readonly update: ViewUpdate; readonly expected: string | undefined },
): Promise<StoredView> {
  const current = await kind.find(id)
  if (current === undefined || !mayEdit(caller, current)) {
    // Callers without access get 403 whether or not the view exists; only those who may edit all views get 404.
    if (current === undefined && caller.holds(`view:edit:${id}`)) throw viewNotFound(id)
    throw notAuthorized(id)
  }
  let seen = expected
  const unlessChanged = ({ last_updated_at }: StoredView) => {
    if (seen !== undefined && seen !== last_updated_at) throw viewChangedMeanwhile(id)
    seen = last_updated_at
    return update
  }
  return kind.replace(id, unlessChanged, caller)
}

function registerSearchUses({ identity, replica }: ViewsState): void {
  identity.entities.registerUses('stored-search', {
    async usersOf(searchId) {
      await replica.fresh()
      return replica.listBy('search', searchId).map(viewGrn)
    },
    async all() {
      await replica.fresh()
      return replica.list().map((view) => ({ by: viewGrn(view), of: view.search_id }))
    },
  })
}
