/** The form of an entity with a title and a configuration that its type describes, such as an input or an output. */
import { Button, Group, Stack, TextInput } from '@mantine/core'
import type { ReactNode, SubmitEventHandler } from 'react'
import { statusText } from '../../api/api-error.ts'
import { useText } from '../../base/text/text.tsx'
import { FormErrors, type FormErrorsProps } from '../form/form-errors.tsx'
import { SaveButton } from '../form/save-button.tsx'
import { ConfigurationFields } from './configuration-fields.tsx'
import { configurationErrorsIn, configurationFormName, configurationLabels } from './configuration-form.ts'
import type { ConfiguredFields } from './use-configured-form.ts'

interface ConfiguredFormProps {
  /** For screen readers. */
  readonly label: string
  readonly title: { readonly label: string; readonly description: string | undefined }
  /** From `useConfiguredForm`. */
  readonly fields: ConfiguredFields
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
  const { label, title, fields, labels, failure, save, children } = props
  const { request, configuration, onConfiguration, errors } = fields
  const t = useText()
  return (
    <form onSubmit={props.onSubmit} noValidate aria-label={label}>
      <Stack gap="md">
        <TextInput data-autofocus required autoComplete="off" {...title} {...fields.titleInput} />
        {children}
        <ConfigurationFields
          request={request}
          values={configuration}
          errors={configurationErrorsIn(errors)}
          onChange={(name, value) => onConfiguration({ ...configuration, [name]: value }, configurationFormName(name))}
        />
        <FormErrors
          errors={errors}
          labels={{ title: title.label, ...labels, ...configurationLabels(request) }}
          general={failure.error === null ? undefined : { title: failure.title, text: statusText(failure.error) }}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={props.onCancel}>
            {t('ui.cancel')}
          </Button>
          <SaveButton label={save.label} isSaving={save.isSaving} />
        </Group>
      </Stack>
    </form>
  )
}
