import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useIsBuilt } from '../base/routes/built-routes.ts'
import { routes } from '../base/routes/routes.ts'
import { useCall } from '../base/services/services.tsx'
import { useText } from '../base/text/text.tsx'
import { Page, type PageProps } from '../ui/page/page.tsx'
import { PageLinks } from '../ui/page/page-links.tsx'
import { legacyStatusQuery } from './legacy-status-query.ts'

/** A list of the area of alerts, with links to the other lists. */
export function AlertsPage({ children, ...page }: Omit<PageProps, 'crumbs'> & { readonly children: ReactNode }) {
  const t = useText()
  const isBuilt = useIsBuilt()
  const hasLegacyAlerts = useQuery(legacyStatusQuery(useCall())).data?.is_enabled === true
  const lists = [
    { route: routes.alerts.list, label: t('alerting.links.events') },
    { route: routes.alerts.definitions, label: t('alerting.links.definitions') },
    { route: routes.alerts.notifications, label: t('alerting.links.notifications') },
    { route: routes.alerts.quietTimes, label: t('alerting.links.quietTimes') },
    ...(hasLegacyAlerts ? [{ route: routes.legacyAlerts.list, label: t('alerting.links.legacy') }] : []),
  ]
  const links = lists.filter(({ route }) => isBuilt(route)).map(({ route, label }) => ({ to: route(), label }))
  return (
    <Page {...page} crumbs={[]}>
      {links.length > 1 && <PageLinks label={t('alerting.links')} links={links} />}
      {children}
    </Page>
  )
}
