/** Events that notifications of the system become, in the stream `SYSTEM_EVENTS_STREAM_ID`. */

export const SYSTEM_EVENT_TYPE = 'system-notifications-v1'

/** There is no such definition: the events search shows this id, title and description. */
export const SYSTEM_EVENT_DEFINITION = {
  id: 'system-notifications',
  title: 'Notifications of the system',
  description: 'Warnings to administrators, from when they were raised.',
} as const

/** The field, in queries, with the type of the notification. */
export const NOTIFICATION_TYPE_FIELD = 'fields.notification_type'
