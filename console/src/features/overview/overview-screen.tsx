import { Grid, Stack } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { Page } from '../../ui/page/page.tsx'
import { FailuresSection } from './failures-section.tsx'
import { NodesSection } from './nodes-section.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { ThroughputSection } from './throughput-section.tsx'
import { TimeSection } from './time-section.tsx'

// Below the fold and with the whole list in it: the rest of the page does not wait for that.
const SystemMessagesSection = lazy(() =>
  import('./system-messages-section.tsx').then((module) => ({ default: module.SystemMessagesSection })),
)

/** How the installation is: what needs somebody, what flows through it, which nodes it has. */
export function OverviewScreen() {
  const t = useText()
  const may = useMay()
  return (
    <Page
      title={t('overview.title')}
      documentTitle={t('overview.title')}
      description={t('overview.description')}
      crumbs={[{ label: t('shell.system') }]}
    >
      <Stack gap="md">
        {may('notifications:read') && <NotificationsSection />}
        <Grid gap="md">
          <Grid.Col span={{ base: 12, lg: 8 }}>
            <ThroughputSection />
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 4 }}>
            <TimeSection />
          </Grid.Col>
        </Grid>
        <NodesSection />
        {may('indices:failures') && <FailuresSection />}
        {may('systemmessages:read') && (
          <Suspense fallback={null}>
            <SystemMessagesSection />
          </Suspense>
        )}
      </Stack>
    </Page>
  )
}
