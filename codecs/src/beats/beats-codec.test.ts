import { createServer, type Socket } from 'node:net'
import LumberjackClient from 'lumberjack-client'
import { describe, expect, test } from 'vitest'
import { rawMessage, seen } from '../testing/raw-message.ts'
import { beatsCodec } from './beats-codec.ts'
import { createLumberjackParser } from './lumberjack-frames.ts'
import { filebeatEvent } from './testing/filebeat-event.ts'

const decode = beatsCodec.create({})
const withoutPrefix = beatsCodec.create({ no_beats_prefix: true })
const TIME = '2021-03-01T12:00:00.000Z'
const EVENT = {
  '@timestamp': TIME,
  '@metadata': { beat: 'filebeat', version: '7.11.1' },
  message: 'x',
  agent: { hostname: 'h' },
  log: { file: { path: '/a' } },
  n: 1,
}
const inJson = (event: unknown) => rawMessage(JSON.stringify(event))

describe('an event', () => {
  test('has its fields prefixed with the name of the Beat', () => {
    expect(seen(decode(inJson(EVENT)))).toEqual({
      time: TIME,
      source: 'h',
      message: 'x',
      beats_type: 'filebeat',
      'filebeat_@timestamp': TIME,
      'filebeat_@metadata_beat': 'filebeat',
      'filebeat_@metadata_version': '7.11.1',
      filebeat_agent_hostname: 'h',
      filebeat_log_file_path: '/a',
      filebeat_n: 1,
    })
  })

  test('has them without prefix if configured; its source and timestamp are then those of the message', () => {
    const event = { ...EVENT, source: '/var/log/x', timestamp: '2020-01-02T03:04:05.006Z' }
    expect(seen(withoutPrefix(inJson(event)))).toEqual({
      time: '2020-01-02T03:04:05.006Z',
      source: '/var/log/x',
      message: 'x',
      beats_type: 'filebeat',
      '@timestamp': TIME,
      '@metadata_beat': 'filebeat',
      '@metadata_version': '7.11.1',
      agent_hostname: 'h',
      log_file_path: '/a',
      n: 1,
    })
  })

  test.each([
    [{ agent: { hostname: 'a' }, beat: { hostname: 'b' }, host: { name: 'c' } }, 'a'],
    [{ beat: { hostname: 'b' }, agent: { name: 'n' }, host: { name: 'c' } }, 'b'],
    [{ agent: { name: 'n' }, host: { name: 'c' } }, 'n'],
    [{ host: { name: 'c' } }, 'c'],
    [{ host: 'text' }, 'unknown'],
  ])('from %j has the source %s', (given, source) => {
    expect(seen(decode(inJson({ '@timestamp': TIME, ...given })))).toMatchObject({ source, message: '-' })
  })

  test('that is nested has a field for every value', () => {
    const nested = {
      list: [1, 'a', null, true],
      objects: [{ a: 1 }, { a: 2, b: [3] }],
      mixed: ['x', { y: 1 }],
      empty: [],
      nothing: null,
      deep: { er: { still: false } },
      text: 'größe 🚀\nline two',
    }
    const event = { '@timestamp': TIME, '@metadata': { beat: 'b' }, ...nested }
    expect(seen(withoutPrefix(inJson(event)))).toMatchObject({
      list: [1, 'a', true],
      objects: [],
      objects_0_a: 1,
      objects_1_a: 2,
      objects_1_b: [3],
      mixed: ['x'],
      mixed_1_y: 1,
      empty: [],
      deep_er_still: false,
      text: 'größe 🚀\nline two',
    })
    expect(seen(withoutPrefix(inJson(event)))).not.toHaveProperty('nothing')
  })

  test('keeps all digits of 64-bit numbers and the name of its collector', () => {
    const json = `{"@timestamp":"${TIME}","beat":"b","gl2_source_collector":"c-1","id":18446744073709551615,"low":-9223372036854775808,"near":9007199254740991}`
    expect(seen(decode(rawMessage(json)))).toMatchObject({
      gl2_source_collector: 'c-1',
      b_id: 18446744073709551615n,
      b_low: -9223372036854775808n,
      b_near: 9007199254740991,
    })
  })

  test.each([
    ['[]', 'not-a-json-object'],
    ['{"message":"x"}', 'timestamp-missing'],
    ['{"message":"x","@timestamp":"yesterday"}', 'timestamp-invalid'],
    ['{"message":"x","@timestamp":"2021-03-01T12:00:00.000"}', 'timestamp-invalid'],
    ['{"message":"x","@timestamp":1614600000}', 'timestamp-invalid'],
  ])('%s is refused: %s', (json, reason) => {
    expect(seen(decode(rawMessage(json)))).toBe(reason)
  })

  test.each([
    ['2021-03-01T13:00:00.123456789+01:00', '2021-03-01T12:00:00.123Z'],
    ['2021-03-01T12:00:00Z', TIME],
  ])('at %s is at %s', (timestamp, time) => {
    expect(seen(decode(inJson({ ...EVENT, '@timestamp': timestamp })))).toMatchObject({ time })
  })

  test('of logstash-forwarder has the time of receipt', () => {
    const event = { line: 'a line', host: 'old', file: '/var/log/x', offset: '12' }
    expect(seen(decode(inJson(event)))).toMatchObject({
      time: '2026-06-15T10:00:00.000Z',
      source: 'old',
      message: 'a line',
      'logstash-forwarder_file': '/var/log/x',
      'logstash-forwarder_offset': '12',
    })
  })

  test('as Filebeat 8 writes it', () => {
    expect(seen(decode(inJson(filebeatEvent(7))))).toMatchObject({
      source: 'web-1',
      message: 'request 7 answered in 12 ms',
      filebeat_log_offset: 700,
      filebeat_input_type: 'filestream',
      'filebeat_@metadata_type': '_doc',
      filebeat_tags: ['web', 'prod'],
    })
  })
})

test('the events of a Beats client over a socket arrive one by one', async () => {
  const events = Array.from({ length: 20 }, (_, n) => ({ ...EVENT, n, message: `line ${n} – 日本\nsecond` }))
  const messages: unknown[] = []
  const received = Promise.withResolvers<void>()
  const server = createServer((socket: Socket) => {
    const parser = createLumberjackParser()
    socket.on('data', (chunk) => {
      for (const frame of parser.push(Buffer.from(chunk)).frames) {
        if (frame.kind === 'event') messages.push(seen(decode(rawMessage(Buffer.from(frame.event)))))
      }
      if (messages.length === events.length) received.resolve()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  const client = new LumberjackClient({ host: '127.0.0.1', port: address.port })
  for (const event of events) client.log(event)
  await received.promise
  client.socket.removeAllListeners('close')
  client.socket.destroy()
  await new Promise((resolve) => server.close(resolve))
  expect(messages).toEqual(events.map((event) => seen(decode(inJson(event)))))
  expect(messages[3]).toMatchObject({ message: 'line 3 – 日本\nsecond', filebeat_n: 3 })
})
