/** Edits one dashboard: its document, the open page, and the override. Only the open page is executed. */
import type { ViewState } from '@logyard/contract/views/view-state'
import type { View } from '@logyard/contract/views/views'
import type { Call } from '../../../api/api-client.ts'
import type { PageTurn } from '../../../view-document/actions/search-actions.ts'
import type { DashboardDocument, DashboardPage } from '../../../view-document/dashboards/dashboard-document.ts'
import { noOverride, type Override, storedContent } from '../../../view-document/dashboards/dashboard-search.ts'
import { readsEverything, type StreamReader } from '../../../view-document/dashboards/locked-widgets.ts'
import { neighbourOf, pageOf, withoutPage, withPageState } from '../../../view-document/dashboards/page-changes.ts'
import { createViewEditor, type EditingState, openedState } from '../../../view-document/editing/view-editor.ts'
import { createStoredSearches } from '../../../view-document/execution/stored-searches.ts'
import { createViewRunner } from '../../../view-document/execution/view-runner.ts'
import type { Ids } from '../../../view-document/model/random-ids.ts'
import type { ParameterValues } from '../../../view-document/parameters/parameters.ts'
import { requestFor, requestOf, type ShownPage, withoutEvents, withoutLocked } from './dashboard-requests.ts'

export interface DashboardState extends EditingState<DashboardDocument> {
  readonly pageId: string
  /** Applies to all widgets until the dashboard is left; not saved. */
  readonly override: Override
  /** Widgets over streams that the user may not read are not executed. */
  readonly reader: StreamReader
  /** The runs of the page; widgets with tables ask for them with each. */
  readonly turn: PageTurn
}

export interface DashboardSessionDeps {
  readonly call: Call
  readonly ids: Ids
  readonly now: () => number
  readonly document: DashboardDocument
  readonly view: View | undefined
  /** The page to open; the first one if there is no such page. */
  readonly pageId?: string | undefined
  /** The server refuses whole searches that ask for events if the user may not read events. */
  readonly readsEvents?: boolean
  readonly reader?: StreamReader
  /** The initial values of the parameters. */
  readonly values?: ParameterValues | undefined
  /** The initial override. */
  readonly override?: Override | undefined
}

export function createDashboardSession(deps: DashboardSessionDeps) {
  const { call, ids, now, document, view, pageId, values = {}, override = noOverride } = deps
  const { readsEvents = true, reader = readsEverything } = deps
  const runner = createViewRunner({ call, now })
  const requests = { ids, storeSearch: createStoredSearches({ call, ids }) }
  const editor = createViewEditor<DashboardDocument, DashboardState>({
    runner,
    initial: {
      ...openedState({ document, view, saved: document, values }, runner),
      pageId: existingPage(document, pageId),
      override,
      reader,
      turn: { count: 0, isAutomatic: false },
    },
    adjust: (state) => ({ ...state, pageId: existingPage(state.history.present, state.pageId) }),
    executeChanges,
  })

  function shownPage(): ShownPage {
    const state = editor.state()
    const page = withoutLocked(activePage(state), reader)
    return { ...state, document: editor.present(), page: readsEvents ? page : withoutEvents(page) }
  }

  /** Executes all widgets of the open page in one job. */
  function run(options: { readonly isAutomatic?: boolean } = {}): void {
    const { count } = editor.state().turn
    editor.become({ turn: { count: count + 1, isAutomatic: options.isAutomatic === true } })
    const shown = shownPage()
    const request = requestFor(shown.page.state.widgets, shown, requests)
    if (request !== undefined) void runner.run(request, options)
  }

  /** Executes those widgets of the open page whose results are missing or out of date. */
  function executeChanges(): void {
    abortHidden()
    const shown = shownPage()
    const changed = shown.page.state.widgets.filter(
      (widget) => runner.requestedBy(widget.id) !== requestOf(widget, shown),
    )
    const request = requestFor(changed, shown, requests)
    if (request !== undefined) void runner.run(request)
  }

  function abortHidden(): void {
    const shown = activePage(editor.state()).state.widgets.map(({ id }) => id)
    const existing = editor.present().pages.flatMap(({ state }) => state.widgets.map(({ id }) => id))
    runner.keepOnly(new Set(shown), new Set(existing))
  }

  /** Shows another page, override or values, with fresh results. */
  function show(shown: Partial<Pick<DashboardState, 'pageId' | 'override' | 'values'>>): void {
    const pageId = existingPage(editor.present(), shown.pageId ?? editor.state().pageId)
    editor.become({ ...shown, pageId })
    abortHidden()
    run()
  }

  return {
    ...editor,
    run,
    stop: runner.stop,
    change: (update: (old: DashboardDocument) => DashboardDocument, openPage?: string) =>
      editor.change(update, openPage === undefined ? {} : { pageId: openPage }),
    changePage: (update: (old: ViewState) => ViewState) =>
      editor.change((old) => withPageState(old, editor.state().pageId, update)),
    /** Opens a tab with fresh results. */
    open(id: string): void {
      if (id !== editor.state().pageId) show({ pageId: id })
    },
    closePage(id: string): void {
      const next = id === editor.state().pageId ? neighbourOf(editor.present(), id) : undefined
      editor.change((old) => withoutPage(old, id), next === undefined ? {} : { pageId: next })
    },
    /** Runs even with the same override: relative ranges have moved since. */
    setOverride: (override: Override) => show({ override }),
    show,
    /** Discards all changes since the dashboard was saved. */
    revert: () => editor.change(() => editor.state().saved),
    /** Executes only the widgets that use a changed value. */
    setValues(next: ParameterValues): void {
      editor.become({ values: next })
      executeChanges()
    },
    /** The whole dashboard under new ids, to be stored. */
    content: () => storedContent(editor.present(), ids),
    /** The user decided to overwrite the version that somebody else saved at this time. */
    buildOn(last_updated_at: string): void {
      const { view: known } = editor.state()
      if (known !== undefined) editor.become({ view: { ...known, last_updated_at } })
    },
  }
}
export type DashboardSession = ReturnType<typeof createDashboardSession>

/** The dashboard that a part of its page shows. */
export interface ShownDashboard {
  readonly session: DashboardSession
  readonly state: DashboardState
  /** Without it nothing can be changed here. */
  readonly canEdit: boolean
}

const existingPage = ({ pages }: DashboardDocument, id: string | undefined): string =>
  pages.find((page) => page.id === id)?.id ?? pages[0]?.id ?? ''

export function activePage({ history, pageId }: Pick<DashboardState, 'history' | 'pageId'>): DashboardPage {
  const page = pageOf(history.present, pageId) ?? history.present.pages[0]
  if (page === undefined) throw new Error('a dashboard has at least one page')
  return page
}
