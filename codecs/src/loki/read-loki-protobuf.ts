import { ProtobufError, ProtobufReader } from '../protobuf/protobuf-reader.ts'
import { decompressSnappy } from '../snappy/decompress-snappy.ts'
import type { LokiEntry, LokiSink } from './loki-push.ts'
import { parseLabels } from './parse-labels.ts'

const MAX_BYTES = 32 * 1024 * 1024

/** Reads a push request in protobuf, compressed as a snappy block, as all senders do. */
export function readLokiProtobuf(body: Uint8Array, sink: LokiSink): void {
  const decompressed = decompressSnappy(body, MAX_BYTES)
  if (!decompressed.ok) {
    sink.broken('snappy-invalid', `Not a block of snappy: ${decompressed.detail}`)
    return
  }
  attempt(sink, () => {
    const request = new ProtobufReader(decompressed.bytes)
    while (request.next()) {
      if (request.field === 1) readStream(request.message(), sink)
      else request.skip()
    }
  })
}

function attempt(sink: LokiSink, read: () => void): void {
  try {
    read()
  } catch (error) {
    if (!(error instanceof ProtobufError)) throw error
    sink.broken('protobuf-invalid', `Not what a push request looks like: ${error.message}`)
  }
}

/** Reads the labels first: they may follow the entries. */
function readStream(stream: ProtobufReader, sink: LokiSink): void {
  let text = '{}'
  for (const search = stream.again(); search.next(); ) {
    if (search.field === 1) text = search.text()
    else search.skip()
  }
  const labels = parseLabels(text)
  if (labels === undefined)
    sink.broken('labels-invalid', 'The labels of a stream cannot be read; its lines are stored without them')
  sink.begin(labels ?? [['labels', text]])
  while (stream.next()) {
    if (stream.field !== 2) stream.skip()
    else {
      const entry = stream.message()
      attempt(sink, () => sink.entry(readEntry(entry)))
    }
  }
}

function readEntry(reader: ProtobufReader): LokiEntry {
  const metadata: [string, string][] = []
  let nanoseconds = 0n
  let line = ''
  while (reader.next()) {
    if (reader.field === 1) nanoseconds = readTimestamp(reader.message())
    else if (reader.field === 2) line = reader.text()
    else if (reader.field === 3) metadata.push(readPair(reader.message()))
    else reader.skip()
  }
  return { nanoseconds, line, metadata }
}

function readTimestamp(reader: ProtobufReader): bigint {
  let seconds = 0n
  let nanoseconds = 0n
  while (reader.next()) {
    if (reader.field === 1) seconds = BigInt(reader.int64())
    else if (reader.field === 2) nanoseconds = BigInt(reader.int64())
    else reader.skip()
  }
  return seconds * 1_000_000_000n + nanoseconds
}

function readPair(reader: ProtobufReader): [string, string] {
  let name = ''
  let value = ''
  while (reader.next()) {
    if (reader.field === 1) name = reader.text()
    else if (reader.field === 2) value = reader.text()
    else reader.skip()
  }
  return [name, value]
}
