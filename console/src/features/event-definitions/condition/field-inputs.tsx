import type { FieldCoverage } from '@logyard/contract/search/field-insights'
import { Autocomplete, TagsInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { fieldsOfQuery } from '../../../query/fields/field-queries.ts'
import { groupFields } from './group-fields.ts'

interface GroupByFieldProps {
  readonly label: string
  readonly description?: string
  readonly streams: readonly string[]
  /** Which fields the matching messages have: only these are offered then. */
  readonly coverage?: FieldCoverage | undefined
  readonly value: readonly string[]
  readonly error?: string | undefined
  readonly onChange: (fields: readonly string[]) => void
}

/** Names of fields, from those that the messages have or typed. */
export function GroupByField(props: GroupByFieldProps) {
  const { label, description, streams, coverage, value, error, onChange } = props
  const t = useText()
  const { formatNumber } = useIntl()
  const { data = [] } = useQuery(fieldsOfQuery(useCall(), streams))
  const notes =
    coverage === undefined || coverage.looked_at === 0
      ? new Map(data.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ name, type }) => [name, type.type]))
      : new Map(groupFields(coverage).map(({ field, share }) => [field, formatNumber(share, { style: 'percent' })]))
  return (
    <TagsInput
      label={label}
      description={description}
      placeholder={value.length === 0 ? t('definitions.fields.choose') : ''}
      data={[...notes.keys()]}
      limit={100}
      value={[...value]}
      error={error}
      acceptValueOnBlur
      renderOption={({ option }) => (
        <span translate="no">
          {option.value} – {notes.get(option.value)}
        </span>
      )}
      attributes={{ dropdown: { translate: 'no' }, pillsList: { translate: 'no' } }}
      onChange={onChange}
    />
  )
}

interface FieldInputProps {
  readonly label: string
  readonly isRequired?: boolean
  readonly streams: readonly string[]
  readonly value: string
  readonly error?: string | undefined
  readonly onChange: (field: string) => void
}

/** The name of a field, from those that the messages have or typed. */
export function FieldInput({ label, isRequired = false, streams, value, error, onChange }: FieldInputProps) {
  const { data = [] } = useQuery(fieldsOfQuery(useCall(), streams))
  return (
    <Autocomplete
      label={label}
      required={isRequired}
      autoComplete="off"
      spellCheck={false}
      limit={50}
      data={data.map(({ name }) => name).toSorted()}
      attributes={{ dropdown: { translate: 'no' } }}
      translate="no"
      value={value}
      error={error}
      onChange={onChange}
    />
  )
}
