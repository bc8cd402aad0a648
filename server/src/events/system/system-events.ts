/** Notifications of the system become events in a stream of their own. */
import { SYSTEM_EVENT_DEFINITION, SYSTEM_EVENT_TYPE } from '@logyard/contract/events/system-events'
import type { Notification } from '@logyard/contract/notices/notifications'
import { SYSTEM_EVENTS_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import type { NotificationFollower } from '../../notices/notifications.ts'
import { eventIds } from '../stored/event-ids.ts'
import { type EventStore, type NewEvent, NODE_NAME } from '../stored/event-store.ts'
import { notificationTitle } from './notification-titles.ts'

const HIGH = 3
const NORMAL = 2
/** Characters. */
const MAX_DETAIL = 2000
const FIELD_NAME = /^[\w.\-@]+$/

export const systemEvents = (store: Pick<EventStore, 'storing'>): NotificationFollower => ({
  writesFor: (raised) => store.storing([systemEvent(raised)]),
})

function systemEvent(raised: Notification): NewEvent {
  const { type, severity, timestamp } = raised
  const occurrence = `${type} ${timestamp}`
  const { ulid, uuid } = eventIds(SYSTEM_EVENT_DEFINITION.id, occurrence, Date.parse(timestamp))
  return {
    uuid,
    event: {
      id: ulid,
      event_definition_type: SYSTEM_EVENT_TYPE,
      event_definition_id: SYSTEM_EVENT_DEFINITION.id,
      origin_context: null,
      timestamp,
      timestamp_processing: timestamp,
      timerange_start: null,
      timerange_end: null,
      streams: [SYSTEM_EVENTS_STREAM_ID],
      source_streams: [],
      message: notificationTitle(raised),
      source: NODE_NAME,
      key_tuple: [type],
      key: type,
      priority: severity === 'urgent' ? HIGH : NORMAL,
      alert: false,
      fields: fieldsOf(raised),
    },
  }
}

/** Our own fields are last: `notification_type` decides who may read the event. */
const fieldsOf = ({ type, severity, node_id, details }: Notification): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(details)
      .filter(([name, value]) => FIELD_NAME.test(name) && value !== null && value !== undefined)
      .map(([name, value]) => [name, textOf(value).slice(0, MAX_DETAIL)]),
  ),
  notification_type: type,
  notification_severity: severity,
  node_id,
})

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))
