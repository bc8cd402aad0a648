/** Changes to the pages of a dashboard, each from one immutable document to the next. */
import type { ViewState } from '@logyard/contract/views/view-state'
import { copyOf, withNewWidget, withoutWidget } from '../editing/view-changes.ts'
import type { Ids } from '../model/random-ids.ts'
import { type DashboardDocument, type DashboardPage, emptyPage } from './dashboard-document.ts'

type Uuids = Pick<Ids, 'uuid'>

export const pageOf = ({ pages }: DashboardDocument, id: string): DashboardPage | undefined =>
  pages.find((page) => page.id === id)

export function withPageState(
  document: DashboardDocument,
  id: string,
  update: (old: ViewState) => ViewState,
): DashboardDocument {
  const old = pageOf(document, id)
  const state = old === undefined ? undefined : update(old.state)
  if (old === undefined || state === undefined || state === old.state) return document
  return { ...document, pages: document.pages.map((page) => (page === old ? { ...page, state } : page)) }
}

export interface WithPage {
  readonly document: DashboardDocument
  readonly pageId: string
}

export function withNewPage(document: DashboardDocument, ids: Uuids): WithPage {
  const page = emptyPage(ids)
  return { document: { ...document, pages: [...document.pages, page] }, pageId: page.id }
}

/** The last page cannot be removed. */
export const withoutPage = (document: DashboardDocument, id: string): DashboardDocument =>
  document.pages.length === 1 ? document : { ...document, pages: document.pages.filter((page) => page.id !== id) }

/** The page to open when one is closed: the next one, else the previous one. */
export function neighbourOf({ pages }: DashboardDocument, id: string): string | undefined {
  const index = pages.findIndex((page) => page.id === id)
  return (pages[index + 1] ?? pages[index - 1])?.id
}

export function withPageMoved(document: DashboardDocument, id: string, to: number): DashboardDocument {
  const from = document.pages.findIndex((page) => page.id === id)
  const page = document.pages[from]
  if (page === undefined || to < 0 || to >= document.pages.length || to === from) return document
  return { ...document, pages: document.pages.toSpliced(from, 1).toSpliced(to, 0, page) }
}

export const MAX_PAGE_TITLE = 40

export const withPageTitle = (document: DashboardDocument, id: string, title: string): DashboardDocument =>
  withPageState(document, id, (state) => ({
    ...state,
    titles: { ...state.titles, tab: { title: title.trim().slice(0, MAX_PAGE_TITLE) } },
  }))

/** After the original; `titleOf` gives the title of the copy if the original has one. */
export function withPageCopy(
  document: DashboardDocument,
  id: string,
  titleOf: (title: string) => string,
  ids: Uuids,
): WithPage | undefined {
  const index = document.pages.findIndex((page) => page.id === id)
  const original = document.pages[index]
  if (original === undefined) return undefined
  const renamed = new Map(original.state.widgets.map((widget) => [widget.id, ids.uuid()]))
  const copy: DashboardPage = {
    ...original,
    id: ids.uuid(),
    state: withWidgetIds(original.state, renamed, titleOf),
  }
  return { document: { ...document, pages: document.pages.toSpliced(index + 1, 0, copy) }, pageId: copy.id }
}

function withWidgetIds(
  state: ViewState,
  renamed: ReadonlyMap<string, string>,
  titleOf: (title: string) => string,
): ViewState {
  const byNewId = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(record).map(([id, value]) => [renamed.get(id) ?? id, value]))
  const { titles } = state
  const tab = titles.tab?.title
  return {
    ...state,
    titles: {
      ...titles,
      ...(titles.widget === undefined ? {} : { widget: byNewId(titles.widget) }),
      ...(tab === undefined || tab === '' ? {} : { tab: { title: titleOf(tab) } }),
    },
    widgets: state.widgets.map((widget) => ({ ...widget, id: renamed.get(widget.id) ?? widget.id })),
    positions: byNewId(state.positions),
    widget_mapping: {},
  }
}

export interface WidgetMove {
  readonly from: string
  readonly to: string
  readonly widgetId: string
  /** Copies the widget instead of moving it. */
  readonly keepCopy: boolean
}

/** Moves a widget with its title and size to the top of another page. */
export function withWidgetMoved(document: DashboardDocument, move: WidgetMove, ids: Uuids): DashboardDocument {
  const source = pageOf(document, move.from)?.state
  const original = source?.widgets.find(({ id }) => id === move.widgetId)
  if (source === undefined || original === undefined) return document
  const copy = copyOf(original, source.titles.widget?.[original.id], source.positions[original.id])
  const arrived = withPageState(document, move.to, (state) => withNewWidget(state, copy, ids).state)
  return move.keepCopy ? arrived : withPageState(arrived, move.from, (state) => withoutWidget(state, original.id))
}
