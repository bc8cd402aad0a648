import { Autocomplete } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../../base/text/text.tsx'

interface FieldInputProps {
  readonly label: string
  readonly value: string
  /** The fields that messages have. */
  readonly fields: readonly string[]
  readonly error: ReactNode
  readonly onChange: (value: string) => void
}

export function FieldInput({ label, value, fields, error, onChange }: FieldInputProps) {
  const t = useText()
  return (
    <Autocomplete
      aria-label={label}
      placeholder={t('pipelines.simple.field')}
      autoComplete="off"
      attributes={{ dropdown: { translate: 'no' } }}
      limit={50}
      data={[...fields]}
      error={error}
      value={value}
      onChange={onChange}
    />
  )
}
