/** Reads events from the message store. */
import type { EventDto } from '@logyard/contract/events/events'
import type { StoredMessage } from '../../search/messages/message-rows.ts'

export function eventOfMessage({ document }: Pick<StoredMessage, 'document'>): EventDto {
  const at: Readonly<Record<string, unknown>> = document
  return {
    id: text(at['gl2_message_id']),
    event_definition_type: text(at['event_definition_type']),
    event_definition_id: text(at['event_definition_id']),
    origin_context: optional(at['origin_context']),
    timestamp: text(at['timestamp']),
    timestamp_processing: optional(at['timestamp_processing']) ?? text(at['timestamp']),
    timerange_start: optional(at['timerange_start']),
    timerange_end: optional(at['timerange_end']),
    streams: texts(at['streams']),
    source_streams: texts(at['source_streams']),
    message: text(at['message']),
    source: text(at['source']),
    key_tuple: texts(at['key_tuple']),
    key: optional(at['key']) ?? '',
    priority: Number(at['priority'] ?? 2),
    alert: at['alert'] === true,
    fields: ownFields(at),
  }
}

const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value))
const optional = (value: unknown): string | null => (value === undefined || value === null ? null : String(value))
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** The store answers `fields.a.b` as objects within objects. */
function ownFields({ fields }: Readonly<Record<string, unknown>>): Record<string, string> {
  const found: Record<string, string> = {}
  const visit = (prefix: string, value: unknown) => {
    if (typeof value !== 'object' || value === null) {
      found[prefix] = text(value)
      return
    }
    for (const [name, inner] of Object.entries(value)) visit(prefix === '' ? name : `${prefix}.${name}`, inner)
  }
  if (fields !== undefined) visit('', fields)
  return found
}
