import { expect, test } from 'vitest'
import { OTLP_JSON, OTLP_PROTOBUF, otlpRefusal, otlpSuccess } from './otlp-answers.ts'

test.each([
  ['everything was taken', otlpSuccess(OTLP_PROTOBUF), ''],
  ['3 were not', otlpSuccess(OTLP_PROTOBUF, 3, 'no'), '0a060803 12026e6f'],
  ['300 were not', otlpSuccess(OTLP_PROTOBUF, 300, 'no'), '0a0708ac02 12026e6f'],
  ['nothing was understood', otlpRefusal(OTLP_PROTOBUF, 3, 'bad'), '0803 1203626164'],
])('in protobuf: %s', (_name, answer, hex) => {
  expect(Buffer.from(answer).toString('hex')).toBe(hex.replaceAll(' ', ''))
})

test.each([
  ['everything was taken', otlpSuccess(OTLP_JSON), {}],
  ['3 were not', otlpSuccess(OTLP_JSON, 3, 'no'), { partialSuccess: { rejectedLogRecords: '3', errorMessage: 'no' } }],
  ['nothing was understood', otlpRefusal(`${OTLP_JSON}; charset=utf-8`, 3, 'bad'), { code: 3, message: 'bad' }],
])('in JSON: %s', (_name, answer, expected) => {
  expect(JSON.parse(Buffer.from(answer).toString())).toEqual(expected)
})
