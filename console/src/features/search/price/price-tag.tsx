/** What the typed search would read, if that takes long or is asked for, with cheaper searches to run instead. */
import type { CheaperSearch, SearchPrice } from '@logyard/contract/search/search-price'
import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { readableStreamsQuery } from '../../../query/stream-picker/readable-streams-query.ts'
import { useRangeText } from '../../../query/time-range/use-range-text.ts'
import { useBytes } from '../../../ui/use-bytes.ts'
import type { QuerySettings, SearchDocument } from '../editing/search-document.ts'
import type { SessionState } from '../editing/search-session.ts'
import { useSearchPrice } from './use-search-price.ts'

interface PriceTagProps {
  /** The search as it is typed. */
  readonly document: SearchDocument
  readonly state: Pick<SessionState, 'values' | 'compared'>
  /** It differs from the one that was run. */
  readonly isChanged: boolean
  /** The pointer is on the button that runs it. */
  readonly isAsked: boolean
  readonly onPick: (changes: Partial<QuerySettings>) => void
}

const MOST_SUGGESTIONS = 2

export function PriceTag({ document, state, isChanged, isAsked, onPick }: PriceTagProps) {
  const t = useText()
  const price = usePriceText()
  const found = useSearchPrice({ document, state, isWanted: isChanged || isAsked })
  const labelOf = useSuggestionText()
  if (found === undefined || !(isAsked || found.isLong)) return null
  return (
    <Group gap="0 var(--mantine-spacing-xs)" mih={24} wrap="nowrap" data-price>
      <Text size="xs" c="dimmed" role="status" style={{ whiteSpace: 'nowrap' }}>
        {price(found.price)}
      </Text>
      {found.cheaper.slice(0, MOST_SUGGESTIONS).map((cheaper) => (
        <Button
          key={`${cheaper.kind} ${cheaper.streams?.join(' ')}`}
          size="compact-xs"
          variant="default"
          h={24}
          maw="100%"
          // A phone has no room for them without moving what is below.
          visibleFrom="sm"
          onClick={() => onPick(changesOf(cheaper))}
        >
          {t('searchTools.price.instead', { what: labelOf(cheaper), price: price({ ...cheaper.price, rows: null }) })}
        </Button>
      ))}
    </Group>
  )
}

const changesOf = ({ query_string, timerange, streams }: CheaperSearch): Partial<QuerySettings> => ({
  ...(query_string === undefined ? {} : { text: query_string }),
  ...(timerange === undefined ? {} : { timerange }),
  ...(streams === undefined ? {} : { streams }),
})

/** `Reads 1.2 M rows · 80 MB · about 3 s`; without permission to read all streams only the time is known. */
function usePriceText(): (price: SearchPrice) => string {
  const t = useText()
  const bytes = useBytes()
  const intl = useIntl()
  return ({ rows, bytes: read, seconds }) => {
    const about = t('searchTools.price.about', { seconds: intl.formatNumber(seconds, { maximumSignificantDigits: 2 }) })
    if (rows === null || read === null) return about
    const shown = intl.formatNumber(rows, { notation: 'compact', maximumFractionDigits: 1 })
    return t('searchTools.price', { rows: shown, bytes: bytes(read), about })
  }
}

function useSuggestionText(): (cheaper: CheaperSearch) => string {
  const t = useText()
  const rangeText = useRangeText()
  const streams = useQuery(readableStreamsQuery(useCall()))
  return ({ query_string, timerange, streams: ids }) => {
    // The end of a fixed range is called by its length, which has room in the line.
    if (timerange?.type === 'absolute') {
      const range = Math.round((Date.parse(timerange.to) - Date.parse(timerange.from)) / 1000)
      return rangeText({ type: 'relative', range })
    }
    if (timerange !== undefined) return rangeText(timerange)
    if (query_string !== undefined) return query_string
    const title = streams.data?.find(({ id }) => id === ids?.[0])?.title
    return t('searchTools.price.stream', { title: title ?? '' })
  }
}
