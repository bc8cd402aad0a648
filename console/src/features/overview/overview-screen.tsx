import { Grid, Stack } from '@mantine/core'
import { useMay } from '../../app/session/current-user.tsx'
import { useText } from '../../app/text/text.tsx'
import { Page } from '../../ui/page.tsx'
import { NodesSection } from './nodes-section.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { SystemMessagesSection } from './system-messages-section.tsx'
import { ThroughputSection } from './throughput-section.tsx'
import { TimeSection } from './time-section.tsx'

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
        {may('systemmessages:read') && <SystemMessagesSection />}
      </Stack>
    </Page>
  )
}
