/**
 * A page of widgets on its way from one screen to another: a search that becomes a dashboard. It stays with the
 * signed-in session, and is gone when it was taken.
 */
import type { Parameter, SearchQuery } from '@logyard/contract/search/searches'
import type { ViewState } from '@logyard/contract/views/view-state'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useGo } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'

export interface HandedOverPage {
  /** The id of its query. */
  readonly id: string
  readonly query: Pick<SearchQuery, 'query' | 'timerange' | 'filter'>
  readonly state: ViewState
  readonly parameters: readonly Parameter[]
}

const KEY = ['hand-over', 'dashboard-page'] as const

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
