/** An export request as the collector sends it: one service, a batch of records. */
import { packBody } from '../../batch/packed-body.ts'
import { bytesField, varintField } from '../../protobuf/protobuf-writer.ts'

const TIME_NS = 1_781_517_598_123_000_000n

export function otlpProtobufPayload(records: number): Uint8Array {
  const resource = bytesField(1, Buffer.concat([text('service.name', 'shop'), text('host.name', 'web-1')]))
  const scope = bytesField(1, bytesField(1, 'http'))
  const logs = Array.from({ length: records }, (_, index) => bytesField(2, record(index)))
  const body = bytesField(1, Buffer.concat([resource, bytesField(2, Buffer.concat([scope, ...logs]))]))
  return packBody({ content_type: 'application/x-protobuf' }, body)
}

export function otlpJsonPayload(records: number): Uint8Array {
  const stringValue = (key: string, value: string) => ({ key, value: { stringValue: value } })
  const logRecords = Array.from({ length: records }, (_, index) => ({
    timeUnixNano: String(TIME_NS + BigInt(index) * 1_000_000n),
    severityNumber: 9,
    severityText: 'INFO',
    body: { stringValue: `request ${index} answered` },
    attributes: [
      stringValue('http.request.method', 'GET'),
      stringValue('url.path', `/items/${index}`),
      { key: 'http.response.status_code', value: { intValue: '200' } },
      { key: 'duration', value: { doubleValue: index / 7 } },
    ],
    traceId: '5b8efff798038103d269b633813fc60c',
    spanId: 'eee19b7ec3c1b174',
  }))
  const resource = { attributes: [stringValue('service.name', 'shop'), stringValue('host.name', 'web-1')] }
  const body = { resourceLogs: [{ resource, scopeLogs: [{ scope: { name: 'http' }, logRecords }] }] }
  return packBody({ content_type: 'application/json' }, Buffer.from(JSON.stringify(body)))
}

function record(index: number): Buffer {
  const time = Buffer.alloc(9, 1 * 8 + 1)
  time.writeBigUInt64LE(TIME_NS + BigInt(index) * 1_000_000n, 1)
  return Buffer.concat([
    time,
    varintField(2, 9),
    bytesField(3, 'INFO'),
    bytesField(5, bytesField(1, `request ${index} answered`)),
    text('http.request.method', 'GET', 6),
    text('url.path', `/items/${index}`, 6),
    attribute('http.response.status_code', varintField(3, 200), 6),
    attribute('duration', double(index / 7), 6),
    bytesField(9, Buffer.from('5b8efff798038103d269b633813fc60c', 'hex')),
    bytesField(10, Buffer.from('eee19b7ec3c1b174', 'hex')),
  ])
}

const text = (key: string, value: string, field = 1): Uint8Array => attribute(key, bytesField(1, value), field)

const attribute = (key: string, value: Uint8Array, field: number): Uint8Array =>
  bytesField(field, Buffer.concat([bytesField(1, key), bytesField(2, value)]))

function double(value: number): Buffer {
  const bytes = Buffer.alloc(9, 4 * 8 + 1)
  bytes.writeDoubleLE(value, 1)
  return bytes
}
