import { CORE_FIELDS, FIELD } from '@logyard/contract/messages/message-fields'
import type { FieldMap } from '../field-map.ts'
import type { TimeZone } from '../time-zone.ts'

/** What one of the syslog dialects says. */
export interface SyslogReading {
  /** `undefined` when there is none. */
  readonly timestampMs: number | undefined
  /** Empty when the line names none. */
  readonly source: string
  readonly message: string
}

export interface SyslogContext {
  readonly receivedAtMs: number
  /** Of this server: for dates that name none. */
  readonly zone: TimeZone
  readonly expandStructuredData: boolean
  /** Filled while reading. */
  readonly fields: FieldMap
}

/** Names that a line's own pairs never take: they belong to the message or to its priority. */
export const TAKEN_NAMES: ReadonlySet<string> = new Set([
  ...CORE_FIELDS,
  FIELD.fullMessage,
  ...['level', 'facility', 'facility_num', 'application_name', 'process_id'],
])

/** The text from a position up to the next space. */
export function firstWord(text: string, start: number): string {
  const end = text.indexOf(' ', start)
  return end < 0 ? text.slice(start) : text.slice(start, end)
}
