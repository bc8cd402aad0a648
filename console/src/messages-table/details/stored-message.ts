import type { ResultMessage } from '@logyard/contract/search/messages'
import type { MessageHit } from '@logyard/contract/search/search-results'

/** Loads a message by its id, in the format of search results. */
export const hitOf = ({ message, index }: ResultMessage): MessageHit => ({
  message: { ...message.fields, _id: message.id, timestamp: message.timestamp, streams: message.stream_ids },
  index: index ?? '',
  highlight_ranges: {},
  decoration_stats: null,
})
