import { listLookupTables } from '@logyard/contract/lookup/lookup-tables'
import { Select } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Call } from '../api/api-client.ts'
import { useCall } from '../base/services/services.tsx'
import { naturally } from '../base/text/natural-order.ts'
import { useText } from '../base/text/text.tsx'
import { LOOKUP_KEY } from './lookup-key.ts'

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

/** The names and titles of all lookup tables. */
export const lookupTableNamesQuery = (call: Call) =>
  queryOptions({
    queryKey: [...LOOKUP_KEY, 'tables', 'names'],
    queryFn: async ({ signal }) => {
      const query = { page: 1, per_page: 0, sort: 'title', order: 'asc' }
      const { lookup_tables: tables } = await call(listLookupTables, { query, signal })
      return tables.map(({ name, title }) => ({ name, title }))
    },
    retry: false,
  })
