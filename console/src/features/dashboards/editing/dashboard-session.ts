/**
 * One dashboard at work: what is edited with its history, what is saved of it, the open page, what is overridden, and
 * its executions. The page's components read it with `useSyncExternalStore`; nothing in here knows of React.
 */
import type { Parameter } from '@logyard/contract/search/searches'
import type { ViewState } from '@logyard/contract/views/view-state'
import type { View } from '@logyard/contract/views/views'
import type { Call } from '../../../api/api-client.ts'
import type { DashboardDocument, DashboardPage } from '../../../view-document/dashboards/dashboard-document.ts'
import {
  executionStateOf,
  noOverride,
  type Override,
  storedContent,
} from '../../../view-document/dashboards/dashboard-search.ts'
import { neighbourOf, pageOf, withoutPage, withPageState } from '../../../view-document/dashboards/page-changes.ts'
import { gapsOfWidget, parametersOf } from '../../../view-document/dashboards/widget-parameters.ts'
import { changed, type History, historyOf, redone, undone } from '../../../view-document/editing/history.ts'
import { createStore } from '../../../view-document/execution/store.ts'
import type { Ids } from '../../../view-document/model/random-ids.ts'
import { isAggregation } from '../../../view-document/model/view-model.ts'
import { pageSizeAt } from '../../../view-document/model/widget-search-types.ts'
import type { ParameterValues } from '../../../view-document/parameters/parameters.ts'
import { createWidgetRunner, type RunnerState, type Wanted } from './widget-runner.ts'

export interface DashboardState {
  readonly history: History<DashboardDocument>
  /** The dashboard that is open; absent for a new one. */
  readonly view: View | undefined
  /** What is stored of it, or what the page began with. */
  readonly saved: DashboardDocument
  readonly pageId: string
  readonly override: Override
  readonly values: ParameterValues
  readonly compared: ReadonlySet<string>
  readonly run: RunnerState
}

export interface DashboardSessionDeps {
  readonly call: Call
  readonly ids: Ids
  readonly document: DashboardDocument
  readonly view: View | undefined
  /** The page to begin with; the first one if there is no such page. */
  readonly pageId?: string | undefined
  /** Whoever may not read events sees everything but them: asking for them would refuse it all. */
  readonly readsEvents?: boolean
  /** What its parameters are from the beginning. */
  readonly values?: ParameterValues | undefined
}

export function createDashboardSession({
  call,
  ids,
  document,
  view,
  pageId,
  values = {},
  readsEvents = true,
}: DashboardSessionDeps) {
  const runner = createWidgetRunner({ call, ids })
  const store = createStore<DashboardState>({
    history: historyOf(document),
    view,
    saved: document,
    pageId: existingPage(document, pageId),
    override: noOverride,
    values,
    compared: new Set(),
    run: runner.state(),
  })
  const become = (changes: Partial<DashboardState>) => store.set({ ...store.get(), ...changes })
  // The runner lives and ends with this session.
  runner.subscribe(() => become({ run: runner.state() }))
  const present = () => store.get().history.present

  function wanted(): Wanted {
    const { override, values, compared } = store.get()
    const opened = activePage(store.get())
    const page = readsEvents ? opened : withoutEvents(opened)
    const { parameters } = present()
    const used = { page, override, parameters, values }
    return {
      page,
      parameters,
      state: executionStateOf(present(), override, values),
      compared,
      isReady: (widget) => gapsOfWidget(widget, used) === undefined,
      parametersOf: (widget) => parametersOf(widget, used),
    }
  }

  /** Of what runs, only what is shown goes on. */
  function giveUpOthers(): void {
    const shown = new Set(activePage(store.get()).state.widgets.map(({ id }) => id))
    const existing = new Set(present().pages.flatMap(({ state }) => state.widgets.map(({ id }) => id)))
    runner.keepOnly(shown, existing)
  }

  /** Runs what the page that is open now lacks. */
  function settle(): void {
    giveUpOthers()
    void runner.update(wanted())
  }

  function travel(history: History<DashboardDocument>, pageId = store.get().pageId): void {
    become({ history, pageId: existingPage(history.present, pageId) })
    settle()
  }

  /** Looks change at once; of the widgets only those are run again that ask for something else. */
  const change = (update: (old: DashboardDocument) => DashboardDocument, openPage?: string): void =>
    travel(changed(store.get().history, update(present())), openPage)

  const run = (options: { readonly isAutomatic?: boolean } = {}): void => void runner.refresh(wanted(), options)

  return {
    state: store.get,
    subscribe: store.subscribe,
    run,
    change,
    changePage: (update: (old: ViewState) => ViewState) =>
      change((old) => withPageState(old, store.get().pageId, update)),
    /** A tab is opened: what it shows is of now. */
    open(pageId: string): void {
      if (pageId === store.get().pageId) return
      become({ pageId: existingPage(present(), pageId) })
      giveUpOthers()
      run()
    },
    closePage(pageId: string): void {
      const next = pageId === store.get().pageId ? neighbourOf(present(), pageId) : undefined
      change((old) => withoutPage(old, pageId), next)
    },
    /** Runs in any case: relative ranges have moved since. */
    setOverride(override: Override): void {
      become({ override })
      run()
    },
    setParameters: (parameters: readonly Parameter[]) => change((old) => ({ ...old, parameters })),
    /** Only the widgets that use what has changed are run again. */
    setValues(next: ParameterValues): void {
      become({ values: next })
      settle()
    },
    setCompared(widgetId: string, isCompared: boolean): void {
      const others = [...store.get().compared].filter((id) => id !== widgetId)
      become({ compared: new Set(isCompared ? [...others, widgetId] : others) })
      settle()
    },
    undo: () => travel(undone(store.get().history)),
    redo: () => travel(redone(store.get().history)),
    loadPage(searchTypeId: string, offset: number): void {
      const owner = [...store.get().run.outcomes].find(([, one]) => one.searchTypeIds.includes(searchTypeId))
      if (owner !== undefined) void runner.loadPage(owner[0], searchTypeId, pageSizeAt(offset), offset)
    },
    /** With fresh ids, to be stored. */
    content: () => storedContent(present(), ids),
    /** What the view now holds is no unsaved change any more. */
    becomeSaved(stored: View, asDocument: DashboardDocument): void {
      become({ view: stored, saved: asDocument })
    },
    /** Somebody else's version of then is known, and what is here is to take its place. */
    buildOn(last_updated_at: string): void {
      const { view: known } = store.get()
      if (known !== undefined) become({ view: { ...known, last_updated_at } })
    },
    /** The page is left: what runs is given up. */
    leave: runner.stop,
  }
}
export type DashboardSession = ReturnType<typeof createDashboardSession>

const existingPage = ({ pages }: DashboardDocument, id: string | undefined): string =>
  pages.find((page) => page.id === id)?.id ?? pages[0]?.id ?? ''

/** Alerts besides what was measured are left out of what is asked; what is stored keeps them. */
const withoutEvents = (page: DashboardPage): DashboardPage => ({
  ...page,
  state: {
    ...page.state,
    widgets: page.state.widgets.map((widget) =>
      isAggregation(widget) && widget.config.event_annotation
        ? { ...widget, config: { ...widget.config, event_annotation: false } }
        : widget,
    ),
  },
})

export function activePage({ history, pageId }: DashboardState): DashboardPage {
  const page = pageOf(history.present, pageId) ?? history.present.pages[0]
  if (page === undefined) throw new Error('a dashboard has at least one page')
  return page
}

export const isDirty = ({ history, saved }: DashboardState): boolean => history.present !== saved
