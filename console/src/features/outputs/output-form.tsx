import type { AvailableOutput, OutputSummary } from '@logyard/contract/outputs'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect } from 'react'
import { statusText } from '../../api/api-error.ts'
import { useText } from '../../app/text/text.tsx'
import { ConfigurationFields } from '../../ui/configuration-fields.tsx'
import {
  configurationErrors,
  configurationErrorsIn,
  configurationFormName,
  configurationLabels,
  refusedFields,
} from '../../ui/configuration-form.ts'
import { type ConfigurationValues, configurationToSend, initialConfiguration } from '../../ui/configuration-values.ts'
import type { DialogForm } from '../../ui/form-dialog.tsx'
import { FormErrors } from '../../ui/form-errors.tsx'
import { SaveButton } from '../../ui/save-button.tsx'
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
    <form onSubmit={submit} noValidate aria-label={t('outputs.form')}>
      <Stack gap="md">
        <TextInput
          data-autofocus
          label={t('outputs.form.title')}
          description={output === undefined ? t('outputs.form.title.help') : undefined}
          required
          autoComplete="off"
          {...form.getInputProps('title')}
        />
        <ConfigurationFields
          request={request}
          values={form.values.configuration}
          errors={configurationErrorsIn(form.errors)}
          onChange={(name, value) => {
            form.setFieldValue('configuration', { ...form.values.configuration, [name]: value })
            form.clearFieldError(configurationFormName(name))
          }}
        />
        <FormErrors
          errors={form.errors}
          labels={{ title: t('outputs.form.title'), ...configurationLabels(request) }}
          general={
            save.error === null
              ? undefined
              : {
                  title: t(
                    output === undefined ? 'outputs.toast.createFailed.title' : 'outputs.toast.updateFailed.title',
                  ),
                  text: statusText(save.error),
                }
          }
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            {t('ui.cancel')}
          </Button>
          <SaveButton label={t(`outputs.form.save.${savesAs}`)} isSaving={save.isPending || assign.isPending} />
        </Group>
      </Stack>
    </form>
  )
}
