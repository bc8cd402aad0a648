import { isoInstant } from '../iso-date.ts'
import { readStructuredData } from './structured-data.ts'
import type { SyslogContext, SyslogReading } from './syslog-reading.ts'

const BYTE_ORDER_MARK = 0xfeff
const NIL = '-'

/** RFC 5424, after the version. */
export function readStructured(text: string, start: number, context: SyslogContext): SyslogReading {
  const dateEnd = wordEnd(text, start)
  const hostEnd = wordEnd(text, dateEnd + 1)
  const nameEnd = wordEnd(text, hostEnd + 1)
  const processEnd = wordEnd(text, nameEnd + 1)
  const messageIdAt = processEnd + 1
  const instant = isoInstant(text, start, dateEnd, context.zone)
  const timestampMs = Number.isNaN(instant) ? undefined : instant
  const host = text.slice(dateEnd + 1, hostEnd)
  const source = host === NIL ? '' : host
  // The line ends in the header: return what it has.
  if (messageIdAt >= text.length) return { timestampMs, source, message: text.slice(start) }
  const name = text.slice(hostEnd + 1, nameEnd)
  const process = text.slice(nameEnd + 1, processEnd)
  if (name !== NIL && name !== '') context.fields['application_name'] = name
  if (process !== NIL && process !== '') context.fields['process_id'] = process
  return { timestampMs, source, message: readMessage(text, messageIdAt, context) }
}

/** The text after message id and structured data, or these themselves if nothing follows. */
function readMessage(text: string, messageIdAt: number, context: SyslogContext): string {
  const messageIdEnd = wordEnd(text, messageIdAt)
  const dataAt = messageIdEnd + 1
  const dataEnd = endOfData(text, dataAt, context)
  const messageAt = text[dataEnd] === ' ' ? dataEnd + 1 : dataEnd
  const message = text.slice(text.charCodeAt(messageAt) === BYTE_ORDER_MARK ? messageAt + 1 : messageAt)
  if (message !== '') return message
  const isNil = (from: number, to: number) => to <= from || text.slice(from, to) === NIL
  return isNil(messageIdAt, messageIdEnd) && isNil(dataAt, dataEnd) ? '' : text.slice(messageIdAt)
}

/** The start of the message. With missing or broken structured data, no text is lost. */
function endOfData(text: string, at: number, context: SyslogContext): number {
  if (text[at] === NIL && (text[at + 1] === ' ' || at + 1 >= text.length)) return at + 1
  const end = readStructuredData(text, at, context)
  return end < 0 ? at : end
}

function wordEnd(text: string, start: number): number {
  const end = text.indexOf(' ', start)
  return end < 0 ? text.length : end
}
