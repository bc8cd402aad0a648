import { expect, test } from 'vitest'
import { startInputs } from '../testing/start-inputs.ts'
import { tcpClient } from '../testing/tcp-client.ts'

const GELF_TCP = 'org.graylog2.inputs.gelf.tcp.GELFTCPInput'
const RAW_TCP = 'org.graylog2.inputs.raw.tcp.RawTCPInput'
const SYSLOG_TCP = 'org.graylog2.inputs.syslog.tcp.SyslogTCPInput'

test('GELF messages end with NUL whatever is configured: two in one write, one in two writes, a last one without NUL', async () => {
  await using world = await startInputs()
  const input = await world.launch(GELF_TCP, { use_null_delimiter: false, override_source: 'x' })
  using client = await tcpClient(input.port)
  await client.write('{"a":1}\0{"b":\n2}\0{"c"')
  await client.write(':3}\0\0\0{"d":4}')
  const { localPort } = client.socket
  await client.end()
  const records = await world.received(4)
  expect(records.map(({ raw }) => Buffer.from(raw.payload).toString())).toEqual([
    '{"a":1}',
    '{"b":\n2}',
    '{"c":3}',
    '{"d":4}',
  ])
  expect(records[0]).toMatchObject({
    origin: { inputId: input.id, codec: 'gelf', configuration: { override_source: 'x' } },
    raw: { remoteAddress: '127.0.0.1', remotePort: localPort },
  })
  expect(world.metric(input, 'incomingMessages')).toBe(4)
  expect(world.metric(input, 'rawSize')).toBe(29)
  expect(world.metric(input, 'emptyMessages')).toBe(2)
  await expect.poll(() => world.metric(input, 'open_connections')).toBe(0)
  expect(world.metric(input, 'total_connections')).toBe(1)
  expect(world.metric(input, 'read_bytes_total')).toBe(34)
})

test('lines end with a newline, optionally after a carriage return; empty lines are counted but not stored', async () => {
  await using world = await startInputs()
  const input = await world.launch(RAW_TCP)
  using client = await tcpClient(input.port)
  await client.write('one\r\n\ntwo\nthr\0ee')
  await client.end()
  expect(await world.receivedTexts(3)).toEqual(['one', 'two', 'thr\0ee'])
  expect(world.metric(input, 'emptyMessages')).toBe(1)
})

test('lines end with NUL if configured', async () => {
  await using world = await startInputs()
  const input = await world.launch(RAW_TCP, { use_null_delimiter: true })
  using client = await tcpClient(input.port)
  await client.write('one\ntwo\0three\0')
  expect(await world.receivedTexts(2)).toEqual(['one\ntwo', 'three'])
})

test('one input accepts octet-counted and delimited syslog, on separate connections', async () => {
  await using world = await startInputs()
  const input = await world.launch(SYSLOG_TCP)
  using counted = await tcpClient(input.port)
  await counted.write('9 <13>a b c10 <13>d\ne f\n')
  expect(await world.receivedTexts(2)).toEqual(['<13>a b c', '<13>d\ne f\n'])
  using delimited = await tcpClient(input.port)
  await delimited.write('<13>one\n<13>two\n<13>unfinished')
  await delimited.end()
  expect(await world.receivedTexts(2)).toEqual(['<13>one', '<13>two'])
  using bad = await tcpClient(input.port)
  await bad.write('9x<13>a b c')
  await bad.closed()
})

test('a message that is too long closes only its own connection', async () => {
  await using world = await startInputs()
  const input = await world.launch(GELF_TCP, { max_message_size: 1000 })
  using good = await tcpClient(input.port)
  await good.write('{"a":1}\0')
  using bad = await tcpClient(input.port)
  await bad.write(Buffer.alloc(1002, 'x'))
  await bad.closed()
  await good.write('{"b":2}\0')
  expect(await world.receivedTexts(2)).toEqual(['{"a":1}', '{"b":2}'])
  expect(world.metric(input, 'invalidMessages')).toBe(1)
  expect(world.logged().filter(({ level }) => level === 50)).toMatchObject([{ inputId: input.id, reason: 'too-long' }])
})

test('the default limit is exactly 2 MiB', async () => {
  await using world = await startInputs()
  const input = await world.launch(RAW_TCP)
  using client = await tcpClient(input.port)
  await client.write(`${'x'.repeat(2_097_152)}\n`)
  const [first] = await world.received(1)
  expect(first?.raw.payload.length).toBe(2_097_152)
  await client.write(`${'x'.repeat(2_097_153)}\n`)
  await client.closed()
})

/** The value that a metric has three times in a row: inputs send theirs five times a second. */
async function steady(read: () => number): Promise<number> {
  const seen: number[] = []
  await expect
    .poll(
      () => {
        seen.push(read())
        return new Set(seen.slice(-3)).size === 1 && seen.length >= 3
      },
      { interval: 300 },
    )
    .toBe(true)
  return read()
}

test('while the journal is full senders wait, and nothing is lost or reordered', async () => {
  await using world = await startInputs({ sizeLimitBytes: 2 ** 20 })
  const input = await world.launch(RAW_TCP)
  const count = 40_000
  using client = await tcpClient(input.port)
  const sending = client.write(Array.from({ length: count }, (_, number) => `${number} ${'x'.repeat(200)}\n`).join(''))
  await expect.poll(() => world.journal.isFull()).toBe(true)
  // What the thread of the input has accepted still arrives.
  const held = await steady(() => world.metric(input, 'incomingMessages'))
  expect(held).toBeLessThan(count)
  const readBytes = await steady(() => world.metric(input, 'read_bytes_total'))
  expect(readBytes).toBeLessThan(4_000_000)
  using late = await tcpClient(input.port)
  await late.write('late\n')
  await expect.poll(() => world.metric(input, 'total_connections')).toBe(2)
  expect(await steady(() => world.metric(input, 'read_bytes_total'))).toBe(readBytes)
  expect(world.metric(input, 'incomingMessages')).toBe(held)

  const numbers: number[] = []
  while (numbers.length < count + 1) {
    for (const { raw } of await world.drain()) {
      const [number] = Buffer.from(raw.payload).toString().split(' ', 1)
      numbers.push(number === 'late' ? -1 : Number(number))
    }
    await new Promise(setImmediate)
  }
  await sending
  expect(numbers.filter((number) => number >= 0)).toEqual(Array.from({ length: count }, (_, number) => number))
  expect(numbers.filter((number) => number < 0)).toEqual([-1])
})

test('100 MB without a delimiter and garbage close their connections and cost no memory', async () => {
  await using world = await startInputs()
  const input = await world.launch(GELF_TCP)
  const before = process.memoryUsage().rss
  const megabyte = Buffer.alloc(2 ** 20, 'x')
  for (let round = 0; round < 20; round++) {
    using client = await tcpClient(input.port)
    for (let sent = 0; sent < 5 && !client.socket.destroyed; sent++)
      await Promise.race([client.write(megabyte), client.closed()])
    await client.closed()
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * 2 ** 20)
  await expect.poll(() => world.metric(input, 'invalidMessages')).toBe(20)
  expect(world.logged().filter(({ level }) => level === 50).length).toBe(1)
  using client = await tcpClient(input.port)
  await client.write('{"still":"here"}\0')
  expect(await world.receivedTexts(1)).toEqual(['{"still":"here"}'])
})

test('2,000 idle connections stay open, and are closed with the input', async () => {
  await using world = await startInputs()
  const input = await world.launch(SYSLOG_TCP)
  const before = process.memoryUsage().rss
  const clients = await Promise.all(Array.from({ length: 2000 }, () => tcpClient(input.port)))
  await expect.poll(() => world.metric(input, 'open_connections')).toBe(2000)
  // Both ends of all of them are in this process.
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * 2 ** 20)
  await world.inputs.stop(input.id)
  await world.inputs.settled()
  await Promise.all(clients.map((client) => client.closed()))
  await expect(tcpClient(input.port)).rejects.toThrow('ECONNREFUSED')
})
