import type { FieldValue } from '@logyard/codecs/codec'
import { expect, test } from 'vitest'
import type { RowFacts } from '../../store/messages/encode-rows.ts'
import type { Message } from '../../store/messages/message.ts'
import { idsOf } from '../../store/messages/message-ids.ts'
import type { OutputGroup } from '../settings/processing-settings.ts'
import { createBlockOutputs } from './block-outputs.ts'

const FACTS: RowFacts = {
  ids: idsOf('0195f3a0-0000-7000-8000-000000000001', '01JN5WZ5C0000000000000000A'),
  accountedSize: 42,
  template: { high: 0, low: 7 },
  indexes: ['logyard_0'],
  analyzers: ['standard'] as const,
}

const message = (text: string, fields: Readonly<Record<string, FieldValue>> = {}): Message => ({
  timestampMs: Date.UTC(2026, 2, 1, 9, 0, 0, 125),
  source: 'web-1',
  message: text,
  fields: new Map(Object.entries(fields)),
  inputId: 'input',
  nodeId: 'node',
  remoteAddress: '10.0.0.9',
  remotePort: 514,
  receivedAtMs: 0,
  place: 0,
  streams: ['one'],
})

const group = (format: OutputGroup['format'], ...outputs: readonly string[]): OutputGroup => ({
  outputs,
  format,
  streams: ['one'],
})

const written = (bytes: Uint8Array) => Buffer.from(bytes).toString().split('\0').slice(0, -1)

/** One message as GELF, parsed; numbers that lose digits are returned as text. */
function gelf(fields: Readonly<Record<string, FieldValue>>): Readonly<Record<string, unknown>> {
  const outputs = createBlockOutputs()
  outputs.configure({ groups: [group('gelf', 'a')], forwarder: 'this-node' })
  outputs.add([0], message('hello', fields), FACTS)
  const [text = ''] = written(outputs.take()[0]?.bytes ?? new Uint8Array())
  const exact = (_key: string, value: unknown, context: { readonly source?: string }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && Number.isInteger(value) ? `#${context.source}` : value
  return Object(JSON.parse(text, exact))
}

test('GELF has the properties of a message, and its fields with an underscore', () => {
  expect(gelf({ full_message: 'all of it\u0000', app: 'shop', took: 1.5 })).toEqual({
    version: '1.1',
    host: 'web-1',
    short_message: 'hello',
    timestamp: 1772355600.125,
    full_message: 'all of it\u0000',
    _gl2_source_input: 'input',
    _gl2_source_node: 'node',
    _gl2_message_id: FACTS.ids.gl2MessageId,
    _gl2_accounted_message_size: 42,
    _gl2_remote_ip: '10.0.0.9',
    _gl2_remote_port: 514,
    _app: 'shop',
    _took: 1.5,
    _forwarder: 'this-node',
  })
})

test.each([
  { level: 3, becomes: { level: 3 } },
  { level: '0', becomes: { level: 0 } },
  { level: 7n, becomes: { level: 7 } },
  { level: 8, becomes: { _level: 8 } },
  { level: 'error', becomes: { _level: 'error' } },
  { level: true, becomes: { _level: 'true' } },
  { level: ['3'], becomes: { _level: '["3"]' } },
])('the level $level becomes $becomes', ({ level, becomes }) => {
  const { level: asLevel, _level } = gelf({ level })
  expect({ ...(asLevel === undefined ? {} : { level: asLevel }), ...(_level === undefined ? {} : { _level }) }).toEqual(
    becomes,
  )
})

test('values of every type are strings or numbers in GELF, with all digits', () => {
  const fields = { big: 18446744073709551615n, bigger: 2n ** 70n, ok: false, list: [1, 'a', true], forwarder: 'other' }
  expect(gelf({ ...fields, full_message: 17 })).toMatchObject({
    _big: '#18446744073709551615',
    _bigger: `${2n ** 70n}`,
    _ok: 'false',
    _list: '[1,"a",true]',
    _forwarder: 'this-node',
    full_message: '17',
  })
})

test('groups with the same format share encoded messages, and each group has them in order', () => {
  const outputs = createBlockOutputs()
  outputs.configure({ groups: [group('gelf', 'a', 'b'), group('document', 'c')], forwarder: 'this-node' })
  expect(outputs.take()).toEqual([])
  outputs.add([0], message('first'), FACTS)
  outputs.add([0, 1], message('second'), FACTS)
  const [shared, alone] = outputs.take()
  const texts = (bytes: Uint8Array | undefined) => written(bytes ?? new Uint8Array()).map((text) => JSON.parse(text))
  expect([shared?.outputs, shared?.messages, alone?.outputs, alone?.messages]).toEqual([['a', 'b'], 2, ['c'], 1])
  expect(texts(shared?.bytes).map(({ short_message }) => short_message)).toEqual(['first', 'second'])
  expect(texts(alone?.bytes)).toMatchObject([{ _id: FACTS.ids.id, message: 'second', streams: ['one'] }])
  expect(outputs.take()).toEqual([])
})
