/** Prefix of all query keys of event definitions, and of their notifications: a change to one invalidates them all. */
export const EVENT_DEFINITIONS_KEY = ['event-definitions'] as const
export const EVENT_NOTIFICATIONS_KEY = ['event-notifications'] as const
/** Prefix of the query keys of alerts with a state. */
export const ALERTS_KEY = ['alerts'] as const
