/**
 * Senders that are broken, hostile or too many, against a whole server: its memory stays bounded, counters say what was
 * dropped, and valid senders are served throughout.
 */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { deflateSync, gzipSync } from 'node:zlib'
import { jsonFrame, windowFrame } from '@logyard/codecs/beats/testing/lumberjack-sender'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { INPUT, type LaunchedInput, type Receiver, startReceiver } from './senders/testing/receiver.ts'
import { rounds } from './testing/rounds.ts'

const LEFT_OPEN = rounds(4000, 10_000)
const OPENED_AT_ONCE = 200
/** One input buffers at most half of it for incomplete messages. */
const MAX_GROWTH_MB = 500
/** What may be left of 256 MB of incomplete messages. */
const MAX_LEFT_MB = 100
/** Memory of the server for each connection that is left open. */
const MAX_KB_PER_CONNECTION = 50
const LIMIT_MS = 20_000
const MEGABYTE = 2 ** 20
const U32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

let receiver: Receiver
let inputs: Readonly<Record<'gelfTcp' | 'gelfUdp' | 'gelfHttp' | 'syslogTcp' | 'beats' | 'bulk', LaunchedInput>>
let memoryBefore = 0
let nextNumber = 1

beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver[Symbol.asyncDispose]())

test('before the attack every sender is served', async () => {
  inputs = {
    gelfTcp: await receiver.launch(INPUT.gelfTcp),
    gelfUdp: await receiver.launch(INPUT.gelfUdp, { recv_buffer_size: 2 * MEGABYTE }),
    gelfHttp: await receiver.launch(INPUT.gelfHttp, { max_chunk_size: MEGABYTE }),
    syslogTcp: await receiver.launch(INPUT.syslogTcp),
    beats: await receiver.launch(INPUT.beats),
    bulk: await receiver.launch(INPUT.bulk),
  }
  await expectServing()
  memoryBefore = memoryMb()
})

const memoryMb = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${receiver.server.pid}/status`, 'utf8'))?.[1]) / 1024

const gelf = (n: number) => JSON.stringify({ version: '1.1', host: 'test', short_message: `number ${n}` })

const beatsEvent = (n: number) => ({
  '@timestamp': '2026-03-01T12:00:00.000Z',
  '@metadata': { beat: 'filebeat' },
  agent: { hostname: 'test' },
  message: `number ${n}`,
})

const dial = (input: LaunchedInput, ...bytes: readonly (string | Buffer)[]) => dialFrom('127.0.0.1', input, ...bytes)

/** Each address of the loopback network is a sender of its own. */
async function dialFrom(localAddress: string, { port }: LaunchedInput, ...bytes: readonly (string | Buffer)[]) {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  socket.on('error', () => undefined) // 'close' follows
  await new Promise<void>((resolve) => void socket.once('connect', resolve).once('close', () => resolve()))
  for (const each of bytes) socket.write(each)
  return socket
}

const closed = async (socket: Socket) => {
  socket.resume()
  if (!socket.closed) await once(socket, 'close', { signal: AbortSignal.timeout(LIMIT_MS) })
}

/** Or closed. */
const drained = (socket: Socket) =>
  new Promise<void>((resolve) => void socket.once('drain', resolve).once('close', () => resolve()))

async function sendDatagrams(datagrams: Iterable<Buffer | string>): Promise<void> {
  const socket = createSocket('udp4')
  for (const datagram of datagrams) {
    await new Promise((resolve) => socket.send(datagram, inputs.gelfUdp.port, '127.0.0.1', resolve))
  }
  socket.close()
}

const post = async ({ port }: LaunchedInput, path: string, body: string | Buffer, headers = {}) => {
  const url = `http://127.0.0.1:${port}${path}`
  const answer = await fetch(url, {
    method: 'POST',
    body: typeof body === 'string' ? body : new Uint8Array(body),
    headers,
  })
  await answer.arrayBuffer()
  return answer.status
}

/** One valid message over each input, each of a new sender, is stored, and the server was not restarted. */
async function expectServing(): Promise<void> {
  const first = nextNumber
  const number = () => nextNumber++
  const sent = [
    (await dial(inputs.gelfTcp)).end(`${gelf(number())}\0`),
    (await dial(inputs.syslogTcp)).end(`<13>Mar  1 09:00:00 test number ${number()}\n`),
    await dial(inputs.beats, windowFrame(1), jsonFrame(1, beatsEvent(number()))),
  ]
  await sendDatagrams([gelf(number())])
  expect(await post(inputs.gelfHttp, '/gelf', gelf(number()))).toBe(202)
  expect(await post(inputs.bulk, '/_bulk', `{"create":{}}\n{"message":"number ${number()}"}\n`)).toBe(200)
  const missing = async () => {
    const stored = await receiver.numbers()
    return Array.from({ length: nextNumber - first }, (_, index) => first + index).filter((n) => !stored.has(n))
  }
  // The host of a syslog line is a part of its message.
  await expect.poll(missing, { timeout: LIMIT_MS }).toEqual([first + 1])
  for (const socket of sent) socket.destroy()
}

async function expectBounded(): Promise<void> {
  await expectServing()
  expect(memoryMb() - memoryBefore).toBeLessThan(MAX_GROWTH_MB)
}

test(`${LEFT_OPEN} connections that are opened and abandoned`, { timeout: 90_000 }, async () => {
  const before = memoryMb()
  const left: Socket[] = []
  using _left = { [Symbol.dispose]: () => left.forEach((socket) => void socket.destroy()) }
  const targets = [inputs.gelfTcp, inputs.syslogTcp, inputs.beats, inputs.gelfHttp]
  while (left.length < LEFT_OPEN) {
    const opening = Array.from({ length: OPENED_AT_ONCE }, (_, index) => {
      const target = targets[index % targets.length] ?? inputs.gelfTcp
      return dial(target, ...(index % 2 === 0 ? [] : ['half a messag']))
    })
    left.push(...(await Promise.all(opening)))
  }
  await expect.poll(() => receiver.metric(inputs.gelfTcp, 'open_connections')).toBe(LEFT_OPEN / targets.length)
  expect(memoryMb() - before).toBeLessThan((LEFT_OPEN * MAX_KB_PER_CONNECTION) / 1024)
  await expectBounded()
})

test('connections above the limit are refused and counted, and other inputs are served', async () => {
  await using small = await startReceiver({ openFiles: 400 })
  const input = await small.launch(INPUT.gelfTcp)
  const other = await small.launch(INPUT.gelfTcp)
  const http = await small.launch(INPUT.gelfHttp)
  const others = await Promise.all(Array.from({ length: 100 }, () => dial(other)))
  // The system connects them before the server knows of them, and the room of this input depends on them.
  await expect.poll(() => small.metric(other, 'open_connections')).toBe(100)
  const sockets = await Promise.all(Array.from({ length: 500 }, () => dial(input)))
  // One address may use three quarters of the connections; the rest is for others.
  await expect.poll(() => small.metric(input, 'refused_connections')).toBe(350)
  expect(await small.metric(input, 'open_connections')).toBe(150)
  const elsewhere = await Promise.all(Array.from({ length: 100 }, () => dialFrom('127.0.0.2', input)))
  const all = [...sockets, ...others, ...elsewhere]
  using _all = { [Symbol.dispose]: () => all.forEach((socket) => void socket.destroy()) }
  await expect.poll(() => small.metric(input, 'refused_connections')).toBe(400)
  expect(await small.metric(input, 'open_connections')).toBe(200)
  expect(await small.metric(other, 'open_connections')).toBe(100)
  expect(await post(http, '/gelf', gelf(1))).toBe(202)
  for (const socket of sockets) socket.destroy()
  // Those of the other address stay; until the rest is closed, a new connection may still be refused.
  await expect.poll(() => small.metric(input, 'open_connections')).toBe(50)
  ;(await dial(input)).end(`${gelf(2)}\0`)
  await small.stored(input, 1)
})

test('slow senders delay nobody, and their messages are decoded in the end', async () => {
  const slow = await Promise.all(Array.from({ length: 200 }, () => dial(inputs.gelfTcp)))
  const numbers = slow.map(() => nextNumber++)
  const texts = numbers.map((n) => `${gelf(n)}\0`)
  for (let at = 0; at < 30; at += 1) {
    for (const [index, socket] of slow.entries()) socket.write(texts[index]?.charAt(at) ?? '')
    await new Promise(setImmediate)
  }
  await expectServing()
  for (const [index, socket] of slow.entries()) socket.end(texts[index]?.slice(30) ?? '')
  await expect.poll(() => storedOf(numbers), { timeout: LIMIT_MS }).toBe(numbers.length)
})

async function storedOf(numbers: readonly number[]): Promise<number> {
  const stored = await receiver.numbers()
  return numbers.filter((n) => stored.get(n) === 1).length
}

test.each(['gelfTcp', 'syslogTcp'] as const)('100 MB without a delimiter to %s', async (name) => {
  const invalid = await receiver.metric(inputs[name], 'invalidMessages')
  const socket = await dial(inputs[name])
  const chunk = Buffer.alloc(MEGABYTE, 'x')
  for (let sent = 0; sent < 100 && !socket.destroyed; sent += 1) {
    if (!socket.write(chunk)) await drained(socket)
  }
  await closed(socket)
  await expect.poll(() => receiver.metric(inputs[name], 'invalidMessages')).toBe(invalid + 1)
  await expectBounded()
})

test('many incomplete long messages, whose memory is freed with their connections', { timeout: 60_000 }, async () => {
  const before = memoryMb()
  const invalid = await receiver.metric(inputs.gelfTcp, 'invalidMessages')
  const beginning = Buffer.alloc(2 * MEGABYTE - 1, 'x')
  const sockets = await Promise.all(Array.from({ length: rounds(140, 400) }, () => dial(inputs.gelfTcp, beginning)))
  // More than the buffer for incomplete messages: connections that exceed it are closed.
  await expect
    .poll(() => receiver.metric(inputs.gelfTcp, 'invalidMessages'), { timeout: LIMIT_MS })
    .toBeGreaterThan(invalid)
  // Destroyed, not ended: an orderly end would complete the last message.
  for (const socket of sockets) socket.resetAndDestroy()
  await expect.poll(() => receiver.metric(inputs.gelfTcp, 'open_connections'), { timeout: LIMIT_MS }).toBe(0)
  await expectServing()
  expect(memoryMb() - before).toBeLessThan(MAX_LEFT_MB)
})

test('a flood of chunks that never become messages', async () => {
  const chunk = (id: number, number: number, count: number, payload: string) =>
    Buffer.concat([Buffer.of(0x1e, 0x0f), U32(0), U32(id), Buffer.of(number, count), Buffer.from(payload)])
  const waste = 'x'.repeat(1000)
  await sendDatagrams(
    (function* () {
      for (let id = 1; id <= rounds(10_000, 200_000); id += 1) yield chunk(id, id % 100, 100, waste)
    })(),
  )
  await expectBounded()
  const n = nextNumber++
  const text = gelf(n)
  await sendDatagrams([chunk(0, 0, 2, text.slice(0, 20)), chunk(0, 1, 2, text.slice(20))])
  await expect.poll(() => storedOf([n]), { timeout: LIMIT_MS }).toBe(1)
  await expect
    .poll(
      async () => {
        const path = '/system/metrics/org.graylog2.inputs.codecs.GelfChunkAggregator.expired-chunks'
        return Number(Object(await receiver.call(path))['count'] ?? 0)
      },
      { timeout: LIMIT_MS },
    )
    .toBeGreaterThan(1000)
})

test('decompression bombs in every format', async () => {
  const bomb = Buffer.alloc(60 * MEGABYTE, ' ')
  const packed = gzipSync(bomb, { level: 9 })
  expect(packed.length).toBeLessThan(65_000)
  await sendDatagrams(Array.from({ length: 50 }, () => packed))
  expect(await post(inputs.gelfHttp, '/gelf', packed)).toBe(202)
  expect(await post(inputs.gelfHttp, '/gelf', packed, { 'content-encoding': 'gzip' })).toBe(413)
  expect(await post(inputs.bulk, '/_bulk', packed, { 'content-encoding': 'gzip' })).toBe(413)
  const invalid = await receiver.metric(inputs.beats, 'invalidMessages').catch(() => 0)
  const deflated = deflateSync(bomb, { level: 9 })
  await closed(await dial(inputs.beats, windowFrame(1), Buffer.from('2C'), U32(deflated.length), deflated))
  await expect.poll(() => receiver.metric(inputs.beats, 'invalidMessages')).toBe((invalid || 0) + 1)
  const failures = `org.graylog2.inputs.codecs.GelfCodec.${inputs.gelfUdp.id}.failures`
  await expect
    .poll(
      async () => {
        const { metrics } = Object(
          await receiver.call('/system/metrics/multiple', {
            method: 'POST',
            body: JSON.stringify({ metrics: [failures] }),
          }),
        )
        return metrics[0]?.metric.rate.total
      },
      { timeout: LIMIT_MS },
    )
    .toBe(50)
  await expectBounded()
})

test.each([
  ['a window of four billion events', [windowFrame(0xffff_ffff), jsonFrame(1, { message: 'first of many' })], false],
  ['an event of four billion bytes', [windowFrame(1), Buffer.from('2J'), U32(1), U32(0xffff_ffff)], true],
  ['a packet of four billion bytes', [windowFrame(1), Buffer.from('2C'), U32(0xffff_ffff)], true],
  ['an event of four billion pairs', [windowFrame(1), Buffer.from('2D'), U32(1), U32(0xffff_ffff)], false],
  ['another protocol', ['GET / HTTP/1.1\r\n\r\n'], true],
])('beats: %s', async (_name, bytes, isRefused) => {
  const socket = await dial(inputs.beats, ...bytes)
  if (isRefused) await closed(socket)
  await expectBounded()
  socket.destroy()
})

test('after all attacks no process or thread of the server has ended, and memory is bounded', async () => {
  await expectBounded()
  expect(receiver.server.output()).not.toMatch(/"level":60|processing thread ended|engine ended/)
})
