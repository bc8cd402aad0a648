/** A push request as an agent sends it: one stream, a batch of lines. */
import { packBody } from '../../batch/packed-body.ts'
import { bytesField, varintField } from '../../protobuf/protobuf-writer.ts'
import { compressSnappy } from '../../snappy/testing/compress-snappy.ts'

const SECONDS = 1_781_517_598

export function lokiProtobufPayload(lines: number): Uint8Array {
  const entries = Array.from({ length: lines }, (_, index) =>
    bytesField(
      2,
      Buffer.concat([
        bytesField(1, Buffer.concat([varintField(1, SECONDS), varintField(2, 123_000_000 + index)])),
        bytesField(2, line(index)),
        bytesField(3, Buffer.concat([bytesField(1, 'trace_id'), bytesField(2, `trace-${index}`)])),
      ]),
    ),
  )
  const stream = Buffer.concat([bytesField(1, '{job="api", host="web-1", level="info"}'), ...entries])
  return packBody({ content_type: 'application/x-protobuf' }, compressSnappy(bytesField(1, stream)))
}

export function lokiJsonPayload(lines: number): Uint8Array {
  const values = Array.from({ length: lines }, (_, index) => [
    `${SECONDS}${String(123_000_000 + index)}`,
    line(index),
    { trace_id: `trace-${index}` },
  ])
  const streams = [{ stream: { job: 'api', host: 'web-1', level: 'info' }, values }]
  return packBody({ content_type: 'application/json' }, Buffer.from(JSON.stringify({ streams })))
}

const line = (index: number): string => `level=info msg="request ${index} answered" path=/items/${index} status=200`
