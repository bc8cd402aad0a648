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
  const label = t('shell.openAlerts', { count: total })
  return (
    <>
      <span className={classes['badge']} data-collapsed={isCollapsed || undefined} aria-hidden>
        {total > 99 ? '99+' : total}
      </span>
      <span id={id} hidden>
        {label}
      </span>
    </>
  )
}
