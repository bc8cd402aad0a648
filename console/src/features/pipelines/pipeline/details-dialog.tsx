import type { PipelineSource } from '@logyard/contract/pipelines/pipelines'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useText } from '../../../base/text/text.tsx'
import { type DialogForm, FormDialog, type useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { SaveButton } from '../../../ui/form/save-button.tsx'
import { pipelineSource } from '../model/pipeline-source.ts'
import { stagesOf } from '../model/stages-of.ts'
import { useUpdatePipeline } from '../pipeline-actions.ts'

type DetailsDialogProps = Omit<ReturnType<typeof useFormDialog<PipelineSource>>, 'open'>

/** Title and description. A new title is written into the source. */
export function DetailsDialog({ subject, ...dialog }: DetailsDialogProps) {
  const t = useText()
  if (subject === undefined) return null
  return (
    <FormDialog {...dialog} title={t('pipelines.details.edit')} leaveText={t('ui.form.leave.text')}>
      {(form) => <DetailsForm pipeline={subject} {...form} />}
    </FormDialog>
  )
}

function DetailsForm({ pipeline, onDirty, onSaved, onCancel }: DialogForm & { pipeline: PipelineSource }) {
  const t = useText()
  const update = useUpdatePipeline(pipeline.id ?? '')
  const form = useForm({
    initialValues: { title: pipeline.title ?? '', description: pipeline.description ?? '' },
    onValuesChange: () => onDirty(true),
    validate: { title: (title) => (title.trim() === '' ? t('pipelines.form.title.required') : null) },
  })
  // A broken source cannot be written again from its stages.
  const isBroken = pipeline.errors !== null
  const submit = form.onSubmit(({ title, description }) => {
    const isRenamed = title.trim() !== pipeline.title
    const source = isRenamed ? pipelineSource(title.trim(), stagesOf(pipeline)) : pipeline.source
    update.mutate({ description, source }, { onSuccess: onSaved })
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('pipelines.form.title')}
          required
          data-autofocus
          disabled={isBroken}
          autoComplete="off"
          {...form.getInputProps('title')}
        />
        <TextInput label={t('pipelines.form.description')} autoComplete="off" {...form.getInputProps('description')} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            {t('ui.cancel')}
          </Button>
          <SaveButton label={t('pipelines.form.save')} isSaving={update.isPending} />
        </Group>
      </Stack>
    </form>
  )
}
