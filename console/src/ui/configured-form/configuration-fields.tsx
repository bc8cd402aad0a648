/** The fields of a configuration request as a form: inputs, outputs, notifications and codecs describe theirs so. */
import type { ConfigField, ConfigRequest } from '@logyard/contract/configured/configuration'
import { Checkbox, MultiSelect, NumberInput, Select, Stack, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../base/text/text.tsx'
import { PasswordField } from '../form/password-field.tsx'
import { type ConfigurationValue, type ConfigurationValues, isPassword, orderedFields } from './configuration-values.ts'

export interface ConfigurationFieldsProps {
  readonly request: ConfigRequest
  readonly values: ConfigurationValues
  /** By field name, in words. */
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

function ConfigurationField({ name, field, value, error, onChange }: FieldProps) {
  const t = useText()
  const { type, human_name, description, is_optional, additional_info, attributes } = field
  const common = {
    name,
    label: <FieldLabel name={human_name} isOptional={is_optional && type !== 'boolean'} />,
    description: description === null || description === '' ? undefined : <span translate="no">{description}</span>,
    error,
    required: !is_optional,
  }
  const options = Object.entries(additional_info.values ?? {}).map(([key, label]) => ({ value: key, label }))
  const list = Array.isArray(value) ? value.map(String) : []
  const untranslatedOptions = { dropdown: { translate: 'no' as const } }
  switch (type) {
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
      return (
        <Select
          {...common}
          attributes={untranslatedOptions}
          placeholder={t('ui.config.select', { name: human_name })}
          data={options}
          value={typeof value === 'string' && value !== '' ? value : null}
          onChange={(next) => onChange(next)}
          allowDeselect={false}
        />
      )
    case 'list':
      return attributes.includes('allow_create') ? (
        <TagsInput
          {...common}
          attributes={untranslatedOptions}
          placeholder={t('ui.config.add', { name: human_name })}
          data={options.map((option) => option.value)}
          value={list}
          onChange={onChange}
        />
      ) : (
        <MultiSelect
          {...common}
          attributes={untranslatedOptions}
          placeholder={t('ui.config.select', { name: human_name })}
          data={options}
          value={list}
          onChange={onChange}
        />
      )
    case 'text': {
      const text = { ...common, value: typeof value === 'string' ? value : '', autoComplete: 'off' }
      if (isPassword(field))
        return (
          <PasswordField
            {...text}
            autoComplete="new-password"
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )
      if (attributes.includes('textarea'))
        return <Textarea {...text} rows={10} onChange={(event) => onChange(event.currentTarget.value)} />
      return <TextInput {...text} onChange={(event) => onChange(event.currentTarget.value)} />
    }
    default:
      return type satisfies never
  }
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
