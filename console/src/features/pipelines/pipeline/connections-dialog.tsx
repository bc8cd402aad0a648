import type { PipelineConnections } from '@logyard/contract/pipelines/pipeline-connections'
import type { PipelineSource } from '@logyard/contract/pipelines/pipelines'
import { MultiSelect } from '@mantine/core'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useRichText, useText } from '../../../base/text/text.tsx'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { FormDialog, type useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { useConnectStreams } from '../pipeline-actions.tsx'
import { type ProcessedStream, streamsOf } from '../pipeline-queries.ts'

interface ConnectionsDialogProps extends Omit<ReturnType<typeof useFormDialog<PipelineSource>>, 'open'> {
  readonly connections: readonly PipelineConnections[]
  /** Sorted in natural order. */
  readonly streams: readonly ProcessedStream[]
}

/** Chooses the streams that a pipeline is connected to. */
export function ConnectionsDialog({ subject, connections, streams, ...dialog }: ConnectionsDialogProps) {
  const rich = useRichText()
  if (subject === undefined) return null
  const title = rich('pipelines.connections.dialog', { title: <span translate="no">{subject.title}</span> })
  return (
    <FormDialog {...dialog} title={title}>
      <ConnectionsForm pipeline={subject} connected={streamsOf(subject.id, connections, streams)} streams={streams} />
    </FormDialog>
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
    <EntityForm form={form}>
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
