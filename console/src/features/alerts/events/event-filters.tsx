import { NativeSelect, SegmentedControl } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { StreamPill } from '../../../query/stream-picker/stream-pill.tsx'
import type { Interval } from '../../../query/time-range/time-range.ts'
import { TimeRangePicker } from '../../../query/time-range/time-range-picker.tsx'
import type { EventSearchState } from './event-search-state.ts'
import { kindsNamed } from './remembered-search.ts'

export interface DefinitionChoice {
  readonly id: string
  readonly title: string
}

interface EventFiltersProps {
  readonly search: EventSearchState
  readonly definitions: readonly DefinitionChoice[]
  /** The interval of the latest search. */
  readonly effective: Interval | undefined
}

export function EventFilters({ search, definitions, effective }: EventFiltersProps) {
  const t = useText()
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label={t('alerts.kinds')}
        data={(['only', 'exclude', 'include'] as const).map((value) => ({ value, label: t(`alerts.kinds.${value}`) }))}
        value={search.kinds}
        onChange={(value) => search.setKinds(kindsNamed(value) ?? 'only')}
      />
      <TimeRangePicker range={search.range} effective={effective} onPick={search.setRange} />
      <StreamPill streams={search.streams} onChange={search.setStreams} />
      <DefinitionFilter
        definitions={definitions}
        chosen={search.definition}
        onChange={(id) => search.list.filter('definition', id)}
      />
    </>
  )
}

interface DefinitionFilterProps {
  readonly definitions: readonly DefinitionChoice[]
  readonly chosen: string | undefined
  readonly onChange: (id: string | undefined) => void
}

export function DefinitionFilter({ definitions, chosen, onChange }: DefinitionFilterProps) {
  const t = useText()
  const known = definitions.map(({ id, title }) => ({ value: id, label: title }))
  // A link may name a definition that was deleted.
  const isMissing = chosen !== undefined && !known.some(({ value }) => value === chosen)
  return (
    <NativeSelect
      size="xs"
      maw={220}
      aria-label={t('alerts.definition')}
      value={chosen ?? ''}
      onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
    >
      <option value="">{t('alerts.definition.all')}</option>
      {[...known, ...(isMissing ? [{ value: chosen, label: chosen }] : [])].map(({ value, label }) => (
        <option key={value} value={value} translate="no">
          {label}
        </option>
      ))}
    </NativeSelect>
  )
}
