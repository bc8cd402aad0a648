import { createSocket } from 'node:dgram'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startInputs } from '../testing/start-inputs.ts'

const GELF_UDP = 'org.graylog2.inputs.gelf.udp.GELFUDPInput'
const SYSLOG_UDP = 'org.graylog2.inputs.syslog.udp.SyslogUDPInput'

async function udpClient(port: number) {
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => void socket.bind(0, '127.0.0.1', () => resolve()))
  return {
    port: socket.address().port,
    send: (bytes: string | Uint8Array) =>
      new Promise<void>((resolve, reject) =>
        socket.send(bytes, port, '127.0.0.1', (error) => (error === null ? resolve() : reject(error))),
      ),
    [Symbol.dispose]: () => void socket.close(),
  }
}

function chunk(id: number, number: number, count: number, data: Uint8Array): Buffer {
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0x1e0f)
  head.writeUInt32BE(id, 2)
  head[10] = number
  head[11] = count
  return Buffer.concat([head, data])
}

test('any datagram is a message', async () => {
  await using world = await startInputs()
  const input = await world.launch(SYSLOG_UDP)
  using client = await udpClient(input.port)
  await client.send('<13>one\n')
  await client.send('')
  await client.send(Buffer.alloc(65_507, 'x'))
  const records = await world.received(2)
  expect(records[0]).toMatchObject({ raw: { remoteAddress: '127.0.0.1', remotePort: client.port } })
  expect(records.map(({ raw }) => raw.payload.length)).toEqual([8, 65_507])
  expect(world.metric(input, 'emptyMessages')).toBe(1)
  expect(world.metric(input, 'read_bytes_total')).toBe(65_515)
})

test('chunks are joined in any order; invalid GELF is counted', async () => {
  await using world = await startInputs()
  const input = await world.launch(GELF_UDP)
  using client = await udpClient(input.port)
  const document = gzipSync('{"host":"h","short_message":"in three parts"}')
  const third = Math.ceil(document.length / 3)
  const parts = [0, 1, 2].map((number) => chunk(7, number, 3, document.subarray(number * third, (number + 1) * third)))
  for (const number of [2, 0, 1]) await client.send(parts[number] ?? '')
  await client.send('x')
  await client.send(chunk(8, 3, 3, Buffer.of(1)))
  await client.send(Buffer.of(0x78, 0x00, 0x01))
  await client.send('{"host":"h","short_message":"whole"}')
  const records = await world.received(2)
  expect(Buffer.from(records[0]?.raw.payload ?? [])).toEqual(document)
  expect(world.metric(input, 'invalidMessages')).toBe(3)
})

test('datagrams that arrive while the journal is full are counted', async () => {
  await using world = await startInputs({ sizeLimitBytes: 2 ** 20 })
  const input = await world.launch(SYSLOG_UDP)
  using client = await udpClient(input.port)
  const datagram = Buffer.alloc(60_000, 'x')
  await expect
    .poll(
      async () => {
        await client.send(datagram)
        return world.metric(input, 'droppedMessages')
      },
      { interval: 1 },
    )
    .toBeGreaterThan(0)
  // Datagrams that the system still holds arrive while the journal is drained.
  let drained = 0
  await expect
    .poll(async () => {
      drained += (await world.drain()).length
      return world.metric(input, 'incomingMessages') - drained
    })
    .toBe(0)
  const stored = world.metric(input, 'incomingMessages')
  await expect.poll(() => world.journal.isFull()).toBe(false)
  await expect
    .poll(async () => {
      await client.send('<13>room again')
      return world.metric(input, 'incomingMessages')
    })
    .toBeGreaterThan(stored)
})

test('a flood of incomplete chunked messages stays within its memory limit', async () => {
  await using world = await startInputs()
  const input = await world.launch(GELF_UDP)
  using client = await udpClient(input.port)
  const before = process.memoryUsage().rss
  const data = Buffer.alloc(1400, 'x')
  for (let id = 0; id < 60_000; id++) await client.send(chunk(id, 0, 2, data))
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * 2 ** 20)
  await expect
    .poll(async () => {
      await client.send('{"host":"h","short_message":"alive"}')
      return world.metric(input, 'incomingMessages')
    })
    .toBeGreaterThan(0)
})

test('a port in use fails the input with an explanation', async () => {
  await using world = await startInputs()
  const first = await world.launch(SYSLOG_UDP)
  await expect(world.launch(SYSLOG_UDP, { port: first.port })).rejects.toThrow('Address already in use')
})
