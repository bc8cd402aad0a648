/** An event as a message of the store. `event-row.ts` reads it back. */
import type { FieldValue } from '@logyard/codecs/codec'
import type { EventDto } from '@logyard/contract/events/events'
import type { Message } from '../../store/messages/message.ts'

/** Before the name of each field of the event's own. */
export const OWN_FIELD = 'fields.'

/** Properties without a value are missing fields. */
export function eventMessage(event: EventDto): Message {
  const fields = new Map<string, FieldValue>([
    ['event_definition_type', event.event_definition_type],
    ['event_definition_id', event.event_definition_id],
    ...optional('origin_context', event.origin_context),
    ['timestamp_processing', event.timestamp_processing],
    ...optional('timerange_start', event.timerange_start),
    ...optional('timerange_end', event.timerange_end),
    ...list('source_streams', event.source_streams),
    ...list('key_tuple', event.key_tuple),
    ...optional('key', event.key),
    ['priority', event.priority],
    ['alert', event.alert],
    ...Object.entries(event.fields).map(([name, value]): [string, FieldValue] => [`${OWN_FIELD}${name}`, value]),
  ])
  return {
    timestampMs: Date.parse(event.timestamp),
    source: event.source,
    message: event.message,
    fields,
    inputId: '',
    nodeId: '',
    remoteAddress: '',
    remotePort: 0,
    receivedAtMs: Date.parse(event.timestamp_processing),
    place: 0,
    streams: event.streams,
  }
}

const optional = (name: string, value: string | null): [string, FieldValue][] => (value === null ? [] : [[name, value]])
const list = (name: string, values: readonly string[]): [string, FieldValue][] =>
  values.length === 0 ? [] : [[name, values]]
