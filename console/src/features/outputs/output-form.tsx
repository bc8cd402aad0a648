import type { AvailableOutput, OutputSummary } from '@logyard/contract/outputs'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect } from 'react'
import { statusText } from '../../api/api-error.ts'
import { useText } from '../../app/text/text.tsx'
import { apiFieldErrors } from '../../ui/api-field-errors.ts'
import { ConfigurationFields } from '../../ui/configuration-fields.tsx'
import {
  type ConfigurationValues,
  configurationProblems,
  configurationToSend,
  initialConfiguration,
} from '../../ui/configuration-values.ts'
import { FormErrors } from '../../ui/form-errors.tsx'
import { SaveButton } from '../../ui/save-button.tsx'
import { useAssignOutput, useCreateOutput, useUpdateOutput } from './output-actions.ts'

export interface OutputFormProps {
  readonly type: AvailableOutput
  /** Absent: a new one. */
  readonly output: OutputSummary | undefined
  /** A new one is given to it at once. */
  readonly streamId: string | undefined
  readonly onDirty: (isDirty: boolean) => void
  readonly onSaved: () => void
  readonly onCancel: () => void
}

interface OutputValues {
  readonly title: string
  readonly configuration: ConfigurationValues
}

/** The form's names of configuration fields stand apart from its own. */
const CONFIGURATION = 'configuration.'

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
      ...Object.fromEntries(
        Object.entries(configurationProblems(request, configuration)).map(([name, problem]) => [
          CONFIGURATION + name,
          t(problem.text, problem.values),
        ]),
      ),
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
      form.setErrors(fieldErrors(cause, Object.keys(request)))
    }
  })
  const configurationErrors = Object.entries(form.errors)
    .filter(([name]) => name.startsWith(CONFIGURATION))
    .map(([name, error]) => [name.slice(CONFIGURATION.length), error])
  const labels = Object.entries(request).map(([name, field]) => [CONFIGURATION + name, field.human_name])
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
          errors={Object.fromEntries(configurationErrors)}
          onChange={(name, value) => {
            form.setFieldValue('configuration', { ...form.values.configuration, [name]: value })
            form.clearFieldError(CONFIGURATION + name)
          }}
        />
        <FormErrors
          errors={form.errors}
          labels={{ title: t('outputs.form.title'), ...Object.fromEntries(labels) }}
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

/** What the server says of fields, under the form's names. */
function fieldErrors(cause: unknown, configured: readonly string[]) {
  const errors = Object.entries(apiFieldErrors(cause) ?? {})
  return Object.fromEntries(
    errors.map(([name, error]) => [configured.includes(name) ? CONFIGURATION + name : name, error]),
  )
}
