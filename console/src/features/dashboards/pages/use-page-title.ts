import { useMemo } from 'react'
import { useText } from '../../../base/text/text.tsx'
import type { DashboardPage } from '../../../view-document/dashboards/dashboard-document.ts'

/** What a page is called: as somebody named it, else by its number. */
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
