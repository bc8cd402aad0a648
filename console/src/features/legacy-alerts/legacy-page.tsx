import { Alert, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { legacyStatusQuery } from '../../alerting/legacy-status-query.ts'
import { AppLink } from '../../base/routes/app-link.tsx'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { Page, type PageProps } from '../../ui/page/page.tsx'
import { PageLinks } from '../../ui/page/page-links.tsx'

/** A list of legacy alerts, with links to the other lists. */
export function LegacyPage({ children, ...page }: Omit<PageProps, 'crumbs'> & { readonly children: ReactNode }) {
  const t = useText()
  const { legacyAlerts: legacy } = routes
  return (
    <Page {...page} crumbs={[{ label: t('legacyAlerts.area'), to: legacy.list() }]}>
      <PageLinks
        label={t('legacyAlerts.links')}
        links={[
          { to: legacy.list(), label: t('legacyAlerts.links.alerts') },
          { to: legacy.conditions(), label: t('legacyAlerts.links.conditions') },
          { to: legacy.notifications(), label: t('legacyAlerts.links.notifications') },
        ]}
      />
      <LegacyOff />
      {children}
    </Page>
  )
}

/** Says that no condition is checked, and how to change that. */
export function LegacyOff() {
  const t = useText()
  const status = useQuery(legacyStatusQuery(useCall())).data
  if (status === undefined || status.is_enabled) return null
  return (
    <Alert color="amber" icon={<IconInfoCircle />} title={t('legacyAlerts.off.title')} mb="md">
      <Text size="sm">
        {t('legacyAlerts.off.text', { setting: status.setting })}{' '}
        <AppLink to={routes.alerts.definitions()} inherit underline="always">
          {t('legacyAlerts.off.definitions')}
        </AppLink>
      </Text>
    </Alert>
  )
}
