import { useQuery } from '@tanstack/react-query'
import { openAlertsQuery } from '../../alerting/open-alerts-query.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import classes from './open-alerts-badge.module.css'

/** The number of open alerts beside their entry, and the text that describes the entry; nothing if there are none. */
export function OpenAlertsBadge({ id, isCollapsed }: { readonly id: string; readonly isCollapsed: boolean }) {
  const t = useText()
  const total = useQuery(openAlertsQuery(useCall())).data?.total ?? 0
  if (total === 0) return null
  // By the style sheet: as text it would be part of the visible name of the entry, which is "Alerts".
  const shown = total > 99 ? '99+' : String(total)
  const label = t('shell.openAlerts', { count: total })
  return (
    <>
      <span className={classes['badge']} data-collapsed={isCollapsed || undefined} data-count={shown} />
      <span id={id} hidden>
        {label}
      </span>
    </>
  )
}
