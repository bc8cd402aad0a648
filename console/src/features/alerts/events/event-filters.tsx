import { SegmentedControl } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { StreamPill } from '../../../query/stream-picker/stream-pill.tsx'
import type { Interval } from '../../../query/time-range/time-range.ts'
import { TimeRangePicker } from '../../../query/time-range/time-range-picker.tsx'
import { type DefinitionChoice, DefinitionFilter } from '../definition-filter.tsx'
import type { EventSearchState } from './event-search-state.ts'
import { kindsNamed } from './remembered-search.ts'

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
      <DefinitionFilter list={search.list} definitions={definitions} />
    </>
  )
}
