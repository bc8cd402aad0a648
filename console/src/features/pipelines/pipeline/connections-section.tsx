import { connectsPipelines } from '@logyard/contract/identity/rights'
import { listPipelineConnections } from '@logyard/contract/pipelines/pipeline-connections'
import type { PipelineSource } from '@logyard/contract/pipelines/pipelines'
import { Alert, Button, Group, MultiSelect, Text } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useRichText, useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { FormDialog, useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { LoadingLines } from '../../../ui/page/loading.tsx'
import { useConnectStreams } from '../pipeline-actions.tsx'
import { connectionsQuery, type ProcessedStream, processedStreamsQuery, streamsOf } from '../pipeline-queries.ts'

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
  const dialog = useFormDialog<true>()
  useFailureToast(connections.error, 'pipelines.toast.connectionsFailed')
  if (!mayRead || connections.isError || streams.isError) return null
  if (connections.isPending || streams.isPending) return <LoadingLines lines={1} />
  const connected = streamsOf(pipeline.id, connections.data, streams.data)
  const edit = may(connectsPipelines) && (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconPlugConnected size={14} />}
      onClick={() => dialog.open(true)}
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
      <FormDialog
        isOpen={dialog.isOpen}
        close={dialog.close}
        title={rich('pipelines.connections.dialog', { title: <span translate="no">{pipeline.title}</span> })}
      >
        <ConnectionsForm pipeline={pipeline} connected={connected} streams={streams.data} />
      </FormDialog>
    </>
  )
}

interface ConnectionsFormProps {
  readonly pipeline: PipelineSource
  readonly connected: readonly ProcessedStream[]
  /** Sorted in natural order. */
  readonly streams: readonly ProcessedStream[]
}

function ConnectionsForm({ pipeline, connected, streams }: ConnectionsFormProps) {
  const t = useText()
  const rich = useRichText()
  const connect = useConnectStreams(pipeline.id ?? '')
  const form = useEntityForm({
    isNew: false,
    initial: { streams: connected.map(({ id }) => id) },
    labels: {},
    save: (values) => connect.mutateAsync(values.streams),
  })
  return (
    <EntityForm form={form} saveLabel={t('pipelines.connections.save')}>
      <MultiSelect
        label={t('pipelines.connections.streams')}
        description={rich('pipelines.connections.help', {
          link: (text) => <AppLink to={routes.streams()}>{text}</AppLink>,
        })}
        data-autofocus
        searchable
        clearable
        hidePickedOptions
        nothingFoundMessage={t('ui.list.noMatch')}
        comboboxProps={{ keepMounted: false }}
        attributes={{ option: { translate: 'no' }, pill: { translate: 'no' } }}
        data={streams.map(({ id, title }) => ({ value: id, label: title }))}
        {...form.choice('streams')}
      />
    </EntityForm>
  )
}
