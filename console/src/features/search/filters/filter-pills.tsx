/** The filters of a search, below its query: each can be changed, excluded, switched off, pinned and removed. */
import { useText } from '../../../base/text/text.tsx'
import type { QueryFilter } from '../editing/search-document.ts'
import { FilterPill } from './filter-pill.tsx'
import classes from './filter-pills.module.css'
import { usePinnedFilters } from './use-pinned-filters.ts'

interface FilterPillsProps {
  readonly filters: readonly QueryFilter[]
  /** Searches with these filters, and with another text if a filter moves into it. */
  readonly onChange: (filters: readonly QueryFilter[], addedToText?: string) => void
}

export function FilterPills({ filters, onChange }: FilterPillsProps) {
  const t = useText()
  const [pinned, setPinned] = usePinnedFilters()
  const isPinned = ({ query }: QueryFilter) => pinned.some((one) => one.query === query)
  /** A pinned filter is the same in every search. */
  const replace = (old: QueryFilter, next: readonly QueryFilter[], addedToText?: string) => {
    if (isPinned(old)) setPinned(pinned.flatMap((one) => (one.query === old.query ? next : [one])))
    onChange(
      filters.flatMap((one) => (one === old ? next : [one])),
      addedToText,
    )
  }
  return (
    <ul className={classes['pills']} aria-label={t('searchTools.pills')}>
      {filters.map((filter) => (
        <FilterPill
          key={filter.query}
          filter={filter}
          isPinned={isPinned(filter)}
          onPin={(isOn) => setPinned(isOn ? [...pinned, filter] : pinned.filter(({ query }) => query !== filter.query))}
          onChange={(next) => replace(filter, [next])}
          onRemove={() => replace(filter, [])}
          onMove={() => replace(filter, [], filter.query)}
        />
      ))}
    </ul>
  )
}
