/** The bodies of requests with several messages. */
import type { HttpBody } from './http-sink.ts'
import type { OutputMessages } from './output-type.ts'

const [COMMA, LINE_FEED, NUL] = [0x2c, 0x0a, 0]

/** One JSON document per line. The documents contain no line breaks. */
export const jsonLines: HttpBody = {
  contentType: 'application/x-ndjson',
  encode: (batch) => separated(batch, LINE_FEED),
}

export const jsonArray: HttpBody = { contentType: 'application/json', encode: (batch) => wrapped(batch, '[', ']') }

/** Each message is an element of `resourceLogs`. */
export const otlpLogs: HttpBody = {
  contentType: 'application/json',
  encode: (batch) => wrapped(batch, '{"resourceLogs":[', ']}'),
}

/** The messages, each followed by this byte instead of a NUL. */
export function separated({ bytes }: OutputMessages, separator: number): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(bytes)
  for (let end = copy.indexOf(NUL); end >= 0; end = copy.indexOf(NUL, end + 1)) copy[end] = separator
  return copy
}

function wrapped(batch: OutputMessages, before: string, after: string): Uint8Array<ArrayBuffer> {
  const items = separated(batch, COMMA)
  return Buffer.concat([Buffer.from(before), items.subarray(0, -1), Buffer.from(after)])
}
