import { instantFromIso } from '../batch/instant.ts'
import { parseDocument } from '../batch/parse-document.ts'
import { isJsonObject, type JsonObject, wholeNumber } from '../json-text.ts'
import type { LokiPairs, LokiSink } from './loki-push.ts'
import { parseLabels } from './parse-labels.ts'

/** Reads a push request in JSON, in the current format (`stream`, `values`) or the first one (`labels`, `entries`). */
export function readLokiJson(text: string, sink: LokiSink): void {
  const request = parseDocument(text)
  const streams = isJsonObject(request) ? request['streams'] : undefined
  if (!Array.isArray(streams)) {
    sink.broken('not-a-push-request', 'The request is not a JSON object with a list of streams')
    return
  }
  for (const stream of streams) {
    if (isJsonObject(stream)) readStream(stream, sink)
    else sink.broken('stream-invalid', 'A stream is not an object')
  }
}

function readStream(stream: JsonObject, sink: LokiSink): void {
  sink.begin(labelsOf(stream, sink))
  for (const value of listAt(stream, 'values')) readValue(value, sink)
  for (const entry of listAt(stream, 'entries')) readEntry(entry, sink)
}

function labelsOf(stream: JsonObject, sink: LokiSink): LokiPairs {
  const { stream: named, labels } = stream
  if (isJsonObject(named)) return Object.entries(named)
  const parsed = typeof labels === 'string' ? parseLabels(labels) : []
  if (parsed === undefined)
    sink.broken('labels-invalid', 'The labels of a stream cannot be read; its lines are stored without them')
  return parsed ?? [['labels', labels]]
}

/** `[time, line]` or `[time, line, metadata]`. */
function readValue(value: unknown, sink: LokiSink): void {
  const [time, line, metadata]: readonly unknown[] = Array.isArray(value) ? value : []
  if (typeof line !== 'string') sink.broken('entry-invalid', 'A value is not a list of a time and a line')
  else
    sink.entry({
      nanoseconds: nanosecondsOf(time),
      line,
      metadata: isJsonObject(metadata) ? Object.entries(metadata) : [],
    })
}

function readEntry(entry: unknown, sink: LokiSink): void {
  const line = isJsonObject(entry) ? entry['line'] : undefined
  if (!isJsonObject(entry) || typeof line !== 'string')
    sink.broken('entry-invalid', 'An entry is not an object with a line')
  else sink.entry({ nanoseconds: nanosecondsOf(entry['ts']), line, metadata: [] })
}

/** Digits as text, a number, or a date as in the first format. */
function nanosecondsOf(time: unknown): bigint {
  if (typeof time === 'string') {
    if (/^\d{1,20}$/.test(time)) return BigInt(time)
    return BigInt(instantFromIso(time)?.ms ?? 0) * 1_000_000n
  }
  const number = typeof time === 'number' ? time : wholeNumber(time)
  if (typeof number === 'bigint') return number
  return number !== undefined && Number.isFinite(number) ? BigInt(Math.trunc(number)) : 0n
}

function listAt(holder: JsonObject, name: string): readonly unknown[] {
  const list = holder[name]
  return Array.isArray(list) ? list : []
}
