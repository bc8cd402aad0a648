import { routes } from '../../base/routes/routes.ts'
import { useText } from '../../base/text/text.tsx'
import type { Crumb } from '../../ui/page/page.tsx'

/** The parents of the pages of one notification. */
export function useNotificationCrumbs(): readonly Crumb[] {
  const t = useText()
  return [{ label: t('shell.alerts') }, { label: t('eventNotifications.page'), to: routes.alerts.notifications() }]
}
