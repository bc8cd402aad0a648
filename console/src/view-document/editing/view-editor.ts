/**
 * The editing of one search or dashboard: its document with undo, what is saved of it, its parameter values and its
 * results. Components subscribe to it with `useSyncExternalStore`; nothing in here knows React or the URL.
 */
import type { Parameter } from '@logyard/contract/search/searches'
import type { View } from '@logyard/contract/views/views'
import type { RunnerState } from '../execution/run-request.ts'
import { createStore } from '../execution/store.ts'
import type { ViewRunner } from '../execution/view-runner.ts'
import { type Compared, type Comparison, pageSizeAt } from '../model/widget-search-types.ts'
import type { ParameterValues } from '../parameters/parameters.ts'
import { changed, type History, historyOf, redone, undone } from './history.ts'

export interface EditingState<Document> {
  readonly history: History<Document>
  /** The saved search or dashboard that is open; absent for a new one. */
  readonly view: View | undefined
  /** The document as it was saved, or as the page started. */
  readonly saved: Document
  readonly values: ParameterValues
  /** The widgets that also show an earlier period. */
  readonly compared: Compared
  readonly run: RunnerState
}

interface Opened<Document> {
  readonly document: Document
  readonly view: View | undefined
  readonly saved: Document
  readonly values?: ParameterValues
  readonly compared?: Compared
}

export const openedState = <Document>(
  { document, view, saved, values = {}, compared = new Map() }: Opened<Document>,
  runner: ViewRunner,
): EditingState<Document> => ({
  history: historyOf(document),
  view,
  saved,
  values,
  compared,
  run: runner.state(),
})

interface ViewEditorDeps<State> {
  readonly runner: ViewRunner
  readonly initial: State
  /** Corrects what refers to the document after the document has changed. */
  readonly adjust?: (state: State) => State
  /** Executes what the change made necessary. */
  readonly executeChanges: (before: State) => void
}

export function createViewEditor<
  Document extends { readonly parameters: readonly Parameter[] },
  State extends EditingState<Document>,
>({ runner, initial, adjust = (state) => state, executeChanges }: ViewEditorDeps<State>) {
  const store = createStore(initial)
  const become = (changes: Partial<State>) => store.set({ ...store.get(), ...changes })
  // No need to unsubscribe: runner and editor have the same lifetime.
  runner.subscribe(() => store.set({ ...store.get(), run: runner.state() }))
  const present = (): Document => store.get().history.present

  function goTo(history: History<Document>, changes?: Partial<State>): void {
    const before = store.get()
    store.set(adjust({ ...before, ...changes, history }))
    executeChanges(before)
  }

  /** Other parts of the state may change in the same step. */
  const change = (update: (old: Document) => Document, changes?: Partial<State>): void =>
    goTo(changed(store.get().history, update(present())), changes)

  return {
    state: store.get,
    subscribe: store.subscribe,
    present,
    become,
    change,
    setParameters: (parameters: readonly Parameter[]) => change((old) => ({ ...old, parameters })),
    setCompared(widgetId: string, comparison: Comparison | undefined): void {
      const before = store.get()
      const others = [...before.compared].filter(([id]) => id !== widgetId)
      const compared = new Map(comparison === undefined ? others : [...others, [widgetId, comparison] as const])
      store.set({ ...before, compared })
      executeChanges(before)
    },
    undo: () => goTo(undone(store.get().history)),
    redo: () => goTo(redone(store.get().history)),
    loadPage: (searchTypeId: string, offset: number): void =>
      void runner.loadPage(searchTypeId, pageSizeAt(offset), offset),
    /** The view was stored with this document, which therefore has no unsaved changes. */
    becomeSaved: (view: View, document: Document): void => store.set({ ...store.get(), view, saved: document }),
    /** Aborts what is running, because the page is left. */
    leave: runner.abort,
  }
}

export const isDirty = <Document>({ history, saved }: Pick<EditingState<Document>, 'history' | 'saved'>): boolean =>
  history.present !== saved
