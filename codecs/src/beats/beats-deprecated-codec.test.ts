import { expect, test } from 'vitest'
import { rawMessage, seen } from '../testing/raw-message.ts'
import { beatsDeprecatedCodec } from './beats-deprecated-codec.ts'

const decode = beatsDeprecatedCodec.create({})
const TIME = '2016-08-17T12:00:00.000Z'
const shared = { '@timestamp': TIME, beat: { hostname: 'h', name: 'n' }, type: 'log', tags: ['a', 'b'] }

test.each([
  [
    'a line of Filebeat',
    { '@metadata': { beat: 'filebeat' }, message: 'text', source: '/a', input_type: 'log', count: 1, offset: 9 },
    { source: 'h', message: 'text', facility: 'filebeat', file: '/a', input_type: 'log', count: 1, offset: 9 },
  ],
  [
    'a measurement of Metricbeat',
    { '@metadata': { beat: 'metricbeat' }, system: { load: { 1: 0.5 } } },
    { source: 'h', message: '-', facility: 'metricbeat', metricbeat_system_load_1: 0.5 },
  ],
  [
    'an event of Winlogbeat',
    { '@metadata': { beat: 'winlogbeat' }, message: 'logged on', event_id: 4624 },
    { source: 'h', message: 'logged on', facility: 'winlogbeat', winlogbeat_event_id: 4624 },
  ],
  [
    'an event of another Beat',
    { '@metadata': { beat: 'mybeat' }, message: 'm', x: { y: true } },
    { source: 'h', message: 'm', facility: 'genericbeat', beat_x_y: true },
  ],
])('%s', (_name, given, expected) => {
  const event = { ...shared, fields: { env: 'prod' }, ...given }
  const message = seen(decode(rawMessage(JSON.stringify(event))))
  expect(message).toMatchObject({ time: TIME, name: 'n', type: 'log', tags: ['a', 'b'], env: 'prod', ...expected })
})

test('an event without a time is refused', () => {
  expect(seen(decode(rawMessage('{"message":"m"}')))).toBe('timestamp-missing')
})
