import type { AvailableOutput, OutputSummary } from '@logyard/contract/outputs/outputs'
import { useForm } from '@mantine/form'
import { useEffect } from 'react'
import { statusText } from '../../api/api-error.ts'
import { useText } from '../../base/text/text.tsx'
import { configurationErrors, refusedFields } from '../../ui/configured-form/configuration-form.ts'
import {
  type ConfigurationValues,
  configurationToSend,
  initialConfiguration,
} from '../../ui/configured-form/configuration-values.ts'
import { ConfiguredForm } from '../../ui/configured-form/configured-form.tsx'
import type { DialogForm } from '../../ui/form/form-dialog.tsx'
import { useAssignOutput, useCreateOutput, useUpdateOutput } from './output-actions.ts'

export interface OutputFormProps extends DialogForm {
  readonly type: AvailableOutput
  /** Absent: a new one. */
  readonly output: OutputSummary | undefined
  /** A new one is given to it at once. */
  readonly streamId: string | undefined
}

interface OutputValues {
  readonly title: string
  readonly configuration: ConfigurationValues
}

/** What an output is called, and what its type lets one configure. */
export function OutputForm({ type, output, streamId, onDirty, onSaved, onCancel }: OutputFormProps) {
  const t = useText()
  const { requested_configuration: request } = type
  const create = useCreateOutput()
  const update = useUpdateOutput(output?.id ?? '')
  const assign = useAssignOutput(streamId ?? '')
  const save = output === undefined ? create : update
  const form = useForm<OutputValues>({
    initialValues: {
      title: output?.title ?? '',
      configuration: initialConfiguration(request, output?.configuration),
    },
    validate: ({ title, configuration }) => ({
      ...(title.trim() === '' ? { title: t('outputs.form.titleRequired') } : {}),
      ...configurationErrors(request, configuration, t),
    }),
  })
  const isDirty = form.isDirty()
  useEffect(() => onDirty(isDirty), [onDirty, isDirty])

  const submit = form.onSubmit(async ({ title, configuration }) => {
    const draft = { title: title.trim(), type: type.type, configuration: configurationToSend(request, configuration) }
    try {
      const { id } = await save.mutateAsync(draft)
      // The output is there even if the stream did not get it: the toast says so, and the list offers it.
      if (output === undefined && streamId !== undefined) await assign.mutateAsync(id).catch(() => undefined)
      onSaved()
    } catch (cause) {
      form.setErrors(refusedFields(cause, request))
    }
  })
  const savesAs = output !== undefined ? 'update' : streamId === undefined ? 'create' : 'assign'
  return (
    <ConfiguredForm
      label={t('outputs.form')}
      title={{
        label: t('outputs.form.title'),
        description: output === undefined ? t('outputs.form.title.help') : undefined,
        ...form.getInputProps('title'),
      }}
      request={request}
      configuration={form.values.configuration}
      onConfiguration={(values, changed) => {
        form.setFieldValue('configuration', values)
        form.clearFieldError(changed)
      }}
      errors={form.errors}
      failure={
        save.error === null
          ? undefined
          : {
              title: t(output === undefined ? 'outputs.toast.createFailed.title' : 'outputs.toast.updateFailed.title'),
              text: statusText(save.error),
            }
      }
      save={{ label: t(`outputs.form.save.${savesAs}`), isSaving: save.isPending || assign.isPending }}
      onSubmit={submit}
      onCancel={onCancel}
    />
  )
}
