import { ProtobufError, ProtobufReader } from '../protobuf/protobuf-reader.ts'
import {
  MAX_VALUE_DEPTH,
  NO_SCOPE,
  type OtlpAttributes,
  type OtlpLogRecord,
  type OtlpScope,
  type OtlpSink,
} from './otlp-log.ts'

/** Reads an ExportLogsServiceRequest. Damaged records are skipped; damage outside of a record ends the reading. */
export function readOtlpProtobuf(bytes: Uint8Array, sink: OtlpSink): void {
  attempt(sink, () => {
    const request = new ProtobufReader(bytes)
    while (request.next()) {
      if (request.field === 1) readResourceLogs(request.message(), sink)
      else request.skip()
    }
  })
}

function attempt(sink: OtlpSink, read: () => void): void {
  try {
    read()
  } catch (error) {
    if (!(error instanceof ProtobufError)) throw error
    sink.broken('protobuf-invalid', `Not what OTLP looks like: ${error.message}`)
  }
}

/** Reads the resource first: it may follow its records. */
function readResourceLogs(logs: ProtobufReader, sink: OtlpSink): void {
  let resource: OtlpAttributes = []
  for (const search = logs.again(); search.next(); ) {
    if (search.field === 1) resource = readAttributes(search.message(), 1, sink)
    else search.skip()
  }
  while (logs.next()) {
    if (logs.field === 2) readScopeLogs(logs.message(), resource, sink)
    else logs.skip()
  }
}

function readScopeLogs(logs: ProtobufReader, resource: OtlpAttributes, sink: OtlpSink): void {
  let scope = NO_SCOPE
  for (const search = logs.again(); search.next(); ) {
    if (search.field === 1) scope = readScope(search.message(), sink)
    else search.skip()
  }
  sink.begin(resource, scope)
  while (logs.next()) {
    if (logs.field !== 2) logs.skip()
    else {
      const record = logs.message()
      attempt(sink, () => sink.record(readRecord(record, sink)))
    }
  }
}

function readScope(reader: ProtobufReader, sink: OtlpSink): OtlpScope {
  const attributes = readAttributes(reader.again(), 3, sink)
  let name = ''
  let version = ''
  while (reader.next()) {
    if (reader.field === 1) name = reader.text()
    else if (reader.field === 2) version = reader.text()
    else reader.skip()
  }
  return { name, version, attributes }
}

function readRecord(reader: ProtobufReader, sink: OtlpSink): OtlpLogRecord {
  const attributes: [string, unknown][] = []
  const record = {
    timeNanoseconds: 0n,
    observedNanoseconds: 0n,
    severityNumber: 0,
    severityText: '',
    body: undefined as unknown,
    attributes,
    droppedAttributes: 0,
    flags: 0,
    traceId: '',
    spanId: '',
    eventName: '',
  }
  while (reader.next()) {
    switch (reader.field) {
      case 1:
        record.timeNanoseconds = reader.fixed64()
        break
      case 2:
        record.severityNumber = reader.uint32()
        break
      case 3:
        record.severityText = reader.text()
        break
      case 5:
        record.body = readValue(reader.message(), 0, sink)
        break
      case 6:
        attributes.push(readAttribute(reader.message(), 0, sink))
        break
      case 7:
        record.droppedAttributes = reader.uint32()
        break
      case 8:
        record.flags = reader.uint32()
        break
      case 9:
        record.traceId = reader.hex()
        break
      case 10:
        record.spanId = reader.hex()
        break
      case 11:
        record.observedNanoseconds = reader.fixed64()
        break
      case 12:
        record.eventName = reader.text()
        break
      default:
        reader.skip()
    }
  }
  return record
}

function readAttributes(reader: ProtobufReader, field: number, sink: OtlpSink, depth = 0): [string, unknown][] {
  const attributes: [string, unknown][] = []
  while (reader.next()) {
    if (reader.field === field) attributes.push(readAttribute(reader.message(), depth, sink))
    else reader.skip()
  }
  return attributes
}

function readAttribute(reader: ProtobufReader, depth: number, sink: OtlpSink): [string, unknown] {
  let key = ''
  let value: unknown
  while (reader.next()) {
    if (reader.field === 1) key = reader.text()
    else if (reader.field === 2) value = readValue(reader.message(), depth, sink)
    else reader.skip()
  }
  return [key, value]
}

function readValue(reader: ProtobufReader, depth: number, sink: OtlpSink): unknown {
  let value: unknown
  while (reader.next()) value = readField(reader, depth, sink)
  return value
}

function readField(reader: ProtobufReader, depth: number, sink: OtlpSink): unknown {
  switch (reader.field) {
    case 1:
      return reader.text()
    case 2:
      return reader.uint32() !== 0
    case 3:
      return digitsOf(reader.int64())
    case 4:
      return reader.double()
    case 5:
    case 6:
      return readNested(reader.message(), reader.field === 5, depth + 1, sink)
    case 7:
      return Buffer.from(reader.bytes()).toString('base64')
    default:
      reader.skip()
      return undefined
  }
}

function readNested(reader: ProtobufReader, isList: boolean, depth: number, sink: OtlpSink): unknown {
  if (depth > MAX_VALUE_DEPTH) {
    sink.broken('nested-too-deeply', `A value is nested more than ${MAX_VALUE_DEPTH} levels deep`)
    return undefined
  }
  if (!isList) return Object.fromEntries(readAttributes(reader, 1, sink, depth))
  const values: unknown[] = []
  while (reader.next()) {
    if (reader.field === 1) values.push(readValue(reader.message(), depth, sink))
    else reader.skip()
  }
  return values
}

/** A number that is written to JSON with all its digits. */
const digitsOf = (value: number | bigint): unknown => (typeof value === 'bigint' ? JSON.rawJSON(String(value)) : value)
