import { levelNumber } from '@logyard/contract/messages/message-levels'
import { createFieldWriter, scalarOf } from '../batch/field-writer.ts'
import { instantFromNanoseconds } from '../batch/instant.ts'
import type { MessageBatch } from '../batch/message-batch.ts'
import { sharedFields } from '../batch/shared-fields.ts'
import type { RawMessage } from '../codec.ts'
import { FieldMap } from '../field-map.ts'
import { jsonText } from '../json-text.ts'
import { NO_SCOPE, type OtlpAttributes, type OtlpLogRecord, type OtlpScope, type OtlpSink } from './otlp-log.ts'

/** Turns every log record into a message. docs/senders.md has the mapping. */
export function createOtlpMessages(batch: MessageBatch, raw: RawMessage): OtlpSink {
  const writer = createFieldWriter(batch)
  let origin: { readonly resource: OtlpAttributes; readonly scope: OtlpScope } = { resource: [], scope: NO_SCOPE }
  // Computed for the first record: resources and scopes without records must cost nothing.
  let known = origin
  let ofResource = sharedFields(writer, 'resource', [])
  let ofScope = sharedFields(writer, 'scope', [])
  let source = ''

  const learn = (next: typeof origin): void => {
    if (next.resource !== known.resource) {
      ofResource = sharedFields(writer, 'resource', next.resource)
      source = sourceOf(next.resource)
    }
    ofScope = sharedFields(writer, 'scope', scopeValues(next.scope))
    known = next
  }

  return {
    begin(resource, scope) {
      origin = { resource, scope }
    },
    record(record) {
      if (origin !== known) learn(origin)
      if (!batch.hasRoom(ofResource.bytes + ofScope.bytes)) return
      const fields = new FieldMap()
      const nanoseconds = record.timeNanoseconds > 0n ? record.timeNanoseconds : record.observedNanoseconds
      const instant = instantFromNanoseconds(nanoseconds)
      writeOwnFields(fields, record)
      if (instant?.hasRest) fields['time_unix_nano'] = nanoseconds
      for (const [name, value] of record.attributes) writer.write(fields, 'attribute', name, value)
      if (isNested(record.body)) writer.write(fields, 'attribute', 'body', record.body)
      ofScope.addTo(fields)
      ofResource.addTo(fields)
      batch.add({ timestampMs: instant?.ms ?? raw.receivedAtMs, source, message: textOfBody(record), fields })
    },
    broken: (reason, detail) => batch.fail(reason, detail),
  }
}

function writeOwnFields(fields: FieldMap, record: OtlpLogRecord): void {
  const level = levelOfSeverity(record.severityNumber, record.severityText)
  if (level !== undefined) fields['level'] = level
  if (record.severityNumber > 0) fields['severity_number'] = record.severityNumber
  if (record.severityText !== '') fields['severity_text'] = record.severityText
  if (isId(record.traceId)) fields['trace_id'] = record.traceId
  if (isId(record.spanId)) fields['span_id'] = record.spanId
  if (record.flags > 0) fields['trace_flags'] = record.flags
  if (record.eventName !== '') fields['event_name'] = record.eventName
  if (record.droppedAttributes > 0) fields['dropped_attributes_count'] = record.droppedAttributes
}

/** An id of zeros counts as missing. */
const isId = (id: string): boolean => /[^0]/.test(id)

const isNested = (body: unknown): boolean => typeof body === 'object' && body !== null && scalarOf(body) === undefined

function textOfBody({ body, eventName }: OtlpLogRecord): string {
  const scalar = scalarOf(body)
  const text = scalar === undefined ? (isNested(body) ? jsonText(body) : undefined) : String(scalar)
  if (text !== undefined && text.trim() !== '') return text
  return eventName.trim() === '' ? '-' : eventName
}

function* scopeValues({ name, version, attributes }: OtlpScope): Generator<readonly [string, unknown]> {
  if (name !== '') yield ['scope_name', name]
  if (version !== '') yield ['scope_version', version]
  for (const [key, value] of attributes) yield [`scope_${key}`, value]
}

/** The service name, or the host name if the service name is an SDK's default. */
function sourceOf(resource: OtlpAttributes): string {
  const service = textAt(resource, 'service.name')
  if (service !== undefined && !service.startsWith('unknown_service')) return service
  return textAt(resource, 'host.name') ?? service ?? ''
}

function textAt(attributes: OtlpAttributes, name: string): string | undefined {
  for (const [key, value] of attributes) {
    if (key === name && typeof value === 'string' && value.trim() !== '') return value
  }
  return undefined
}

/** The severities of OpenTelemetry as syslog levels, by the table in its data model. */
const LEVEL_OF_NUMBER = [7, 7, 7, 7, 7, 7, 7, 7, 6, 5, 5, 5, 4, 4, 4, 4, 3, 2, 1, 1, 0, 0, 0, 0]

/** The number takes precedence; the text is used without one. */
const levelOfSeverity = (number: number, text: string): number | undefined =>
  LEVEL_OF_NUMBER[number - 1] ?? levelNumber(text.trim())
