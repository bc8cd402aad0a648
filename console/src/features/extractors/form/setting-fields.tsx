/** The form fields of an extractor's or a converter's settings. */
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useMemo } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { LookupTableSelect } from '../../../lookup-tables/lookup-table-select.tsx'
import { grokPatternsQuery } from '../../../parsing/grok-patterns-query.ts'
import type { GrokError } from '../../../parsing/grok-run/grok-task.ts'
import { PatternInput } from '../../../parsing/pattern-input/pattern-input.tsx'
import { GrokPatternField } from '../../../parsing/pattern-picker/grok-pattern-field.tsx'
import type { EditorProps, FieldEditors } from '../../../ui/fields/field-props.ts'
import { textOf } from '../../../ui/fields/field-values.ts'
import { OwnFields } from '../../../ui/fields/own-fields.tsx'
import type { Group } from '../../../ui/form/field-groups.ts'
import type { Setting } from '../model/extractor-settings.ts'

interface SettingFieldsProps extends Group {
  readonly settings: readonly Setting[]
}

/** Where the grok pattern of the form is wrong. */
export const GrokProblem = createContext<GrokError | undefined>(undefined)

export const SettingFields = ({ settings, ...group }: SettingFieldsProps) => (
  <OwnFields fields={settings} editors={EDITORS} {...group} />
)

function GrokField({ field, label, value, error, onValue }: EditorProps<'grok'>) {
  const patterns = useQuery(grokPatternsQuery(useCall()))
  const problem = useContext(GrokProblem)
  const problems = useMemo(() => (problem === undefined ? [] : [{ ...problem, severity: 'error' as const }]), [problem])
  return (
    <GrokPatternField
      label={field.label}
      heading={label}
      isRequired
      value={textOf(value)}
      error={error}
      problems={problems}
      onChange={onValue}
      patterns={patterns.data}
    />
  )
}

const EDITORS: FieldEditors = {
  grok: GrokField,
  regex: ({ field, label, description, value, error, onValue }) => (
    <PatternInput
      language="regex"
      label={field.label}
      heading={label}
      description={description}
      isRequired
      placeholder={field.placeholder ?? ''}
      value={textOf(value)}
      error={error}
      onChange={onValue}
    />
  ),
  lookup_table: ({ label, value, error, onValue }) => (
    <LookupTableSelect label={label} isRequired value={textOf(value)} error={error} onChange={onValue} />
  ),
}
