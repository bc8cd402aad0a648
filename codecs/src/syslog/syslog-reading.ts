import { CORE_FIELDS, FIELD } from '@logyard/contract/messages/message-fields'
import type { FieldMap } from '../field-map.ts'
import type { TimeZone } from '../time-zone.ts'

/** The content of a line in one of the syslog dialects. */
export interface SyslogReading {
  /** Undefined if the line has none. */
  readonly timestampMs: number | undefined
  /** Empty if the line has none. */
  readonly source: string
  readonly message: string
}

export interface SyslogContext {
  readonly receivedAtMs: number
  /** The server's time zone, for dates without one. */
  readonly zone: TimeZone
  readonly expandStructuredData: boolean
  /** Filled while reading. */
  readonly fields: FieldMap
}

/** Names that a line's own pairs cannot set, because the message or its priority does. */
export const TAKEN_NAMES: ReadonlySet<string> = new Set([
  ...CORE_FIELDS,
  FIELD.fullMessage,
  ...['level', 'facility', 'facility_num', 'application_name', 'process_id'],
])

/** The text from a position to the next space. */
export function firstWord(text: string, start: number): string {
  const end = text.indexOf(' ', start)
  return end < 0 ? text.slice(start) : text.slice(start, end)
}
