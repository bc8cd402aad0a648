import { compressedFrame, dataFrame, jsonFrame, windowFrame } from '@logyard/codecs/beats/testing/lumberjack-sender'
import { expect, test } from 'vitest'
import { fixedClock } from '../../../testing/fixed-clock.ts'
import { startInputs } from '../testing/start-inputs.ts'
import { tcpClient } from '../testing/tcp-client.ts'

const BEATS = 'org.graylog.plugins.beats.Beats2Input'
const OLD_BEATS = 'org.graylog.plugins.beats.BeatsInput'

const ack = (sequence: number, version = 2) => {
  const bytes = Buffer.from(`${version}A\0\0\0\0`)
  bytes.writeUInt32BE(sequence, 2)
  return bytes
}
const events = (count: number, first = 1) =>
  Buffer.concat(
    Array.from({ length: count }, (_, index) => jsonFrame(first + index, { message: `event ${first + index}` })),
  )

test('a window is acknowledged with the number of its last event', async () => {
  await using world = await startInputs()
  const input = await world.launch(BEATS)
  using client = await tcpClient(input.port)
  await client.write(Buffer.concat([windowFrame(3), events(2)]))
  await client.write(jsonFrame(3, { message: 'the last one' }))
  expect(await client.receive(6)).toEqual(ack(3))
  expect(await world.receivedTexts(3)).toEqual([
    '{"message":"event 1"}',
    '{"message":"event 2"}',
    '{"message":"the last one"}',
  ])
})

test('compressed windows arrive ahead of acknowledgements and split at any byte', async () => {
  await using world = await startInputs()
  const input = await world.launch(BEATS)
  using client = await tcpClient(input.port)
  const windows = Buffer.concat(
    [2048, 5, 1].map((size) => Buffer.concat([windowFrame(size), compressedFrame(events(size))])),
  )
  for (let at = 0; at < windows.length; at += 777) await client.write(windows.subarray(at, at + 777))
  expect(await client.receive(18)).toEqual(Buffer.concat([ack(2048), ack(5), ack(1)]))
  await world.received(2054)
})

test('key-value events are stored as JSON', async () => {
  await using world = await startInputs()
  const input = await world.launch(BEATS)
  using client = await tcpClient(input.port)
  await client.write(Buffer.concat([windowFrame(1), dataFrame(1, [['line', 'hello']])]))
  expect(await client.receive(6)).toEqual(ack(1))
  expect(await world.receivedTexts(1)).toEqual(['{"line":"hello"}'])
})

test('events are acknowledged only once they are on the disk; until then keep-alives are sent', async () => {
  const disk = Promise.withResolvers<void>()
  const clock = fixedClock('2026-06-15T10:00:00Z')
  await using world = await startInputs({}, { disk: disk.promise, clock })
  const input = await world.launch(BEATS)
  using client = await tcpClient(input.port)
  await client.write(Buffer.concat([windowFrame(2), events(2)]))
  await expect.poll(() => world.metric(input, 'incomingMessages')).toBe(2)
  clock.advance(8000)
  expect(client.take().length).toBe(0)
  for (let seconds = 0; seconds < 8; seconds += 2) clock.advance(2000)
  expect(await client.receive(6)).toEqual(ack(0))
  disk.resolve()
  expect(await client.receive(6)).toEqual(ack(2))
})

test('an incomplete window is acknowledged in part', async () => {
  const clock = fixedClock('2026-06-15T10:00:00Z')
  await using world = await startInputs({}, { clock })
  const input = await world.launch(BEATS)
  using client = await tcpClient(input.port)
  await client.write(Buffer.concat([windowFrame(5), events(3)]))
  await world.received(3)
  await world.journal.flushed()
  for (let seconds = 0; seconds < 12; seconds += 2) clock.advance(2000)
  expect(await client.receive(6)).toEqual(ack(3))
  await client.write(events(2, 4))
  expect(await client.receive(6)).toEqual(ack(5))
})

test('protocol version 1 closes the connection, except on inputs that support it', async () => {
  await using world = await startInputs()
  const input = await world.launch(BEATS)
  using client = await tcpClient(input.port)
  await client.write(windowFrame(1, 1))
  await client.closed()
  const old = await world.launch(OLD_BEATS)
  using forwarder = await tcpClient(old.port)
  await forwarder.write(Buffer.concat([windowFrame(1, 1), dataFrame(1, [['line', 'old']], 1)]))
  expect(await forwarder.receive(6)).toEqual(ack(1, 1))
})

test.each([
  { what: 'an unknown type', bytes: Buffer.from('2Z\0\0\0\x01') },
  { what: 'a frame of 4 GB', bytes: Buffer.from('2J\0\0\0\x01\xff\xff\xff\xff', 'latin1') },
  { what: 'damaged compression', bytes: Buffer.from('2C\0\0\0\x04zzzz') },
  { what: 'something else', bytes: Buffer.from('GET / HTTP/1.1\r\n\r\n') },
])('$what closes its connection and no other', async ({ bytes }) => {
  await using world = await startInputs()
  const input = await world.launch(BEATS)
  using bad = await tcpClient(input.port)
  await bad.write(bytes)
  await bad.closed()
  using good = await tcpClient(input.port)
  await good.write(Buffer.concat([windowFrame(1), events(1)]))
  expect(await good.receive(6)).toEqual(ack(1))
})

test('while the journal is full senders wait, and every event arrives once', async () => {
  await using world = await startInputs({ sizeLimitBytes: 2 ** 20 })
  const input = await world.launch(BEATS)
  using client = await tcpClient(input.port)
  const count = 20_000
  const frames = Array.from({ length: count }, (_, index) => jsonFrame(index + 1, { n: index + 1, x: 'x'.repeat(200) }))
  void client.write(Buffer.concat([windowFrame(count), ...frames]))
  await expect.poll(() => world.journal.isFull()).toBe(true)
  const numbers: number[] = []
  while (numbers.length < count) {
    for (const { raw } of await world.drain()) numbers.push(JSON.parse(Buffer.from(raw.payload).toString()).n)
    await new Promise(setImmediate)
  }
  expect(numbers).toEqual(Array.from({ length: count }, (_, index) => index + 1))
  expect(await client.receive(6)).toEqual(ack(count))
})
