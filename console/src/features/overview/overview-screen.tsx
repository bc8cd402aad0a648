import { seesNotifications } from '@logyard/contract/identity/rights'
import { listFailures } from '@logyard/contract/ingest/failures'
import { getJob } from '@logyard/contract/jobs/system-jobs'
import { listSystemMessages } from '@logyard/contract/notices/notifications'
import { Grid, Stack } from '@mantine/core'
import { deferred } from '../../base/deferred/deferred.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { Page } from '../../ui/page/page.tsx'
import { ClusterSection } from './cluster-section.tsx'
import { FailuresSection } from './failures-section.tsx'
import { JobsSection } from './jobs-section.tsx'
import { NodesSection } from './nodes-section.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { SupportButton } from './support-button.tsx'
import { ThroughputSection } from './throughput-section.tsx'
import { TimeSection } from './time-section.tsx'
import { TrafficSection } from './traffic-section.tsx'

// Loaded separately: it is below the fold, and the rest of the page need not wait for it.
const SystemMessagesSection = deferred(() =>
  import('./system-messages-section.tsx').then((module) => module.SystemMessagesSection),
)

/** The state of the installation: open notifications, failures, throughput and nodes. */
export function OverviewScreen() {
  const t = useText()
  const may = useMay()
  return (
    <Page title={t('overview.title')} description={t('overview.description')} action={<SupportButton />}>
      <Stack gap="lg">
        {may(seesNotifications) && <NotificationsSection />}
        {may(getJob) && <JobsSection />}
        <Grid gap="xl">
          <Grid.Col span={{ base: 12, lg: 8 }}>
            <ThroughputSection />
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 4 }}>
            <TimeSection />
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 8 }}>
            <TrafficSection />
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 4 }}>
            <ClusterSection />
          </Grid.Col>
        </Grid>
        <NodesSection />
        {may(listFailures) && <FailuresSection />}
        {may(listSystemMessages) && <SystemMessagesSection />}
      </Stack>
    </Page>
  )
}
