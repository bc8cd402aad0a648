/** The form fields of an extractor's or a converter's settings. */
import { Checkbox, NumberInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { LookupTableSelect } from '../../../cluster/lookup-table-select.tsx'
import { grokPatternsQuery } from '../../../parsing/grok-patterns-query.ts'
import type { GrokError } from '../../../parsing/grok-run/grok-task.ts'
import { PatternInput } from '../../../parsing/pattern-input/pattern-input.tsx'
import { GrokPatternField } from '../../../parsing/pattern-picker/grok-pattern-field.tsx'
import type { Setting, SettingValue } from '../model/extractor-settings.ts'
import type { SettingValues } from '../model/setting-values.ts'

interface SettingFieldsProps {
  readonly settings: readonly Setting[]
  readonly values: SettingValues
  readonly errorOf: (name: string) => ReactNode
  /** Where the grok pattern is wrong. */
  readonly grokProblem?: GrokError | undefined
  readonly onChange: (name: string, value: SettingValue) => void
}

export function SettingFields({ settings, values, errorOf, grokProblem, onChange }: SettingFieldsProps) {
  return settings.map((setting) => (
    <SettingField
      key={setting.name}
      setting={setting}
      value={values[setting.name] ?? setting.initial}
      error={errorOf(setting.name)}
      grokProblem={grokProblem}
      isDisabled={'enabledBy' in setting && setting.enabledBy !== undefined && values[setting.enabledBy] !== true}
      onChange={(value) => onChange(setting.name, value)}
    />
  ))
}

interface SettingFieldProps {
  readonly setting: Setting
  readonly value: SettingValue
  readonly error: ReactNode
  readonly grokProblem: GrokError | undefined
  readonly isDisabled: boolean
  readonly onChange: (value: SettingValue) => void
}

function SettingField({ setting, value, error, grokProblem, isDisabled, onChange }: SettingFieldProps) {
  const t = useText()
  const label = t(setting.label)
  const help = setting.help === undefined ? {} : { description: t(setting.help) }
  switch (setting.kind) {
    case 'flag':
      return (
        <Checkbox
          label={label}
          {...help}
          checked={value === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      )
    case 'number':
      return (
        <NumberInput
          label={label}
          {...help}
          required
          allowDecimal={false}
          min={setting.min}
          value={typeof value === 'number' ? value : ''}
          error={error}
          onChange={onChange}
        />
      )
    case 'grok':
      return <GrokField label={label} value={String(value)} error={error} problem={grokProblem} onChange={onChange} />
    case 'regex':
      return (
        <PatternInput
          language="regex"
          label={label}
          {...help}
          isRequired
          placeholder={setting.placeholder ?? ''}
          value={String(value)}
          error={error}
          onChange={onChange}
        />
      )
    case 'table':
      return <LookupTableSelect label={label} isRequired value={String(value)} error={error} onChange={onChange} />
    case 'text':
      return (
        <TextInput
          label={label}
          {...help}
          required={setting.isRequired === true}
          disabled={isDisabled}
          autoComplete="off"
          spellCheck={false}
          translate="no"
          placeholder={setting.placeholder ?? ''}
          value={String(value)}
          error={error}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )
    default:
      return setting satisfies never
  }
}

interface GrokFieldProps {
  readonly label: string
  readonly value: string
  readonly error: ReactNode
  readonly problem: GrokError | undefined
  readonly onChange: (value: string) => void
}

function GrokField({ label, value, error, problem, onChange }: GrokFieldProps) {
  const patterns = useQuery(grokPatternsQuery(useCall()))
  const problems = useMemo(() => (problem === undefined ? [] : [{ ...problem, severity: 'error' as const }]), [problem])
  return (
    <GrokPatternField
      label={label}
      isRequired
      value={value}
      error={error}
      problems={problems}
      onChange={onChange}
      patterns={patterns.data}
    />
  )
}
