import { listRecentMessagesOfNode } from '@logyard/contract/logging/loggers'
import { Box, Paper, SegmentedControl, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { useFailureToast } from '../../base/toasts/use-failure-toast.ts'
import { nodesQuery } from '../../cluster/cluster-queries.ts'
import { NodeLink } from '../../cluster/node-link.tsx'
import { FormSection } from '../../ui/form/form-section.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { LoadingLines } from '../../ui/page/loading.tsx'
import { Page } from '../../ui/page/page.tsx'
import { type LevelScope, useLevelChanges } from './level-changes.ts'
import { LoggerRows } from './logger-rows.tsx'
import classes from './logging.module.css'
import { loggersQuery, subsystemsQuery } from './logging-queries.ts'
import { RecentLines } from './recent-lines.tsx'
import { SubsystemRows } from './subsystem-list.tsx'
import { WrittenLines } from './written-lines.tsx'

/** What the nodes log: levels of groups and single loggers, and the last lines. */
export function LoggingScreen() {
  const t = useText()
  const nodes = useQuery(nodesQuery(useCall()))
  return (
    <Page title={t('logging.title')} description={t('logging.description')}>
      <Loaded query={nodes} lines={8}>
        {(data) => (
          <Stack gap="xl">
            {data.map(({ node_id }) => (
              <NodeLogging key={node_id} nodeId={node_id} />
            ))}
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}

function NodeLogging({ nodeId }: { nodeId: string }) {
  const t = useText()
  const may = useMay()
  return (
    <Paper component="section" p="md">
      <Text component="h2" fw={600} mb={4}>
        <NodeLink nodeId={nodeId} />
      </Text>
      <Box mb="lg">
        <WrittenLines nodeId={nodeId} />
      </Box>
      <Levels nodeId={nodeId} />
      {may(listRecentMessagesOfNode) && (
        <FormSection title={t('logging.recent')} description={t('logging.recent.text')}>
          <RecentLines nodeId={nodeId} />
        </FormSection>
      )}
    </Paper>
  )
}

function Levels({ nodeId }: { nodeId: string }) {
  const t = useText()
  const call = useCall()
  const [scope, setScope] = useState<LevelScope>('node')
  const loggers = useQuery(loggersQuery(call))
  const subsystems = useQuery(subsystemsQuery(call))
  const changes = useLevelChanges(nodeId, scope)
  const error = loggers.error ?? subsystems.error
  useFailureToast(error, 'logging.loadFailed')
  const own = loggers.data?.[nodeId]
  const groups = subsystems.data?.[nodeId]
  if (own === undefined || groups === undefined) {
    return error === null ? <LoadingLines lines={6} /> : <LoadFailed error={error} onRetry={loggers.refetch} />
  }
  if (own === null || groups === null) return <Text c="dimmed">{t('logging.unavailable')}</Text>
  return (
    <>
      <FormSection
        title={t('logging.subsystems')}
        description={t('logging.subsystems.text')}
        action={
          <SegmentedControl
            size="xs"
            classNames={{ label: classes['scope'] ?? '' }}
            aria-label={t('logging.scope')}
            value={scope}
            onChange={(value) => setScope(value === 'cluster' ? 'cluster' : 'node')}
            data={[
              { value: 'node', label: t('logging.scope.node') },
              { value: 'cluster', label: t('logging.scope.cluster') },
            ]}
          />
        }
      >
        <SubsystemRows subsystems={groups} loggers={own} changes={changes} />
      </FormSection>
      <FormSection title={t('logging.loggers')} description={t('logging.loggers.text')}>
        <LoggerRows loggers={own} changes={changes} />
      </FormSection>
    </>
  )
}
