import { createInput } from '@logyard/contract/ingest/inputs'
import type { EffectiveRange } from '@logyard/contract/search/time-ranges'
import { Button, Group, Text } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { missingIn } from '../../../ingest/diagnosis-query.ts'
import { isEverything } from '../../../query/time-range/time-range.ts'
import { filterOfTerm, isOff } from '../editing/query-filters.ts'
import type { QuerySettings } from '../editing/search-document.ts'
import { ExpectedMessages } from './expected-messages.tsx'
import classes from './nothing-found.module.css'

const DAY_S = 86_400
const EVERYTHING = { type: 'relative', range: 0 } as const
const LAST_DAY = { type: 'relative', range: DAY_S } as const

interface NothingFoundProps {
  readonly query: QuerySettings
  /** The range that was searched. */
  readonly range: EffectiveRange | undefined
  readonly onSubmit: (changes: Partial<QuerySettings>) => void
}

/** Suggestions if no message matches. */
export function NothingFound({ query, range, onSubmit }: NothingFoundProps) {
  const t = useText()
  const may = useMay()
  const { text, timerange, streams, otherFilters } = query
  const isFiltered = otherFilters.some((filter) => !isOff(filter))
  const isShort = timerange.type !== 'relative' || (timerange.range > 0 && timerange.range < DAY_S)
  const isAll = isEverything(timerange)
  const step = (label: string, changes: Partial<QuerySettings>) => (
    <Button size="compact-sm" variant="default" onClick={() => onSubmit(changes)}>
      {label}
    </Button>
  )
  return (
    <div className={classes['hint']} role="note">
      <IconSearchOff size={18} aria-hidden />
      <Text size="sm">{t('search.nothing')}</Text>
      <Group gap="xs">
        {isShort && step(t('search.nothing.day'), { timerange: LAST_DAY })}
        {!isAll && step(t('search.nothing.all'), { timerange: EVERYTHING })}
        {text.trim() !== '' && step(t('search.nothing.query'), { text: '' })}
        {isFiltered &&
          step(t('search.nothing.filters'), { otherFilters: otherFilters.map((one) => filterOfTerm(one.query, true)) })}
        {streams.length > 0 && step(t('search.nothing.streams'), { streams: [] })}
        {isAll && text.trim() === '' && !isFiltered && may(createInput) && (
          <AppLink to={routes.inputs.list()}>{t('search.nothing.input')}</AppLink>
        )}
      </Group>
      <ExpectedMessages missing={missingIn(streams, range)} />
    </div>
  )
}
