import type { MessageHit } from '@logyard/contract/search/search-results'

/** Whether the message has a page of its own: one of a live tail or a simulation is not in an index. */
export const isStored = ({ index }: MessageHit): boolean => index !== '' && !index.startsWith('[')
