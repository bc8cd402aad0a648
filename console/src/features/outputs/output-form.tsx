import type { AvailableOutput, OutputSummary } from '@logyard/contract/outputs/outputs'
import { useText } from '../../base/text/text.tsx'
import { initialConfiguration } from '../../ui/configured-form/configuration-values.ts'
import { ConfiguredForm } from '../../ui/configured-form/configured-form.tsx'
import { useConfiguredForm } from '../../ui/configured-form/use-configured-form.ts'
import type { DialogForm } from '../../ui/form/form-dialog.tsx'
import { useAssignOutput, useCreateOutput, useUpdateOutput } from './output-actions.ts'

export interface OutputFormProps extends DialogForm {
  readonly type: AvailableOutput
  /** Absent for a new output. */
  readonly output: OutputSummary | undefined
  /** A new output is assigned to this stream. */
  readonly streamId: string | undefined
}

/** An output's title, and the configuration that its type defines. */
export function OutputForm({ type, output, streamId, onDirty, onSaved, onCancel }: OutputFormProps) {
  const t = useText()
  const { requested_configuration: request } = type
  const create = useCreateOutput()
  const update = useUpdateOutput(output?.id ?? '')
  const assign = useAssignOutput(streamId ?? '')
  const save = output === undefined ? create : update
  const { form, fields, toSend, refused } = useConfiguredForm({
    request,
    initialValues: {
      title: output?.title ?? '',
      configuration: initialConfiguration(request, output?.configuration),
    },
    titleRequired: t('outputs.form.titleRequired'),
    onDirty,
  })

  const submit = form.onSubmit(async (values) => {
    try {
      const { id } = await save.mutateAsync({ ...toSend(values), type: type.type })
      // If only the assignment fails, the output exists: the toast says so, and the list offers to assign it.
      if (output === undefined && streamId !== undefined) await assign.mutateAsync(id).catch(() => undefined)
      onSaved()
    } catch (cause) {
      refused(cause)
    }
  })
  const savesAs = output !== undefined ? 'update' : streamId === undefined ? 'create' : 'assign'
  return (
    <ConfiguredForm
      label={t('outputs.form')}
      title={{
        label: t('outputs.form.title'),
        description: output === undefined ? t('outputs.form.title.help') : undefined,
      }}
      fields={fields}
      failure={{
        title: t(output === undefined ? 'outputs.toast.create.failed.title' : 'outputs.toast.update.failed.title'),
        error: save.error,
      }}
      save={{ label: t(`outputs.form.save.${savesAs}`), isSaving: save.isPending || assign.isPending }}
      onSubmit={submit}
      onCancel={onCancel}
    />
  )
}
