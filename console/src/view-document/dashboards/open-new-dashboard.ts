/**
 * Opens a new dashboard with the page of a search. The page waits in the query cache for the next screen: it is too
 * large for the URL, must not come back on reload, and the cache is cleared on sign-out.
 */
import type { Parameter } from '@logyard/contract/search/searches'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useGo } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import type { DashboardPage } from './dashboard-document.ts'

export interface FirstPage extends DashboardPage {
  readonly parameters: readonly Parameter[]
}

const KEY = ['new-dashboard', 'first-page'] as const

export function useOpenNewDashboard(): (page: FirstPage) => void {
  const client = useQueryClient()
  const go = useGo()
  return useCallback(
    (page) => {
      client.setQueryData<FirstPage>(KEY, page)
      go(routes.dashboardNew())
    },
    [client, go],
  )
}

/** The page that the new dashboard was opened with, if any; the next visit starts empty. */
export function useFirstPage(): FirstPage | undefined {
  const client = useQueryClient()
  const [page] = useState(() => client.getQueryData<FirstPage>(KEY))
  useEffect(() => {
    client.removeQueries({ queryKey: KEY })
  }, [client])
  return page
}
