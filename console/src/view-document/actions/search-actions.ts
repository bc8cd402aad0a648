/**
 * What widgets request from the page that they are on. The page (a search or a dashboard) owns the view, its history
 * and its execution.
 */
import type { SqlRequest } from '@logyard/contract/search/sql'
import type { TableRequest } from '@logyard/contract/search/tables'
import type { TimeRange } from '@logyard/contract/search/time-ranges'
import type { HighlightingRule, SortConfig, Widget, WidgetPosition } from '@logyard/contract/views/view-state'
import { createContext, use } from 'react'
import type { TableWidget } from '../model/table-widget.ts'
import type { WidgetResult } from '../model/view-model.ts'
import type { Comparison } from '../model/widget-search-types.ts'

/** A widget to add: it gets its id, and its position if that is missing, when it is added. */
export interface NewWidget {
  readonly type: Widget['type']
  readonly config: Widget['config']
  /** Absent: it has the default title. */
  readonly title?: string | undefined
  /** A widget whose filter, query, streams and time range it copies. */
  readonly like?: Widget | undefined
  /** Replaces the query of `like`. */
  readonly query?: string
  readonly position?: WidgetPosition | undefined
  /** Its editor opens at once; cancelling removes the widget again. */
  readonly startsInEditor?: boolean
}

/** A field and its value at one position of a result: the keys of a row and a column, from outer to inner. */
export interface ValuePathPart {
  readonly field: string
  /** Absent: the field must exist, as for a metric. */
  readonly value?: string
  /** The value is the start of a time bucket, and this is its end. */
  readonly until?: string
}

/** The messages that a widget, or the whole page, is about, with the values of parameters. */
export interface SearchedMessages {
  readonly query: string
  /** Empty: all streams that the user may read. */
  readonly streams: readonly string[]
  readonly timerange: TimeRange
}

/** The request for the table of a widget. */
export type TableQuestion =
  | { readonly kind: 'steps'; readonly body: TableRequest }
  | { readonly kind: 'sql'; readonly body: SqlRequest }

/** The times that a page was run: with each, relative ranges have moved on. */
export interface PageTurn {
  readonly count: number
  /** Nobody asked for it. */
  readonly isAutomatic: boolean
}

/** The actions that only change the page: the same on searches and dashboards. */
export interface PageChanges {
  /** Returns the new widget's id. */
  addWidget(widget: NewWidget): string
  updateWidget(widget: Widget): void
  /** Sorts the rows of an aggregation, and changes nothing else of it. */
  sortWidget(id: string, sort: SortConfig[]): void
  removeWidget(id: string): void
  /** Whether the widget was just added and starts in its editor. */
  startsInEditor(id: string): boolean
  /** Its editor was closed, and does not open by itself again. */
  leaveEditor(id: string): void
  duplicateWidget(id: string): void
  /** An empty title restores the default one. */
  setTitle(id: string, title: string): void
  setPositions(positions: Readonly<Record<string, WidgetPosition>>): void
  /** Adds a message table with the messages behind one cell of an aggregation. */
  showDocumentsFor(path: readonly ValuePathPart[], widget: Widget): void
  /** Adds a rule, or replaces the one of its field and value. */
  setHighlight(rule: HighlightingRule): void
  removeHighlight(rule: HighlightingRule): void
}

export interface SearchActions extends PageChanges {
  readonly kind: 'search' | 'dashboard'
  /** Adds a term to the current query (on a dashboard: to the filter over all widgets) and runs it. */
  addToQuery(term: string): void
  excludeFromQuery(term: string): void
  /** Sets the range of the search, or the dashboard's override, and runs it. */
  setTimeRange(range: TimeRange): void
  /**
   * Opens the messages of a condition as a search, over the shown range or another one: from a search in a tab beside it,
   * else in a new tab of the browser.
   */
  openSearch?(condition: string, widget: Widget | undefined, range?: TimeRange): void
  /** The messages of a widget, further narrowed by a condition; of the whole page without a widget. */
  messagesOf?(widget: Widget | undefined, condition?: string): SearchedMessages
  /**
   * Explains the messages of a query among those shown; without one, all that are shown: against the range that was zoomed
   * from, else against the time before. Absent where no other messages are shown.
   */
  explain?(query?: string): void
  /** The question of a widget with a table, and the turn of the page; absent where such widgets are not run. */
  tableOf?(widget: TableWidget): { readonly question: TableQuestion; readonly turn: PageTurn }
  /** Loads other messages of one message list; nothing else is executed again. */
  loadPage(searchTypeId: string, offset: number): void
  /** The highlighting rules of the page; one per field and value. */
  readonly highlighting: readonly HighlightingRule[]
  /** Stops automatic refresh while the user reads or edits closely. */
  stopRefreshing(): void
  /** Widgets that also show an earlier period. */
  readonly comparison: {
    of(widgetId: string): Comparison | undefined
    set(widgetId: string, comparison: Comparison | undefined): void
  }
  /** Restores the range from before it was changed on a chart; absent if it was not, or was changed since. */
  resetZoom?(): void
  /** The result and loading state of a widget. */
  resultOf(widgetId: string): WidgetResult
}

const SearchActionsContext = createContext<SearchActions | undefined>(undefined)
export const SearchActionsProvider = SearchActionsContext.Provider

/** Undefined where a chart is not that of a widget. */
export const useSearchActionsIfAny = (): SearchActions | undefined => use(SearchActionsContext)

export function useSearchActions(): SearchActions {
  const actions = use(SearchActionsContext)
  if (actions === undefined) throw new Error('a widget rendered outside of a page with widgets')
  return actions
}
