import type { MessageSelection } from '@logyard/contract/search/message-selection'
import type { Widget } from '@logyard/contract/views/view-state'
import { isSameRange } from '../../../query/time-range/time-range.ts'
import { andQueries } from '../../../view-document/actions/query-composition.ts'
import type { SearchedMessages } from '../../../view-document/actions/search-actions.ts'
import type { RunnerState } from '../../../view-document/execution/run-request.ts'
import { filledIn } from '../../../view-document/parameters/parameters.ts'
import { factsOf } from './run-facts.ts'
import { type QuerySettings, queriesIn } from './search-document.ts'
import type { SessionState } from './search-session.ts'

/** The messages of the search, or of one of its widgets. */
export function searchedMessages(
  { history: { present }, values }: Pick<SessionState, 'history' | 'values'>,
  widget: Widget | undefined,
  condition = '',
): SearchedMessages {
  const { text, streams, timerange } = present.query
  const query = andQueries(text, ...queriesIn(present.query), widget?.filter ?? '', condition)
  return { query: filledIn(query, present.parameters, values), streams, timerange }
}

/** For field statistics and the like. Over the range of the results on the page, once there are any: a relative range moves on. */
export function selectedMessages(query: QuerySettings, run: RunnerState): MessageSelection {
  const shown = run.latest?.search.query
  const isShown =
    shown !== undefined && shown.query.query_string === query.text && isSameRange(shown.timerange, query.timerange)
  const searched = isShown ? factsOf(run)?.range : undefined
  const filters = queriesIn(query)
  return {
    query: query.text,
    timerange: searched ?? query.timerange,
    streams: [...query.streams],
    ...(filters.length === 0 ? {} : { filters: [...filters] }),
  }
}
