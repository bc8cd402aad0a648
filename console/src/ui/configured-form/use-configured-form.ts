/** The state of a form with a title and a configuration that the type describes, and of what else the entity has. */
import type { ConfigRequest } from '@logyard/contract/configured/configuration'
import { useForm } from '@mantine/form'
import { type ReactNode, useEffect } from 'react'
import { useText } from '../../base/text/text.tsx'
import type { FieldValues } from '../fields/field-values.ts'
import { configurationErrors, configurationFormName, refusedFields } from './configuration-form.ts'
import { configurationToSend } from './configuration-values.ts'

export interface ConfiguredValues {
  readonly title: string
  readonly configuration: FieldValues
}

interface ConfiguredFormOptions<Values extends ConfiguredValues> {
  readonly request: ConfigRequest
  readonly initialValues: Values
  /** The error of an empty title. */
  readonly titleRequired: string
  /** Checks the entity's other fields. */
  readonly validate?: (values: Values) => Readonly<Record<string, ReactNode>>
  readonly onDirty: (isDirty: boolean) => void
}

export function useConfiguredForm<Values extends ConfiguredValues>({
  request,
  initialValues,
  titleRequired,
  validate,
  onDirty,
}: ConfiguredFormOptions<Values>) {
  const t = useText()
  const form = useForm<Values>({
    initialValues,
    validate: (values) => ({
      ...(values.title.trim() === '' ? { title: titleRequired } : {}),
      ...validate?.(values),
      ...configurationErrors(request, values.configuration, t),
    }),
  })
  const isDirty = form.isDirty()
  useEffect(() => onDirty(isDirty), [onDirty, isDirty])
  return {
    form,
    /** Title and configuration as the API takes them. */
    toSend: ({ title, configuration }: ConfiguredValues) => ({
      title: title.trim(),
      configuration: configurationToSend(request, configuration),
    }),
    /** Shows the server's refusal at the fields that it names. */
    refused: (cause: unknown) => form.setErrors(refusedFields(cause, request)),
    /** For `ConfiguredForm`. */
    fields: {
      request,
      titleInput: form.getInputProps('title'),
      configuration: form.values.configuration,
      onConfiguration(change: FieldValues) {
        form.setValues((old) => ({ ...old, configuration: { ...old.configuration, ...change } }))
        for (const name of Object.keys(change)) form.clearFieldError(configurationFormName(name))
      },
      errors: form.errors,
    },
  }
}
export type ConfiguredFields = ReturnType<typeof useConfiguredForm>['fields']
