/** Widgets over streams that the user may not read: with them the server would refuse the whole page. */
import type { SearchFilter } from '@logyard/contract/search/search-types'
import type { Widget } from '@logyard/contract/views/view-state'
import { isTable } from '../model/table-widget.ts'
import { requestedBy } from '../model/widget-search-types.ts'
import type { DashboardPage } from './dashboard-document.ts'

/** What the user may read. */
export interface StreamReader {
  readonly mayRead: (streamId: string) => boolean
  /** Whether there is any stream for widgets that name none. */
  readonly readsSome: boolean
}

export const readsEverything: StreamReader = { mayRead: () => true, readsSome: true }

/** How many streams of the widget the user may not read. */
export function hiddenStreamsOf(
  widget: Widget,
  { query }: DashboardPage,
  { mayRead, readsSome }: StreamReader,
): number {
  const streams = new Set([...widget.streams, ...streamsOf(query.filter)])
  const reads = isTable(widget) || requestedBy(widget, new Map()) !== undefined
  if (streams.size === 0) return readsSome || !reads ? 0 : 1
  return [...streams].filter((id) => !mayRead(id)).length
}

function streamsOf(filter: SearchFilter | null | undefined): readonly string[] {
  if (filter === null || filter === undefined || 'query' in filter) return []
  return filter.type === 'stream' ? [filter.id] : (filter.filters ?? []).flatMap(streamsOf)
}
