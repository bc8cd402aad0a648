/** The form of what has a title and a configuration that its type describes: inputs and outputs. */
import type { ConfigRequest } from '@logyard/contract/configured/configuration'
import { Button, Group, Stack, TextInput, type TextInputProps } from '@mantine/core'
import type { ReactNode, SubmitEventHandler } from 'react'
import { useText } from '../../base/text/text.tsx'
import { FormErrors, type FormErrorsProps } from '../form/form-errors.tsx'
import { SaveButton } from '../form/save-button.tsx'
import { ConfigurationFields } from './configuration-fields.tsx'
import { configurationErrorsIn, configurationFormName, configurationLabels } from './configuration-form.ts'
import type { ConfigurationValues } from './configuration-values.ts'

interface ConfiguredFormProps {
  /** For screen readers. */
  readonly label: string
  readonly title: TextInputProps & { readonly label: string }
  readonly request: ConfigRequest
  readonly configuration: ConfigurationValues
  /** `changed` is the name in the form of the field that was changed. */
  readonly onConfiguration: (values: ConfigurationValues, changed: string) => void
  readonly errors: FormErrorsProps['errors']
  /** Of the fields in `children`. */
  readonly labels?: FormErrorsProps['labels']
  /** What the server said that belongs to no field. */
  readonly failure: FormErrorsProps['general']
  readonly save: { readonly label: string; readonly isSaving: boolean }
  readonly onSubmit: SubmitEventHandler<HTMLFormElement>
  readonly onCancel: () => void
  /** Between the title and the configuration. */
  readonly children?: ReactNode
}

export function ConfiguredForm(props: ConfiguredFormProps) {
  const { label, title, request, configuration, onConfiguration, errors, labels, failure, save, children } = props
  const t = useText()
  return (
    <form onSubmit={props.onSubmit} noValidate aria-label={label}>
      <Stack gap="md">
        <TextInput data-autofocus required autoComplete="off" {...title} />
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
          general={failure}
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
