import { useMemo } from 'react'
import { useText } from '../../../base/text/text.tsx'
import type { DashboardPage } from '../../../view-document/dashboards/dashboard-document.ts'

/** The page's title, or its number if it has none. */
export function usePageTitle(): (page: DashboardPage, index: number) => string {
  const t = useText()
  return useMemo(
    () =>
      ({ state }, index) => {
        const title = state.titles.tab?.title ?? ''
        return title === '' ? t('dashboards.pages.untitled', { number: index + 1 }) : title
      },
    [t],
  )
}
