import type { ReactNode } from 'react'
import { useIsBuilt } from '../base/routes/built-routes.ts'
import { routes } from '../base/routes/routes.ts'
import { useText } from '../base/text/text.tsx'
import { Page, type PageProps } from '../ui/page/page.tsx'
import { PageLinks } from '../ui/page/page-links.tsx'

/** A list of the area of alerts, with links to the other lists. */
export function AlertsPage({ children, ...page }: Omit<PageProps, 'crumbs'> & { readonly children: ReactNode }) {
  const t = useText()
  const isBuilt = useIsBuilt()
  const lists = [
    { route: routes.alerts.list, label: t('alerting.links.events') },
    { route: routes.alerts.definitions, label: t('alerting.links.definitions') },
    { route: routes.alerts.notifications, label: t('alerting.links.notifications') },
    { route: routes.alerts.quietTimes, label: t('alerting.links.quietTimes') },
  ]
  const links = lists.filter(({ route }) => isBuilt(route)).map(({ route, label }) => ({ to: route(), label }))
  return (
    <Page {...page} crumbs={[]}>
      {links.length > 1 && <PageLinks label={t('alerting.links')} links={links} />}
      {children}
    </Page>
  )
}
