import { Autocomplete } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { fieldsOfQuery } from '../../../query/fields/field-queries.ts'

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
