import { parseDocument } from '../batch/parse-document.ts'
import { isJsonObject, type JsonObject, wholeNumber } from '../json-text.ts'
import { MAX_VALUE_DEPTH, NO_SCOPE, type OtlpAttributes, type OtlpScope, type OtlpSink } from './otlp-log.ts'

/** Reads an ExportLogsServiceRequest in JSON, with names in camel case, as the standard requires, or as in protobuf. */
export function readOtlpJson(text: string, sink: OtlpSink): void {
  const request = parseDocument(text)
  if (!isJsonObject(request)) {
    sink.broken('not-a-json-object', 'The request is not a JSON object')
    return
  }
  for (const logs of listAt(request, 'resourceLogs', 'resource_logs')) {
    if (!isJsonObject(logs)) {
      sink.broken('record-invalid', 'An entry of resourceLogs is not an object')
      continue
    }
    const resource = objectAt(logs, 'resource')
    readScopes(logs, readAttributes(resource, 0, sink), sink)
  }
}

function readScopes(logs: JsonObject, resource: OtlpAttributes, sink: OtlpSink): void {
  for (const scopeLogs of listAt(logs, 'scopeLogs', 'scope_logs')) {
    if (!isJsonObject(scopeLogs)) {
      sink.broken('record-invalid', 'An entry of scopeLogs is not an object')
      continue
    }
    sink.begin(resource, readScope(scopeLogs['scope'], sink))
    for (const record of listAt(scopeLogs, 'logRecords', 'log_records')) {
      if (isJsonObject(record)) readRecord(record, sink)
      else sink.broken('record-invalid', 'A log record is not an object')
    }
  }
}

function readScope(scope: unknown, sink: OtlpSink): OtlpScope {
  if (!isJsonObject(scope)) return NO_SCOPE
  return {
    name: textAt(scope, 'name', 'name'),
    version: textAt(scope, 'version', 'version'),
    attributes: readAttributes(scope, 0, sink),
  }
}

function readRecord(record: JsonObject, sink: OtlpSink): void {
  sink.record({
    timeNanoseconds: digitsAt(record, 'timeUnixNano', 'time_unix_nano'),
    observedNanoseconds: digitsAt(record, 'observedTimeUnixNano', 'observed_time_unix_nano'),
    severityNumber: severityOf(record['severityNumber'] ?? record['severity_number']),
    severityText: textAt(record, 'severityText', 'severity_text'),
    body: readValue(record['body'], 0, sink),
    attributes: readAttributes(record, 0, sink),
    droppedAttributes: Number(digitsAt(record, 'droppedAttributesCount', 'dropped_attributes_count')),
    flags: Number(digitsAt(record, 'flags', 'flags')),
    traceId: textAt(record, 'traceId', 'trace_id').toLowerCase(),
    spanId: textAt(record, 'spanId', 'span_id').toLowerCase(),
    eventName: textAt(record, 'eventName', 'event_name'),
  })
}

function readAttributes(holder: JsonObject, depth: number, sink: OtlpSink, name = 'attributes'): [string, unknown][] {
  const attributes: [string, unknown][] = []
  for (const attribute of listAt(holder, name, name)) {
    if (!isJsonObject(attribute) || typeof attribute['key'] !== 'string') {
      sink.broken('attribute-invalid', 'An attribute is not an object with a key; the rest of its record is stored')
      continue
    }
    attributes.push([attribute['key'], readValue(attribute['value'], depth, sink)])
  }
  return attributes
}

function readValue(value: unknown, depth: number, sink: OtlpSink): unknown {
  if (!isJsonObject(value)) return undefined
  for (const [kind, held] of Object.entries(value)) {
    switch (kind) {
      case 'stringValue':
      case 'string_value':
      case 'boolValue':
      case 'bool_value':
      case 'doubleValue':
      case 'double_value':
      case 'bytesValue':
      case 'bytes_value':
        return held
      case 'intValue':
      case 'int_value':
        return integerOf(held)
      case 'arrayValue':
      case 'array_value':
        return isJsonObject(held) ? readNested(held, true, depth + 1, sink) : undefined
      case 'kvlistValue':
      case 'kvlist_value':
        return isJsonObject(held) ? readNested(held, false, depth + 1, sink) : undefined
    }
  }
  return undefined
}

function readNested(held: JsonObject, isList: boolean, depth: number, sink: OtlpSink): unknown {
  if (depth > MAX_VALUE_DEPTH) {
    sink.broken('nested-too-deeply', `A value is nested more than ${MAX_VALUE_DEPTH} levels deep`)
    return undefined
  }
  if (isList) return listAt(held, 'values', 'values').map((value) => readValue(value, depth, sink))
  return Object.fromEntries(readAttributes(held, depth, sink, 'values'))
}

const WHOLE = /^-?\d{1,20}$/

/** 64-bit numbers are encoded as text. */
function integerOf(value: unknown): unknown {
  if (typeof value !== 'string' || !WHOLE.test(value)) return value
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : JSON.rawJSON(String(BigInt(value)))
}

function digitsAt(holder: JsonObject, name: string, otherName: string): bigint {
  const value = holder[name] ?? holder[otherName]
  if (typeof value === 'string') return WHOLE.test(value) ? BigInt(value) : 0n
  const number = typeof value === 'number' ? value : wholeNumber(value)
  if (typeof number === 'bigint') return number
  return Number.isFinite(number) ? BigInt(Math.trunc(number ?? 0)) : 0n
}

const SEVERITIES = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL']

/** A number, or the name of the enumeration's value: `SEVERITY_NUMBER_INFO2` is 10. */
function severityOf(value: unknown): number {
  if (typeof value === 'number') return Math.trunc(value)
  const match = typeof value === 'string' ? /^SEVERITY_NUMBER_([A-Z]+)([2-4]?)$/.exec(value) : null
  const step = SEVERITIES.indexOf(match?.[1] ?? '')
  return step < 0 ? 0 : step * 4 + Number(match?.[2] || 1)
}

function listAt(holder: JsonObject, name: string, otherName: string): readonly unknown[] {
  const list = holder[name] ?? holder[otherName]
  return Array.isArray(list) ? list : []
}

function objectAt(holder: JsonObject, name: string): JsonObject {
  const value = holder[name]
  return isJsonObject(value) ? value : {}
}

function textAt(holder: JsonObject, name: string, otherName: string): string {
  const value = holder[name] ?? holder[otherName]
  return typeof value === 'string' ? value : ''
}
