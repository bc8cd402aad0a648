import type { PipelineSource } from '@logyard/contract/pipelines/pipelines'
import { Button, Group, MultiSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useRichText, useText } from '../../../base/text/text.tsx'
import { type DialogForm, FormDialog, type useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { SaveButton } from '../../../ui/form/save-button.tsx'
import { useConnectStreams } from '../pipeline-actions.ts'
import type { ProcessedStream } from '../pipeline-queries.ts'

export interface ConnectionsSubject {
  readonly pipeline: PipelineSource
  readonly connected: readonly ProcessedStream[]
  /** In natural order. */
  readonly streams: readonly ProcessedStream[]
}

type ConnectionsDialogProps = Omit<ReturnType<typeof useFormDialog<ConnectionsSubject>>, 'open'>

export function ConnectionsDialog({ subject, ...dialog }: ConnectionsDialogProps) {
  const rich = useRichText()
  const t = useText()
  if (subject === undefined) return null
  const title = rich('pipelines.connections.dialog', { title: <span translate="no">{subject.pipeline.title}</span> })
  return (
    <FormDialog {...dialog} title={title} leaveText={t('ui.form.leave.text')}>
      {(form) => <ConnectionsForm subject={subject} {...form} />}
    </FormDialog>
  )
}

function ConnectionsForm({ subject, onDirty, onSaved, onCancel }: DialogForm & { subject: ConnectionsSubject }) {
  const t = useText()
  const rich = useRichText()
  const { pipeline, connected, streams } = subject
  const connect = useConnectStreams(pipeline.id ?? '')
  const [chosen, setChosen] = useState(() => connected.map(({ id }) => id))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        connect.mutate(chosen, { onSuccess: onSaved })
      }}
    >
      <Stack gap="md">
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
          value={chosen}
          onChange={(next) => {
            setChosen(next)
            onDirty(true)
          }}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            {t('ui.cancel')}
          </Button>
          <SaveButton label={t('pipelines.connections.save')} isSaving={connect.isPending} />
        </Group>
      </Stack>
    </form>
  )
}
