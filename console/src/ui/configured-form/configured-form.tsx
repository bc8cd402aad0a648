/** The form of an entity with a title and a configuration that its type describes, such as an input or an output. */
import type { ConfigRequest } from '@logyard/contract/configured/configuration'
import { fieldsOf } from '@logyard/contract/configured/fields-of'
import { TextInput, type TextInputProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Fields } from '../fields/fields.tsx'
import { EntityForm } from '../form/entity-form.tsx'
import type { EntityForm as Form } from '../form/use-entity-form.ts'
import { AdvancedFields } from './advanced-fields.tsx'
import type { ConfiguredValues } from './use-configured-form.ts'

interface ConfiguredFormProps<Values extends ConfiguredValues> {
  /** From `useConfiguredForm`. */
  readonly form: Form<Values>
  readonly request: ConfigRequest
  /** For screen readers. */
  readonly label: string
  /** The props of the title field: its value and its description. */
  readonly title: TextInputProps
  /** Which fields are shown at once, and which are folded; absent: all are shown. */
  readonly sections?: { readonly basic: ConfigRequest; readonly advanced: ConfigRequest }
  /** The configuration field to begin with, instead of the title. */
  readonly focusField?: string | undefined
  /** Between the title and the configuration. */
  readonly children?: ReactNode
}

export function ConfiguredForm<Values extends ConfiguredValues>(props: ConfiguredFormProps<Values>) {
  const { form, request, label, title, sections, focusField, children } = props
  const configuration = { ...form.group('configuration'), focus: focusField }
  return (
    <EntityForm form={form} label={label}>
      <TextInput
        data-autofocus={focusField === undefined || undefined}
        required
        autoComplete="off"
        label={form.labels['title']}
        {...title}
      />
      {children}
      <Fields fields={fieldsOf(sections?.basic ?? request)} {...configuration} />
      {sections !== undefined && Object.keys(sections.advanced).length > 0 && (
        <AdvancedFields fields={fieldsOf(sections.advanced)} {...configuration} />
      )}
    </EntityForm>
  )
}
