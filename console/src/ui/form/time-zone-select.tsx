import { Select } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { useText } from '../../base/text/text.tsx'

export interface TimeZoneSelectProps {
  /** Absent: the label is the text `ui.timeZone`, as optional. */
  readonly label?: ReactNode
  readonly description: ReactNode
  readonly error?: ReactNode
  /** Empty for the default. */
  readonly value: string
  readonly onChange: (zone: string) => void
}

/** `Europe/Berlin` is listed as `Berlin` under `Europe`; zones without an area are listed by their own name. */
function groupZones(zones: Iterable<string>) {
  const groups = Map.groupBy(new Set(zones), (zone) => zone.split('/')[0] ?? zone)
  return [...groups].map(([group, items]) => ({
    group,
    items: items.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
  }))
}

export function TimeZoneSelect({ label, description, error, value, onChange }: TimeZoneSelectProps) {
  const t = useText()
  const data = useMemo(() => {
    const known = ['UTC', ...Intl.supportedValuesOf('timeZone')]
    // Also lists a stored zone that this browser does not know, so that it does not look unset.
    return groupZones(value === '' ? known : [...known, value])
  }, [value])
  return (
    <Select
      label={label ?? t('ui.optional', { label: t('ui.timeZone') })}
      description={description}
      placeholder={t('ui.timeZone.placeholder')}
      nothingFoundMessage={t('ui.timeZone.none')}
      error={error}
      data={data}
      value={value === '' ? null : value}
      onChange={(zone) => onChange(zone ?? '')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('ui.timeZone.clear') }}
      attributes={{ dropdown: { translate: 'no' }, input: { translate: 'no' } }}
      maw={420}
    />
  )
}
