/** Selects the messages of a search, for field statistics and other questions about them. */
import type { MessageSelection } from '@logyard/contract/search/message-selection'
import type { SearchFilter } from '@logyard/contract/search/search-types'
import { isSameRange } from '../../../query/time-range/time-range.ts'
import type { RunnerState } from '../../../view-document/execution/run-request.ts'
import { factsOf } from './run-facts.ts'
import type { QuerySettings } from './search-document.ts'

/** Over the range of the results on the page, once there are any: a relative range would move on. */
export function selectedMessages(query: QuerySettings, run: RunnerState): MessageSelection {
  const shown = run.latest?.search.query
  const isShown =
    shown !== undefined && shown.query.query_string === query.text && isSameRange(shown.timerange, query.timerange)
  const searched = isShown ? factsOf(run)?.range : undefined
  const filters = query.otherFilters.flatMap(queriesIn)
  return {
    query: query.text,
    timerange: searched ?? query.timerange,
    streams: [...query.streams],
    ...(filters.length === 0 ? {} : { filters }),
  }
}

const queriesIn = (filter: SearchFilter): readonly string[] => (filter.type === 'query_string' ? [filter.query] : [])
