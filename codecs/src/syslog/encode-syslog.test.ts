import { expect, test } from 'vitest'
import { rawMessage } from '../testing/raw-message.ts'
import { UTC } from '../time-zone.ts'
import { encodeSyslog } from './encode-syslog.ts'
import { createSyslogCodec } from './syslog-codec.ts'

const message = {
  timestampMs: Date.UTC(2026, 2, 1, 9, 0, 0, 125),
  receivedAtMs: Date.UTC(2026, 2, 1, 9, 0, 1),
  source: 'web-1',
  message: 'hello\nwörld',
  fields: new Map<string, string | number | boolean>(),
}

test('a message has its header, its fields as structured data, and its text', () => {
  const fields = new Map<string, string | number | boolean>([
    ['level', 3],
    ['facility_num', 16],
    ['application_name', 'my shop'],
    ['process_id', 17],
    ['path', '/a "b" \\ [c]\0'],
    ['took=ms', 1.5],
  ])
  expect(encodeSyslog({ ...message, fields })).toBe(
    '<131>1 2026-03-01T09:00:00.125Z web-1 my_shop 17 - ' +
      '[logyard@32473 path="/a \\"b\\" \\\\ [c\\]" took_ms="1.5"] hello\nwörld',
  )
})

test('a message without fields has the default priority and no structured data', () => {
  expect(encodeSyslog({ ...message, source: '' })).toBe('<14>1 2026-03-01T09:00:00.125Z - - - - - hello\nwörld')
})

test('the codec of syslog reads what was written', () => {
  const fields = new Map<string, string | number | boolean>([
    ['level', 4],
    ['order', 'A "17"]'],
    ['ok', true],
  ])
  const decoded = createSyslogCodec({ zone: UTC, hostNameOf: () => undefined }).create({})(
    rawMessage(encodeSyslog({ ...message, fields })),
  )
  expect(decoded).toMatchObject({
    messages: [
      {
        timestampMs: message.timestampMs,
        source: 'web-1',
        message: message.message,
        fields: { level: 4, order: 'A "17"]', ok: 'true' },
      },
    ],
  })
})
