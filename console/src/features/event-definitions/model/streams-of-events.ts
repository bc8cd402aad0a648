import { EVENTS_STREAM_ID, SYSTEM_EVENTS_STREAM_ID } from '@logyard/contract/streams/stream-ids'

/** Conditions are about messages, not about events. */
export const isStreamOfEvents = (id: string): boolean => id === EVENTS_STREAM_ID || id === SYSTEM_EVENTS_STREAM_ID
