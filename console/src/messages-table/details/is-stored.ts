import type { MessageHit } from '@logyard/contract/search/search-results'
import type { StoredMessage } from '../loader/loaded-message.ts'

/** Whether the message has a page of its own: one of a live tail or a simulation is not in an index. */
export const isStored = ({ index }: MessageHit): boolean => index !== '' && !index.startsWith('[')

/** The message's address, if it has one. */
export const storedOf = (hit: MessageHit): StoredMessage | undefined =>
  isStored(hit) ? { index: hit.index, id: hit.message._id } : undefined
