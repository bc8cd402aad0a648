import type { FrozenLinkDraft } from '@logyard/contract/search/frozen-links'
import type { MessageHit } from '@logyard/contract/search/search-results'
import type { SearchedMessages } from '../../view-document/actions/search-actions.ts'
import { useMessageSelection } from '../fields/message-selection.ts'

/** What a frozen link keeps of a search and some of its messages; absent where a page has no search. */
export function useFrozenDraft(
  searched: SearchedMessages | undefined,
  hits: readonly Pick<MessageHit, 'index' | 'message'>[],
  columns: readonly string[],
): Omit<FrozenLinkDraft, 'note'> | undefined {
  // The range of the results, where the page knows it: a relative one has moved on.
  const selection = useMessageSelection()
  if (searched === undefined) return undefined
  return {
    query: searched.query,
    streams: [...searched.streams],
    timerange: selection?.timerange ?? searched.timerange,
    columns: [...columns],
    messages: hits.map(({ index, message }) => ({ index, id: message._id })),
  }
}
