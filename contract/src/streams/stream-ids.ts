/** Every message is initially in this stream. */
export const DEFAULT_STREAM_ID = '000000000000000000000001'

export const EVENTS_STREAM_ID = '000000000000000000000002'

export const SYSTEM_EVENTS_STREAM_ID = '000000000000000000000003'

/** Built-in streams: they exist from the first start, and cannot be edited, stopped, cloned or deleted. */
export const WELL_KNOWN_STREAM_IDS: readonly string[] = [DEFAULT_STREAM_ID, EVENTS_STREAM_ID, SYSTEM_EVENTS_STREAM_ID]

export const WELL_KNOWN_STREAM_TITLES = {
  [DEFAULT_STREAM_ID]: 'All messages',
  [EVENTS_STREAM_ID]: 'All events',
  [SYSTEM_EVENTS_STREAM_ID]: 'All system events',
} as const
