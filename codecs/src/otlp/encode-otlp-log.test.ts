import { expect, test } from 'vitest'
import { packBody } from '../batch/packed-body.ts'
import type { FieldValue } from '../codec.ts'
import { rawMessage } from '../testing/raw-message.ts'
import { encodeOtlpLog } from './encode-otlp-log.ts'
import { OTLP_JSON } from './otlp-answers.ts'
import { otlpCodec } from './otlp-codec.ts'

const message = {
  timestampMs: Date.UTC(2026, 2, 1, 9, 0, 0, 125),
  receivedAtMs: Date.UTC(2026, 2, 1, 9, 0, 1),
  source: 'web-1',
  message: 'hello\nwörld',
}

test('a message becomes a log record with its fields as attributes', () => {
  const fields = new Map<string, FieldValue>([
    ['level', 3],
    ['trace_id', '0af7651916cd43dd8448eb211c80319c'],
    ['big', 2n ** 62n],
    ['huge', 2n ** 70n],
    ['took', 1.5],
    ['ok', true],
    ['tags', ['a', 1]],
  ])
  expect(JSON.parse(encodeOtlpLog({ ...message, fields }))).toEqual({
    resource: { attributes: [{ key: 'host.name', value: { stringValue: 'web-1' } }] },
    scopeLogs: [
      {
        scope: { name: 'logyard' },
        logRecords: [
          {
            timeUnixNano: '1772355600125000000',
            observedTimeUnixNano: '1772355601000000000',
            severityNumber: 17,
            severityText: 'error',
            body: { stringValue: 'hello\nwörld' },
            traceId: '0af7651916cd43dd8448eb211c80319c',
            attributes: [
              { key: 'big', value: { intValue: '4611686018427387904' } },
              { key: 'huge', value: { stringValue: '1180591620717411303424' } },
              { key: 'took', value: { doubleValue: 1.5 } },
              { key: 'ok', value: { boolValue: true } },
              { key: 'tags', value: { arrayValue: { values: [{ stringValue: 'a' }, { intValue: '1' }] } } },
            ],
          },
        ],
      },
    ],
  })
})

test('the codec of OTLP reads what was written, to the nanosecond', () => {
  const time = 1_772_355_600_125_000_007n
  const fields = new Map<string, FieldValue>([
    ['level', 4],
    ['time_unix_nano', time],
    ['order', 'A-17'],
  ])
  const body = Buffer.from(`{"resourceLogs":[${encodeOtlpLog({ ...message, fields })}]}`)
  const decoded = otlpCodec.create({})(rawMessage(packBody({ content_type: OTLP_JSON }, body)))
  expect(decoded).toMatchObject({
    messages: [
      {
        timestampMs: message.timestampMs,
        source: 'web-1',
        message: message.message,
        fields: { level: 4, order: 'A-17', time_unix_nano: time },
      },
    ],
  })
})
