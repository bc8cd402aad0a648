/** Encodes a message as an element of `resourceLogs` in OTLP's JSON. The text contains no line breaks. */
import { levelName, levelNumber } from '@logyard/contract/messages/message-levels'
import type { FieldValue, Scalar } from '../codec.ts'
import type { OutgoingMessage } from '../outgoing-message.ts'

/** The severity numbers of OpenTelemetry by syslog level. */
const SEVERITY_OF_LEVEL = [21, 19, 18, 17, 13, 10, 9, 5]
const MAX_SEVERITY = 24
const NANOSECONDS_PER_MS = 1_000_000n
const [MIN_INT64, MAX_INT64] = [-(2n ** 63n), 2n ** 63n - 1n]
/** Fields that a log record has properties for. */
const OF_RECORD: ReadonlySet<string> = new Set([
  ...['level', 'severity_number', 'severity_text', 'trace_id', 'span_id', 'time_unix_nano', 'event_name'],
])

export function encodeOtlpLog({ timestampMs, receivedAtMs, source, message, fields }: OutgoingMessage): string {
  const attributes = [...fields].filter(([name]) => !OF_RECORD.has(name)).map(([name, value]) => attribute(name, value))
  const record =
    `{"timeUnixNano":"${timeOf(timestampMs, fields.get('time_unix_nano'))}"` +
    `,"observedTimeUnixNano":"${BigInt(Math.trunc(receivedAtMs)) * NANOSECONDS_PER_MS}"${severity(fields)}` +
    `,"body":{"stringValue":${quoted(message)}},"attributes":[${attributes.join()}]` +
    `${hexId('traceId', 32, fields.get('trace_id'))}${hexId('spanId', 16, fields.get('span_id'))}` +
    `${text('eventName', fields.get('event_name'))}}`
  return (
    `{"resource":{"attributes":[${attribute('host.name', source)}]}` +
    `,"scopeLogs":[{"scope":{"name":"logyard"},"logRecords":[${record}]}]}`
  )
}

/** With the nanoseconds that the message came with, if its time is still the same. */
function timeOf(timestampMs: number, exact: FieldValue | undefined): bigint {
  const nanoseconds = BigInt(Math.trunc(timestampMs)) * NANOSECONDS_PER_MS
  const isExact = typeof exact === 'bigint' && exact / NANOSECONDS_PER_MS === BigInt(Math.trunc(timestampMs))
  return isExact ? exact : nanoseconds < 0n ? 0n : nanoseconds
}

function severity(fields: OutgoingMessage['fields']): string {
  const level = fields.get('level')
  const given = Number(fields.get('severity_number'))
  const isGiven = Number.isInteger(given) && given > 0 && given <= MAX_SEVERITY
  const number = isGiven ? given : SEVERITY_OF_LEVEL[levelNumber(level) ?? -1]
  const name = fields.get('severity_text') ?? levelName(level)
  return `${number === undefined ? '' : `,"severityNumber":${number}`}${text('severityText', name)}`
}

const text = (name: string, value: FieldValue | undefined): string =>
  value === undefined ? '' : `,"${name}":${quoted(String(value))}`

const hexId = (name: string, digits: number, value: FieldValue | undefined): string =>
  typeof value === 'string' && value.length === digits && /^[\da-f]+$/i.test(value) ? `,"${name}":"${value}"` : ''

const attribute = (name: string, value: FieldValue): string => `{"key":${quoted(name)},"value":${anyValue(value)}}`

const anyValue = (value: FieldValue): string =>
  typeof value === 'object' ? `{"arrayValue":{"values":[${value.map(scalarValue).join()}]}}` : scalarValue(value)

function scalarValue(value: Scalar): string {
  switch (typeof value) {
    case 'string':
      return `{"stringValue":${quoted(value)}}`
    case 'boolean':
      return `{"boolValue":${value}}`
    case 'bigint':
      return value >= MIN_INT64 && value <= MAX_INT64 ? `{"intValue":"${value}"}` : `{"stringValue":"${value}"}`
    case 'number':
      return Number.isSafeInteger(value) ? `{"intValue":"${value}"}` : `{"doubleValue":${value}}`
  }
}

const quoted = (value: string): string => JSON.stringify(value.toWellFormed())
