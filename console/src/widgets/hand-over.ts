/**
 * A page of widgets on its way from one screen to another: a search that becomes a dashboard. It stays with the
 * signed-in session, and is gone when it was taken.
 */
import type { Parameter, SearchQuery } from '@logyard/contract/searches'
import type { ViewState, Widget } from '@logyard/contract/view-state'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useGo } from '../app/routes/location.ts'
import { routes } from '../app/routes/routes.ts'

export interface HandedOverPage {
  /** The id of its query. */
  readonly id: string
  readonly query: Pick<SearchQuery, 'query' | 'timerange' | 'filter'>
  readonly state: ViewState
  readonly parameters: readonly Parameter[]
}

const KEY = ['hand-over', 'dashboard-page'] as const

/** What the widgets of a search share; on a dashboard each has it for itself. */
export type SharedQuery = Pick<Widget, 'timerange' | 'query' | 'streams'>

/** A widget of a search as one of a dashboard; what it was narrowed to already stays. */
export function withSharedQuery<W extends Widget>(widget: W, shared: SharedQuery, both: (own: string) => string): W {
  const own = widget.query?.query_string ?? ''
  const query: Widget['query'] = { type: 'elasticsearch', query_string: both(own) }
  const streams = widget.streams.length === 0 ? shared.streams : widget.streams
  return { ...widget, timerange: widget.timerange ?? shared.timerange, query, streams }
}

/** Opens a new dashboard with this page. */
export function useHandOverPage(): (page: HandedOverPage) => void {
  const client = useQueryClient()
  const go = useGo()
  return useCallback(
    (page) => {
      client.setQueryData<HandedOverPage>(KEY, page)
      go(routes.dashboardNew())
    },
    [client, go],
  )
}

/** What was brought along to this screen, if anything; the next visit begins with nothing. */
export function useHandedOverPage(): HandedOverPage | undefined {
  const client = useQueryClient()
  const [page] = useState(() => client.getQueryData<HandedOverPage>(KEY))
  useEffect(() => {
    client.removeQueries({ queryKey: KEY })
  }, [client])
  return page
}
