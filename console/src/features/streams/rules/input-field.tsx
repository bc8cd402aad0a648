import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { inputsOfRulesQuery } from '../stream-queries.ts'

interface InputFieldProps {
  /** Replaces the visible label. */
  readonly hiddenLabel?: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: ReactNode
}

/** Picks the input that a rule compares with. */
export function InputField({ hiddenLabel, value, onChange, error }: InputFieldProps) {
  const t = useText()
  const inputs = useQuery(inputsOfRulesQuery(useCall()))
  const data = (inputs.data ?? []).map(({ id, title, name }) => ({ value: id, label: `${title} (${name})` }))
  return (
    <Select
      {...(hiddenLabel === undefined ? { label: t('streams.rule.input') } : { 'aria-label': hiddenLabel })}
      placeholder={t('streams.rule.input.choose')}
      nothingFoundMessage={t('streams.rule.input.none')}
      required
      searchable
      attributes={{ option: { translate: 'no' } }}
      data={data}
      value={value === '' ? null : value}
      onChange={(next) => onChange(next ?? '')}
      error={error}
    />
  )
}
