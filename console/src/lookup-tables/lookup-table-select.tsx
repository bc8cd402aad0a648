import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCall } from '../base/services/services.tsx'
import { naturally } from '../base/text/natural-order.ts'
import { useText } from '../base/text/text.tsx'
import { lookupTableNamesQuery } from './lookup-table-names.ts'

interface LookupTableSelectProps {
  readonly label?: ReactNode
  /** For a select whose label is not shown. */
  readonly 'aria-label'?: string
  readonly isRequired?: boolean
  /** The name of the table, by which rules and extractors refer to it. */
  readonly value: string
  readonly error: ReactNode
  readonly onChange: (name: string) => void
}

/** Selects a lookup table by its title. A table that is gone stays selected, and says so. */
export function LookupTableSelect({ isRequired = false, value, error, onChange, ...labels }: LookupTableSelectProps) {
  const t = useText()
  const { data } = useQuery(lookupTableNamesQuery(useCall()))
  const options = (data ?? [])
    .map(({ name, title }) => ({ value: name, label: title === name ? name : `${title} (${name})` }))
    .toSorted((a, b) => naturally(a.label, b.label))
  const isKnown = options.some((option) => option.value === value)
  const shown =
    value === '' || isKnown
      ? options
      : [{ value, label: data === undefined ? value : t('ui.lookupTable.missing', { name: value }) }, ...options]
  return (
    <Select
      {...labels}
      placeholder={t('ui.lookupTable.select')}
      nothingFoundMessage={<span translate="yes">{t('ui.lookupTable.none')}</span>}
      required={isRequired}
      searchable
      allowDeselect={false}
      attributes={{ dropdown: { translate: 'no' } }}
      data={shown}
      value={value === '' ? null : value}
      error={error}
      onChange={(name) => name !== null && onChange(name)}
    />
  )
}
