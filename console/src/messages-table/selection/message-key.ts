import type { MessageHit } from '@logyard/contract/search/search-results'

/** The same message may lie in two indices: then it is two hits. */
export const messageKey = ({ index, message }: Pick<MessageHit, 'index' | 'message'>): string =>
  `${index}/${message._id}`
