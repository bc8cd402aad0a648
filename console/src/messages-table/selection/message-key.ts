import type { MessageHit } from '@logyard/contract/search/search-results'

/** A message can be in two indices, which makes two hits. */
export const messageKey = ({ index, message }: Pick<MessageHit, 'index' | 'message'>): string =>
  `${index}/${message._id}`
