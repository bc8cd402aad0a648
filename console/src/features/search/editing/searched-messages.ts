import type { Widget } from '@logyard/contract/views/view-state'
import { andQueries } from '../../../view-document/actions/query-composition.ts'
import type { SearchedMessages } from '../../../view-document/actions/search-actions.ts'
import { filledIn } from '../../../view-document/parameters/parameters.ts'
import type { SessionState } from './search-session.ts'

/** The messages of the search, or of one of its widgets. */
export function searchedMessages(
  { history: { present }, values }: Pick<SessionState, 'history' | 'values'>,
  widget: Widget | undefined,
  condition = '',
): SearchedMessages {
  const { text, streams, timerange } = present.query
  const query = andQueries(text, widget?.filter ?? '', condition)
  return { query: filledIn(query, present.parameters, values), streams, timerange }
}
