import { seesNotifications } from '@logyard/contract/identity/rights'
import { listFailures } from '@logyard/contract/ingest/failures'
import { getJob } from '@logyard/contract/jobs/system-jobs'
import { listSystemMessages } from '@logyard/contract/notices/notifications'
import { listStoreServers } from '@logyard/contract/store/indexer'
import { createSupportBundle } from '@logyard/contract/support/support-bundle'
import { Button, Grid, Stack } from '@mantine/core'
import { IconPackageExport } from '@tabler/icons-react'
import { deferred } from '../../base/deferred/deferred.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { useAskedAction } from '../../ui/action/use-action.ts'
import { downloadFile } from '../../ui/download-file.ts'
import { Page } from '../../ui/page/page.tsx'
import { ClusterSection } from './cluster-section.tsx'
import { FailuresSection } from './failures-section.tsx'
import { JobsSection } from './jobs-section.tsx'
import { NodesSection } from './nodes-section.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { ServersSection } from './servers-section.tsx'
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
        {may(listStoreServers) && <ServersSection />}
        {may(listFailures) && <FailuresSection />}
        {may(listSystemMessages) && <SystemMessagesSection />}
      </Stack>
    </Page>
  )
}

const NAMED = /filename="([\w.-]+)"/

/** Saves a file with the facts about the installation, for people who look for the cause of a problem. */
function SupportButton() {
  const t = useText()
  const may = useMay()
  const save = useAskedAction({
    async run(call) {
      const response = await call.open(createSupportBundle, { accept: 'application/gzip' })
      const name = NAMED.exec(response.headers.get('content-disposition') ?? '')?.[1]
      downloadFile(name ?? 'logyard-support.tar.gz', await response.blob())
    },
    texts: 'overview.support',
    question: 'overview.support',
    isHarmless: true,
    changes: [],
  })
  if (!may(createSupportBundle)) return null
  return (
    <Button
      variant="default"
      leftSection={<IconPackageExport size={16} />}
      loading={save.isPending}
      onClick={() => void save(undefined)}
    >
      {t('overview.support.title')}
    </Button>
  )
}
