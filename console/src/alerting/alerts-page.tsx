import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { routes } from '../base/routes/routes.ts'
import { useCall } from '../base/services/services.tsx'
import { useText } from '../base/text/text.tsx'
import { Page, type PageProps } from '../ui/page/page.tsx'
import { PageLinks } from '../ui/page/page-links.tsx'
import { legacyStatusQuery } from './legacy-status-query.ts'

/** A list of the area of alerts, with links to the other lists. */
export function AlertsPage({ children, ...page }: Omit<PageProps, 'crumbs'> & { readonly children: ReactNode }) {
  const t = useText()
  const hasLegacyAlerts = useQuery(legacyStatusQuery(useCall())).data?.is_enabled === true
  const links = [
    { to: routes.alerts.list(), label: t('alerting.links.events') },
    { to: routes.alerts.definitions(), label: t('alerting.links.definitions') },
    { to: routes.alerts.notifications(), label: t('alerting.links.notifications') },
    { to: routes.alerts.quietTimes(), label: t('alerting.links.quietTimes') },
    ...(hasLegacyAlerts ? [{ to: routes.legacyAlerts.list(), label: t('alerting.links.legacy') }] : []),
  ]
  return (
    <Page {...page}>
      <PageLinks label={t('alerting.links')} links={links} />
      {children}
    </Page>
  )
}
