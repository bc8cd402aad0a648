import { connectsPipelines } from '@logyard/contract/identity/rights'
import { listPipelineConnections } from '@logyard/contract/pipelines/pipeline-connections'
import type { PipelineSource } from '@logyard/contract/pipelines/pipelines'
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useRichText, useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { LoadingLines } from '../../../ui/page/loading.tsx'
import { connectionsQuery, processedStreamsQuery, streamsOf } from '../pipeline-queries.ts'
import { ConnectionsDialog } from './connections-dialog.tsx'

/** The streams whose messages the pipeline processes. */
export function ConnectionsSection({ pipeline }: { pipeline: PipelineSource }) {
  const t = useText()
  const rich = useRichText()
  const intl = useIntl()
  const may = useMay()
  const call = useCall()
  const mayRead = may(listPipelineConnections)
  const connections = useQuery({ ...connectionsQuery(call), enabled: mayRead })
  const streams = useQuery({ ...processedStreamsQuery(call), enabled: mayRead })
  const dialog = useFormDialog<PipelineSource>()
  useFailureToast(connections.error, 'pipelines.toast.connectionsFailed')
  if (!mayRead || connections.isError || streams.isError) return null
  if (connections.isPending || streams.isPending) return <LoadingLines lines={1} />
  const connected = streamsOf(pipeline.id, connections.data, streams.data)
  const edit = may(connectsPipelines) && (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconPlugConnected size={14} />}
      onClick={() => dialog.open(pipeline)}
    >
      {t('pipelines.connections.edit')}
    </Button>
  )
  return (
    <>
      {connected.length === 0 ? (
        <Alert color="amber" icon={<IconPlugConnected />} mb="md">
          <Group justify="space-between" gap="sm">
            <Text size="sm">{t('pipelines.connections.none')}</Text>
            {edit}
          </Group>
        </Alert>
      ) : (
        <Group gap="sm" mb="md">
          <Text size="sm">
            {rich('pipelines.connections.sentence', {
              count: connected.length,
              streams: (
                <span translate="no">
                  {intl.formatList(
                    connected.map(({ title }) => `“${title}”`),
                    { type: 'conjunction' },
                  )}
                </span>
              ),
            })}
          </Text>
          {edit}
        </Group>
      )}
      <ConnectionsDialog {...dialog} connections={connections.data} streams={streams.data} />
    </>
  )
}
