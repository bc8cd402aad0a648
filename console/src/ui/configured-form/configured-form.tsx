/** The form of an entity with a title and a configuration that its type describes, such as an input or an output. */
import type { ConfigRequest } from '@logyard/contract/configured/configuration'
import { fieldsOf } from '@logyard/contract/configured/fields-of'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type ReactNode, type SubmitEventHandler, useEffect } from 'react'
import { statusText } from '../../api/api-error.ts'
import { useText } from '../../base/text/text.tsx'
import { Fields } from '../fields/fields.tsx'
import { FormErrors, type FormErrorsProps } from '../form/form-errors.tsx'
import { SaveButton } from '../form/save-button.tsx'
import { useFocusFirstError } from '../form/use-focus-first-error.ts'
import { AdvancedFields } from './advanced-fields.tsx'
import { configurationErrorsIn, configurationLabels } from './configuration-form.ts'
import classes from './configured-form.module.css'
import type { ConfiguredFields } from './use-configured-form.ts'

interface ConfiguredFormProps {
  /** Label for screen readers. */
  readonly label: string
  readonly title: { readonly label: string; readonly description: string | undefined }
  /** Fields from `useConfiguredForm`. */
  readonly fields: ConfiguredFields
  /** Which fields are shown at once, and which are folded; absent: all are shown. */
  readonly sections?: { readonly basic: ConfigRequest; readonly advanced: ConfigRequest }
  /** The configuration field to begin with, instead of the title. */
  readonly focusField?: string | undefined
  /** The labels of the fields in `children`. */
  readonly labels?: FormErrorsProps['labels']
  /** Why saving failed. */
  readonly failure: { readonly title: string; readonly error: Error | null }
  readonly save: { readonly label: string; readonly isSaving: boolean }
  readonly onSubmit: SubmitEventHandler<HTMLFormElement>
  readonly onCancel: () => void
  /** Between the title and the configuration. */
  readonly children?: ReactNode
}

export function ConfiguredForm(props: ConfiguredFormProps) {
  const { label, title, fields, sections, labels, failure, save, focusField, children } = props
  const { request, configuration, onConfiguration, errors } = fields
  const t = useText()
  const { formRef, onSubmit } = useFocusFirstError(props.onSubmit, errors, save.isSaving)
  useEffect(() => {
    // The dialog around the form focuses what carries this mark once it has opened.
    if (focusField !== undefined) {
      formRef.current?.querySelector(`[name="${focusField}"]`)?.setAttribute('data-autofocus', 'true')
    }
  }, [formRef, focusField])
  const values = {
    values: configuration,
    errors: configurationErrorsIn(errors),
    onChange: onConfiguration,
  }
  return (
    <form ref={formRef} onSubmit={onSubmit} noValidate aria-label={label}>
      <Stack gap="md">
        <TextInput
          data-autofocus={focusField === undefined || undefined}
          required
          withAsterisk={false}
          autoComplete="off"
          {...title}
          {...fields.titleInput}
        />
        {children}
        <Fields fields={fieldsOf(sections?.basic ?? request)} {...values} />
        {sections !== undefined && Object.keys(sections.advanced).length > 0 && (
          <AdvancedFields fields={fieldsOf(sections.advanced)} {...values} />
        )}
      </Stack>
      <div className={classes['footer']}>
        <FormErrors
          // A single error stands at its field, which has the focus.
          errors={Object.keys(errors).length > 1 ? errors : {}}
          labels={{ title: title.label, ...labels, ...configurationLabels(request) }}
          general={failure.error === null ? undefined : { title: failure.title, text: statusText(failure.error) }}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={props.onCancel}>
            {t('ui.cancel')}
          </Button>
          <SaveButton label={save.label} isSaving={save.isSaving} />
        </Group>
      </div>
    </form>
  )
}
