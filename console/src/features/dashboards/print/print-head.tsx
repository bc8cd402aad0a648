/** The head of a printed dashboard: title, time range, filters, and when it was printed. */
import { useEffect } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { useRangeText, useZone } from '../../../query/time-range/use-range-text.ts'
import { wallClock } from '../../../query/time-range/zoned-time.ts'
import { overrideQuery } from '../../../view-document/dashboards/dashboard-search.ts'
import { activePage, type DashboardState } from '../editing/dashboard-session.ts'
import { usePageTitle } from '../pages/use-page-title.ts'
import classes from './print-head.module.css'

export function PrintHead({ state }: { state: DashboardState }) {
  const t = useText()
  const rangeText = useRangeText()
  const zone = useZone()
  const titleOf = usePageTitle()
  useLightPaper()
  const { override, history, view, values, run } = state
  const { pages, parameters } = history.present
  const page = activePage(state)
  const own = page.state.widgets.flatMap(({ timerange }) => (timerange === null ? [] : [rangeText(timerange)]))
  const ranges = override.timerange === undefined ? [...new Set(own)] : [rangeText(override.timerange)]
  const filter = overrideQuery(override)
  const entered = parameters.flatMap(({ name, title }) => (values[name] ? [`${title || name}: ${values[name]}`] : []))
  const executedAt = run.latest?.result.execution_stats.timestamp
  const asOf = executedAt && wallClock(Date.parse(executedAt), zone)
  return (
    <div className={classes['head']}>
      <strong className={classes['title']} translate="no">
        {view?.title ?? t('dashboards.unsaved')}
      </strong>
      {pages.length > 1 && <span translate="no">{titleOf(page, pages.indexOf(page))}</span>}
      <span translate="no">{ranges.join(', ')}</span>
      {asOf !== undefined && <span>{t('dashboards.print.asOf', { time: asOf, zone })}</span>}
      {filter !== '' && <span translate="no">{filter}</span>}
      {entered.length > 0 && <span translate="no">{entered.join(', ')}</span>}
    </div>
  )
}

const SCHEME = 'data-mantine-color-scheme'

/** Prints in the light theme. */
function useLightPaper(): void {
  useEffect(() => {
    const { documentElement } = document
    let onScreen: string | null = null
    const start = () => {
      onScreen = documentElement.getAttribute(SCHEME)
      documentElement.setAttribute(SCHEME, 'light')
    }
    const end = () => {
      if (onScreen !== null) documentElement.setAttribute(SCHEME, onScreen)
    }
    window.addEventListener('beforeprint', start)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', start)
      window.removeEventListener('afterprint', end)
    }
  }, [])
}
