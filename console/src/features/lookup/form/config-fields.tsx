/** The form fields of the configuration of a cache or a data adapter. */
import { Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { HeadersField } from '../../../ui/form/headers-field.tsx'
import { SecretField } from '../../../ui/form/secret-field.tsx'
import { WhitelistedUrlInput } from '../../../url-whitelist/whitelisted-url-input.tsx'
import {
  headersOf,
  numberOf,
  periodChange,
  periodOf,
  sentCharacter,
  shownCharacter,
  textOf,
} from '../model/config-values.ts'
import type { Config, NumberSetting, Setting, TextSetting } from '../model/settings.ts'
import { PeriodField } from './period-field.tsx'

interface ConfigFieldsProps {
  readonly settings: readonly Setting[]
  readonly config: Config
  /** By key. */
  readonly errors: Readonly<Record<string, ReactNode>>
  /** Names the URL on the whitelist. */
  readonly title: string
  readonly onChange: (change: Readonly<Record<string, unknown>>) => void
}

export function ConfigFields({ settings, config, errors, title, onChange }: ConfigFieldsProps) {
  return settings.map((setting) => (
    <ConfigField
      key={setting.name}
      setting={setting}
      config={config}
      error={errors[setting.name]}
      title={title}
      onChange={onChange}
    />
  ))
}

interface FieldProps<S extends Setting> extends Pick<ConfigFieldsProps, 'config' | 'title' | 'onChange'> {
  readonly setting: S
  readonly error: ReactNode
}

function ConfigField({ setting, config, error, title, onChange }: FieldProps<Setting>) {
  const t = useText()
  const { name } = setting
  const value = config[name]
  const set = (next: unknown) => onChange({ [name]: next })
  const label = t(setting.label)
  const description = setting.help === undefined ? undefined : t(setting.help)
  switch (setting.kind) {
    case 'text':
      return <TextField setting={setting} config={config} error={error} title={title} onChange={onChange} />
    case 'number':
      return <NumberField setting={setting} config={config} error={error} title={title} onChange={onChange} />
    case 'flag':
      return (
        <Checkbox
          label={label}
          description={description}
          checked={value === true}
          onChange={({ currentTarget }) => set(currentTarget.checked)}
        />
      )
    case 'choice':
      return (
        <NativeSelect
          label={label}
          description={description}
          error={error}
          data={setting.options.map((option) => ({ value: option.value, label: t(option.label) }))}
          value={textOf(value)}
          onChange={({ currentTarget }) => set(currentTarget.value)}
        />
      )
    case 'period': {
      const period = periodOf(config, setting)
      return (
        <PeriodField
          label={label}
          description={description}
          period={period}
          error={error}
          onChange={(next) =>
            onChange(periodChange(setting, next.isOn && !period.isOn ? { ...setting.initial, isOn: true } : next))
          }
        />
      )
    }
    case 'url':
      return (
        <WhitelistedUrlInput
          label={label}
          description={description}
          isRequired
          entryTitle={title}
          {...(setting.placeholderText === undefined ? {} : { placeholderText: setting.placeholderText })}
          value={textOf(value)}
          error={error}
          onChange={set}
        />
      )
    case 'headers':
      return <HeadersField label={label} headers={headersOf(value)} onChange={set} />
    case 'secret':
      return <SecretField label={label} description={description} value={value} error={error} onChange={set} />
    default:
      return setting satisfies never
  }
}

function TextField({ setting, config, error, onChange }: FieldProps<TextSetting>) {
  const t = useText()
  const { name, label, help, isRequired = false, isCharacter = false } = setting
  const stored = textOf(config[name])
  return (
    <TextInput
      label={t(label)}
      description={help === undefined ? undefined : t(help)}
      required={isRequired}
      autoComplete="off"
      spellCheck={false}
      translate="no"
      {...(isCharacter ? { maxLength: 2, styles: { wrapper: { maxWidth: 120 } } } : {})}
      value={isCharacter ? shownCharacter(stored) : stored}
      error={error}
      onChange={({ currentTarget: { value } }) => onChange({ [name]: isCharacter ? sentCharacter(value) : value })}
    />
  )
}

function NumberField({ setting, config, error, onChange }: FieldProps<NumberSetting>) {
  const t = useText()
  const { name, label, help, min, unit, disabledBy } = setting
  const text = t(label)
  return (
    <NumberInput
      label={unit === undefined ? text : t(`lookup.in.${unit}`, { label: text })}
      description={help === undefined ? undefined : t(help)}
      required
      styles={{ wrapper: { maxWidth: 320 } }}
      min={min}
      allowDecimal={false}
      disabled={disabledBy !== undefined && config[disabledBy] === true}
      value={numberOf(config[name]) ?? ''}
      error={error}
      onChange={(next) => onChange({ [name]: next })}
    />
  )
}
