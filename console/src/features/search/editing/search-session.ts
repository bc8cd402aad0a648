/**
 * One search page at work: what is edited with its history, what is saved of it, and its executions. The page's
 * components read it with `useSyncExternalStore`; nothing in here knows of React or of the URL.
 */

import type { Parameter } from '@logyard/contract/search/searches'
import type { ViewState } from '@logyard/contract/views/view-state'
import type { View } from '@logyard/contract/views/views'
import type { Call } from '../../../api/api-client.ts'
import { changed, type History, historyOf, redone, undone } from '../../../view-document/editing/history.ts'
import { createSearchRunner, type RunnerState } from '../../../view-document/execution/search-runner.ts'
import { createStore } from '../../../view-document/execution/store.ts'
import type { Ids } from '../../../view-document/model/random-ids.ts'
import { changesResults, pageSizeAt } from '../../../view-document/model/widget-search-types.ts'
import {
  type ParameterGaps,
  type ParameterValues,
  parameterGaps,
  usedParameters,
} from '../../../view-document/parameters/parameters.ts'
import { executionStateOf, planSearch } from './planned-search.ts'
import { isSameQuery, type QuerySettings, type SearchDocument } from './search-document.ts'

export interface SessionState {
  readonly history: History<SearchDocument>
  /** The saved search that is open; absent for a new one. */
  readonly view: View | undefined
  /** What is stored of it, or what the page began with. */
  readonly saved: SearchDocument
  readonly values: ParameterValues
  readonly compared: ReadonlySet<string>
  readonly run: RunnerState
}

export interface SearchSessionDeps {
  readonly call: Call
  readonly ids: Ids
  readonly now: () => number
  readonly document: SearchDocument
  readonly view: View | undefined
  /** What is stored of it; the document itself for a new search. */
  readonly saved: SearchDocument
}

export function createSearchSession({ call, ids, now, document, view, saved }: SearchSessionDeps) {
  const runner = createSearchRunner({ call, now })
  const store = createStore<SessionState>({
    history: historyOf(document),
    view,
    saved,
    values: {},
    compared: new Set(),
    run: runner.state(),
  })
  const become = (changes: Partial<SessionState>) => store.set({ ...store.get(), ...changes })
  // The runner lives and ends with this session.
  runner.subscribe(() => become({ run: runner.state() }))
  const present = () => store.get().history.present

  function run({ isAutomatic = false } = {}): void {
    const { values, compared } = store.get()
    const current = present()
    const mayExecute = () => isComplete(gapsOf(current, store.get().values))
    void runner.run(planSearch(current, compared, ids), executionStateOf(current, values), { isAutomatic, mayExecute })
  }

  function travel(history: History<SearchDocument>): void {
    const before = present()
    become({ history })
    if (needsRun(before, history.present)) run()
  }

  /** Looks change at once; what changes results is run again. */
  const change = (update: (old: SearchDocument) => SearchDocument): void =>
    travel(changed(store.get().history, update(present())))

  return {
    state: store.get,
    subscribe: store.subscribe,
    run,
    stop: runner.stop,
    /** The query as it shall be, run in any case: relative ranges have moved since. */
    submit(query: QuerySettings): void {
      const old = present()
      if (!isSameQuery(old.query, query)) become({ history: changed(store.get().history, { ...old, query }) })
      run()
    },
    changePage: (update: (old: ViewState) => ViewState) => change((old) => ({ ...old, page: update(old.page) })),
    setParameters: (parameters: readonly Parameter[]) => change((old) => ({ ...old, parameters })),
    setValue(name: string, value: string): void {
      become({ values: { ...store.get().values, [name]: value } })
    },
    setCompared(widgetId: string, isCompared: boolean): void {
      const others = [...store.get().compared].filter((id) => id !== widgetId)
      become({ compared: new Set(isCompared ? [...others, widgetId] : others) })
      run()
    },
    undo: () => travel(undone(store.get().history)),
    redo: () => travel(redone(store.get().history)),
    loadPage: (searchTypeId: string, offset: number) => runner.loadPage(searchTypeId, pageSizeAt(offset), offset),
    /** A search with fresh ids, to be stored with a view. */
    plan: () => planSearch(present(), new Set(), ids),
    /** What the view now holds is no unsaved change any more. */
    becomeSaved(stored: View, asDocument: SearchDocument): void {
      become({ view: stored, saved: asDocument })
    },
    /** The page is left: what runs is given up. */
    leave: runner.giveUp,
  }
}
export type SearchSession = ReturnType<typeof createSearchSession>

function needsRun(before: SearchDocument, after: SearchDocument): boolean {
  const isLeft = new Set(after.page.widgets.map(({ id }) => id))
  return (
    !isSameQuery(before.query, after.query) ||
    before.parameters !== after.parameters ||
    // A widget that goes leaves the results of the others as they are.
    changesResults(
      before.page.widgets.filter(({ id }) => isLeft.has(id)),
      after.page.widgets,
    )
  )
}

const isComplete = ({ undeclared, unbound }: ParameterGaps) => undeclared.length === 0 && unbound.length === 0

/** What the texts of a document refer to and lack. */
export function gapsOf(document: SearchDocument, values: ParameterValues): ParameterGaps {
  return parameterGaps(usedIn(document), document.parameters, values)
}

export const usedIn = (document: SearchDocument): readonly string[] =>
  usedParameters(planSearch(document, new Set(), { uuid: () => '', objectId: () => '' }).queries)

export const isDirty = ({ history, saved }: SessionState): boolean => history.present !== saved
