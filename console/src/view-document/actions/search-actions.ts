/**
 * What widgets ask of the page that they are on. The page (a search or a dashboard) owns the view, its history and
 * its execution; widgets only say what somebody wants.
 */
import type { TimeRange } from '@logyard/contract/search/time-ranges'
import type { HighlightingRule, Widget, WidgetPosition } from '@logyard/contract/views/view-state'
import { createContext, use } from 'react'
import type { WidgetResult } from '../model/view-model.ts'

/** A widget to be: it gets its id, and its place if `position` is missing, when it is added. */
export interface NewWidget {
  readonly type: Widget['type']
  readonly config: Widget['config']
  /** Absent: it is called by what it shows. */
  readonly title?: string
  /** A widget whose filter, query, streams and time range it takes over. */
  readonly like?: Widget
  /** In place of those of `like`. */
  readonly query?: string
  readonly position?: WidgetPosition
}

/** A field and what it is at one place of a result: the keys of a row and a column, from the outside in. */
export interface ValuePathPart {
  readonly field: string
  /** Absent: the field must exist, as for a metric. */
  readonly value?: string
  /** The value begins a bucket of time, which ends before this. */
  readonly until?: string
}

export interface SearchActions {
  readonly kind: 'search' | 'dashboard'
  /** Adds a term to the query that stands (a dashboard's: its filter over all widgets) and runs it. */
  addToQuery(term: string): void
  excludeFromQuery(term: string): void
  /** The range of the search, or the dashboard's override; runs it. */
  setTimeRange(range: TimeRange): void
  /** Answers the new widget's id. */
  addWidget(widget: NewWidget): string
  updateWidget(widget: Widget): void
  removeWidget(id: string): void
  duplicateWidget(id: string): void
  /** An empty title gives the widget back its default one. */
  setTitle(id: string, title: string): void
  setPositions(positions: Readonly<Record<string, WidgetPosition>>): void
  /** A message table of what stands behind one cell of an aggregation. */
  showDocumentsFor(path: readonly ValuePathPart[], widget: Widget): void
  /**
   * The messages of a condition as a search of its own, beside this page, of the time that is shown or of another one;
   * absent where the page is a search itself.
   */
  openSearch?(condition: string, widget: Widget | undefined, range?: TimeRange): void
  /** Loads other messages of one message list, with nothing else run again. */
  loadPage(searchTypeId: string, offset: number): void
  /** The rules of the page; one for a field and value. */
  readonly highlighting: readonly HighlightingRule[]
  addHighlight(rule: HighlightingRule): void
  updateHighlight(rule: HighlightingRule): void
  removeHighlight(rule: HighlightingRule): void
  /** Somebody reads or edits closely: nothing must change under their hands by itself. */
  stopRefreshing(): void
  /** Which widgets show the equal time before as well; absent where a page has no such thing. */
  readonly comparison?: {
    isOn(widgetId: string): boolean
    set(widgetId: string, isOn: boolean): void
  }
  /** What came back for a widget, and how it stands. */
  resultOf(widgetId: string): WidgetResult
}

const SearchActionsContext = createContext<SearchActions | undefined>(undefined)
export const SearchActionsProvider = SearchActionsContext.Provider

export function useSearchActions(): SearchActions {
  const actions = use(SearchActionsContext)
  if (actions === undefined) throw new Error('a widget rendered outside of a page with widgets')
  return actions
}
