/** The form fields of a configuration that the server describes, such as that of an input type. */
import type { ConfigField, ConfigRequest } from '@logyard/contract/configured/configuration'
import { Checkbox, MultiSelect, NumberInput, Select, Stack, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { ChangeEvent, ReactNode } from 'react'
import { useText } from '../../base/text/text.tsx'
import { PasswordField } from '../form/password-field.tsx'
import { type ConfigurationValue, type ConfigurationValues, isPassword, orderedFields } from './configuration-values.ts'

export interface ConfigurationFieldsProps {
  readonly request: ConfigRequest
  readonly values: ConfigurationValues
  /** By field name. */
  readonly errors: Readonly<Record<string, ReactNode>>
  readonly onChange: (name: string, value: ConfigurationValue) => void
}

export function ConfigurationFields({ request, values, errors, onChange }: ConfigurationFieldsProps) {
  return (
    <Stack gap="md">
      {orderedFields(request).map(({ name, field }) => (
        <ConfigurationField
          key={name}
          name={name}
          field={field}
          value={values[name] ?? null}
          error={errors[name]}
          onChange={(value) => onChange(name, value)}
        />
      ))}
    </Stack>
  )
}

interface FieldProps {
  readonly name: string
  readonly field: ConfigField
  readonly value: ConfigurationValue
  readonly error: ReactNode
  readonly onChange: (value: ConfigurationValue) => void
}

function ConfigurationField(props: FieldProps) {
  const { value, field, onChange } = props
  const common = commonProps(props)
  switch (field.type) {
    case 'boolean':
      return (
        <Checkbox
          {...common}
          required={false}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )
    case 'number':
      return (
        <NumberInput
          {...common}
          allowDecimal={false}
          value={typeof value === 'number' ? value : ''}
          onChange={(next) => onChange(typeof next === 'number' ? next : null)}
        />
      )
    case 'dropdown':
      return <DropdownField {...props} />
    case 'list':
      return <ListField {...props} />
    case 'text':
      return <TextField {...props} />
    default:
      return field.type satisfies never
  }
}

function commonProps({ name, field, error }: FieldProps) {
  const { type, human_name, description, is_optional } = field
  return {
    name,
    label: <FieldLabel name={human_name} isOptional={is_optional && type !== 'boolean'} />,
    description: description === null || description === '' ? undefined : <span translate="no">{description}</span>,
    error,
    required: !is_optional,
  }
}

const UNTRANSLATED_OPTIONS = { dropdown: { translate: 'no' as const } }

const optionsOf = ({ additional_info }: ConfigField) =>
  Object.entries(additional_info.values ?? {}).map(([key, label]) => ({ value: key, label }))

function DropdownField(props: FieldProps) {
  const { field, value, onChange } = props
  const t = useText()
  return (
    <Select
      {...commonProps(props)}
      attributes={UNTRANSLATED_OPTIONS}
      placeholder={t('ui.config.select', { name: field.human_name })}
      data={optionsOf(field)}
      value={typeof value === 'string' && value !== '' ? value : null}
      onChange={(next) => onChange(next)}
      allowDeselect={false}
    />
  )
}

function ListField(props: FieldProps) {
  const { field, value, onChange } = props
  const t = useText()
  const common = {
    ...commonProps(props),
    attributes: UNTRANSLATED_OPTIONS,
    value: Array.isArray(value) ? value.map(String) : [],
    onChange,
  }
  const name = field.human_name
  const options = optionsOf(field)
  return field.attributes.includes('allow_create') ? (
    <TagsInput {...common} placeholder={t('ui.config.add', { name })} data={options.map((option) => option.value)} />
  ) : (
    <MultiSelect {...common} placeholder={t('ui.config.select', { name })} data={options} />
  )
}

function TextField(props: FieldProps) {
  const { field, value, onChange } = props
  const text = {
    ...commonProps(props),
    value: typeof value === 'string' ? value : '',
    autoComplete: 'off',
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(event.currentTarget.value),
  }
  if (isPassword(field)) return <PasswordField {...text} autoComplete="new-password" />
  return field.attributes.includes('textarea') ? <Textarea {...text} rows={10} /> : <TextInput {...text} />
}

function FieldLabel({ name, isOptional }: { name: string; isOptional: boolean }) {
  const t = useText()
  return (
    <>
      <span translate="no">{name}</span>
      {isOptional && <> {t('ui.config.optional')}</>}
    </>
  )
}
