/**
 * A full journal and a full disk: senders get back-pressure, administrators are notified, and once there is room again
 * every accepted message is stored exactly once.
 */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { appendFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { INPUT, type LaunchedInput, type Receiver, startReceiver } from './senders/testing/receiver.ts'
import { areSettingsFiles } from './testing/settings-of-folder.ts'
import { whyNoSmallDisk } from './testing/small-disk.ts'

const PER_REQUEST = 100
const DATAGRAMS = 50
/** More than the buffers of a connection hold. */
const TCP_MESSAGES = 20_000
const FIRST = { http: 1, tcp: 1_000_000, udp: 2_000_000 }
const PROBE = 800_000
const LIMIT_MS = 60_000
/** Less than the journal leaves to them. */
const ROOM_FOR_OTHERS = 80 * 2 ** 20

const gelf = (n: number) =>
  JSON.stringify({ version: '1.1', host: 'test', short_message: `number ${n} ${'x'.repeat(900)}` })
const range = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index)

interface Inputs {
  readonly http: LaunchedInput
  readonly tcp: LaunchedInput
  readonly udp: LaunchedInput
}

async function launchInputs(receiver: Receiver): Promise<Inputs> {
  return {
    http: await receiver.launch(INPUT.gelfHttp, { max_chunk_size: 1_000_000 }),
    tcp: await receiver.launch(INPUT.gelfTcp),
    udp: await receiver.launch(INPUT.gelfUdp),
  }
}

/** Sends numbered messages in one request; returns the status of the response. */
async function post({ http }: Inputs, numbers: readonly number[], signal = AbortSignal.timeout(60_000)) {
  const body = numbers.map(gelf).join('\n')
  const answer = await fetch(`http://127.0.0.1:${http.port}/gelf`, { method: 'POST', body, signal })
  await answer.arrayBuffer()
  return answer.status
}

async function sendDatagrams({ udp }: Inputs): Promise<void> {
  const socket = createSocket('udp4')
  for (const n of range(FIRST.udp, DATAGRAMS)) {
    await new Promise((resolve) => socket.send(gelf(n), udp.port, '127.0.0.1', resolve))
  }
  socket.close()
}

/** A connection that sends more than is accepted at the moment. */
async function speakOn({ tcp }: Inputs): Promise<Socket> {
  const socket = connect(tcp.port, '127.0.0.1')
  socket.on('error', () => undefined) // the missing messages show it
  await once(socket, 'connect')
  for (const n of range(FIRST.tcp, TCP_MESSAGES)) socket.write(`${gelf(n)}\0`)
  let waiting = -1
  await expect
    .poll(
      () => {
        const before = waiting
        waiting = socket.writableLength
        return waiting > 0 && waiting === before
      },
      { interval: 500, timeout: LIMIT_MS },
    )
    .toBe(true)
  return socket
}

async function loadBalancerStatus({ url }: Receiver): Promise<string> {
  const answer = await fetch(`${url}api/system/lbstatus`)
  return `${answer.status} ${await answer.text()}`
}

const notificationTypes = async (receiver: Receiver): Promise<readonly string[]> => {
  const { notifications } = Object(await receiver.call('/system/notifications'))
  return notifications.map((one: { type: string; details?: { title?: string } }) => one.details?.title ?? one.type)
}

/** While no message is accepted: senders that can wait are blocked, datagrams are dropped and counted. */
async function expectPushBack(receiver: Receiver, inputs: Inputs): Promise<Socket> {
  await expect.poll(() => loadBalancerStatus(receiver), { timeout: LIMIT_MS }).toBe('429 THROTTLED')
  await sendDatagrams(inputs)
  await expect.poll(() => receiver.metric(inputs.udp, 'droppedMessages')).toBe(DATAGRAMS)
  return speakOn(inputs)
}

/** Every message that was acknowledged, or accepted by a connection, is stored exactly once. */
async function expectStored(receiver: Receiver, inputs: Inputs, socket: Socket, accepted: readonly number[]) {
  await expect.poll(() => loadBalancerStatus(receiver), { timeout: 2 * LIMIT_MS }).toBe('200 ALIVE')
  await expect.poll(() => socket.writableLength, { timeout: LIMIT_MS }).toBe(0)
  socket.end()
  const last = range(FIRST.http + 900_000, PER_REQUEST)
  // What the connection still held back can fill the journal once more. A rejected request stores nothing.
  await expect.poll(() => post(inputs, last), { timeout: LIMIT_MS }).toBe(202)
  const expected = [...accepted, ...range(FIRST.tcp, TCP_MESSAGES), ...last]
  const missing = async () => {
    const stored = await receiver.numbers().catch(() => new Map<number, number>())
    return expected.filter((n) => !stored.has(n)).slice(0, 20)
  }
  await expect.poll(missing, { timeout: 2 * LIMIT_MS, interval: 500 }).toEqual([])
  const stored = await receiver.numbers()
  expect([...stored].filter(([, times]) => times !== 1)).toEqual([])
  // The probe was aborted without an answer, so it may or may not have been stored.
  expect([...stored.keys()].filter((n) => n !== PROBE && !expected.includes(n))).toEqual([])
}

test('a full journal applies back-pressure, reports it, and loses nothing', { timeout: 300_000 }, async () => {
  await using receiver = await startReceiver({ env: { LOGYARD_JOURNAL_MB: '16' } })
  const inputs = await launchInputs(receiver)
  await engineAnswers(receiver)
  const [enginePid] = /(?<="pid":)\d+(?=,"msg":"engine listens")/.exec(receiver.server.output()) ?? []
  process.kill(Number(enginePid), 'SIGSTOP')
  const accepted: number[] = []
  let status = 202
  for (let n = FIRST.http; status === 202; n += PER_REQUEST) {
    const numbers = range(n, PER_REQUEST)
    status = await post(inputs, numbers)
    if (status === 202) accepted.push(...numbers)
  }
  expect(status).toBe(503)
  expect(accepted.length).toBeGreaterThan(10_000)
  const socket = await expectPushBack(receiver, inputs)
  await expect.poll(() => notificationTypes(receiver)).toContain('journal_utilization_too_high')
  goOn(Number(enginePid))
  await expectStored(receiver, inputs, socket, accepted)
})

test('a full disk applies back-pressure, reports it, and loses nothing', { timeout: 300_000 }, async ({ skip }) => {
  const reason = await whyNoSmallDisk()
  skip(reason !== undefined, reason)
  await using receiver = await startReceiver({ diskSize: '600m' })
  const { server } = receiver
  const inputs = await launchInputs(receiver)
  const filler = join(server.dataFolder, 'filler')
  const accepted = range(FIRST.http, PER_REQUEST)
  await engineAnswers(receiver)
  await receiver.call('/system/processing/pause', { method: 'PUT' }).catch(() => undefined)
  expect(await post(inputs, accepted)).toBe(202)
  await fillDisk(filler)
  await receiver.call('/system/processing/resume', { method: 'PUT' }).catch(() => undefined)
  await expect.poll(() => server.output(), { timeout: LIMIT_MS }).toContain('messages could not be stored')
  // Accepted before the full disk was noticed: answered once there is room again.
  const waiting = range(FIRST.http + PER_REQUEST, PER_REQUEST)
  const late = post(inputs, waiting)
  await expect.poll(() => post(inputs, [PROBE], AbortSignal.timeout(500)).catch(String)).toBe(503)
  const socket = await expectPushBack(receiver, inputs)
  expect(await Promise.race([late, 'waits'])).toBe('waits')

  // The engine has room again; the journal leaves the remaining space to others.
  truncateSync(filler, statSync(filler).size - ROOM_FOR_OTHERS)
  await expect
    .poll(() => notificationTypes(receiver), { timeout: LIMIT_MS })
    .toContain('The message journal cannot be written')
  await expect.poll(async () => (await receiver.numbers()).size, { timeout: LIMIT_MS }).toBe(accepted.length)
  expect(await loadBalancerStatus(receiver)).toBe('429 THROTTLED')

  rmSync(filler)
  expect(await late).toBe(202)
  await expectStored(receiver, inputs, socket, [...accepted, ...waiting])
})

test('a full disk is reported to clients that change settings and to waiting senders', { timeout: 300_000 }, async ({
  skip,
}) => {
  const reason = await whyNoSmallDisk()
  skip(reason !== undefined, reason)
  skip(!areSettingsFiles, 'the settings are not on the disk that is full')
  await using receiver = await startReceiver({ diskSize: '600m' })
  const http = await receiver.launch(INPUT.gelfHttp, { idle_writer_timeout: 2 })
  const udp = await receiver.launch(INPUT.gelfUdp)
  const inputs = { http, tcp: http, udp }
  const filler = join(receiver.server.dataFolder, 'filler')
  await engineAnswers(receiver)
  await fillDisk(filler)

  // Some are accepted before the journal notices, and wait until their connection would be closed.
  const numbers = range(1, 40)
  const statuses = await Promise.all(numbers.map((n) => post(inputs, [n]).catch(String)))
  expect(new Set(statuses)).toEqual(new Set([503]))

  const role = { name: 'Auditors', description: 'x'.repeat(100_000), permissions: [], read_only: false }
  const create = { method: 'POST', body: JSON.stringify(role) }
  await expect(receiver.call('/roles', create)).rejects.toThrow(
    /503.*The disk of the data folder is full.*nothing was changed/,
  )

  rmSync(filler)
  expect(await receiver.call('/roles', create)).toMatchObject({ name: 'Auditors' })
  await expect.poll(() => post(inputs, [100]), { timeout: LIMIT_MS }).toBe(202)
  await expect.poll(async () => (await receiver.numbers()).get(100), { timeout: LIMIT_MS }).toBe(1)
})

/** On a slow machine the engine was replaced by now, because it did not answer. */
function goOn(enginePid: number): void {
  try {
    process.kill(enginePid, 'SIGCONT')
  } catch (error) {
    expect(error).toMatchObject({ code: 'ESRCH' })
  }
}

/** On a full disk the engine could not make its tables. */
const engineAnswers = (receiver: Receiver) =>
  expect.poll(async () => (await receiver.numbers().catch(() => undefined))?.size, { timeout: LIMIT_MS }).toBe(0)

/** Fills the disk to the last byte. */
async function fillDisk(path: string): Promise<void> {
  for (let bytes = 2 ** 24; bytes >= 1; bytes = Math.floor(bytes / 2)) {
    try {
      for (;;) appendFileSync(path, Buffer.alloc(bytes))
    } catch {
      await setTimeout(1)
    }
  }
}
