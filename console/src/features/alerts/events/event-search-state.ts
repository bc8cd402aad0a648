/** The events search in the URL: a reload, Back and a shared link show the same events. */
import type { TimeRange } from '@logyard/contract/search/time-ranges'
import { useMemo } from 'react'
import { useQueryValues, useSetQueryValues } from '../../../base/routes/location.ts'
import { useClock } from '../../../base/services/services.tsx'
import { RANGE_PARAMETERS, rangeFromUrl, rangeValues } from '../../../query/time-range/range-in-url.ts'
import { useZone } from '../../../query/time-range/use-range-text.ts'
import { type ListState, useListState } from '../../../ui/data-table/list-state.ts'
import { streamsOfQuery, withStreams } from './query-streams.ts'
import { type EventKinds, kindsNamed, readRemembered, remember } from './remembered-search.ts'

export interface EventSearchState {
  readonly list: ListState
  readonly kinds: EventKinds
  readonly range: TimeRange
  readonly definition: string | undefined
  /** The streams that the query names. */
  readonly streams: readonly string[]
  setKinds(kinds: EventKinds): void
  setRange(range: TimeRange): void
  setStreams(streams: readonly string[]): void
}

const PAGE_SIZES = [10, 25, 50, 100]
const FILTERS = ['definition']
const NO_RANGE = Object.fromEntries(RANGE_PARAMETERS.map((name) => [name, undefined]))

export function useEventSearchState(): EventSearchState {
  const values = useQueryValues()
  const setValues = useSetQueryValues()
  const zone = useZone()
  const clock = useClock()
  const list = useListState({ pageSizes: PAGE_SIZES, pageSize: 25, filters: FILTERS })
  return useMemo(() => {
    const remembered = readRemembered(window.localStorage)
    const kinds = kindsNamed(values.get('filter')) ?? remembered.kinds
    const range = rangeFromUrl(values, { zone, nowMs: clock.now() }) ?? remembered.range
    const streamId = values.get('stream_id')
    const query = values.get('query') ?? (streamId === null ? '' : withStreams('', [streamId]))
    const search = (text: string) => setValues({ query: text, stream_id: undefined, page: undefined })
    return {
      list: { ...list, query, search },
      kinds,
      range,
      definition: list.filters['definition'],
      streams: streamsOfQuery(query),
      setKinds(next) {
        remember(window.localStorage, { kinds: next, range })
        setValues({ filter: next, page: undefined })
      },
      setRange(next) {
        remember(window.localStorage, { kinds, range: next })
        setValues({ ...NO_RANGE, rangetype: next.type, ...rangeValues(next), page: undefined })
      },
      setStreams: (streams) => search(withStreams(query, streams)),
    }
  }, [values, setValues, zone, clock, list])
}
