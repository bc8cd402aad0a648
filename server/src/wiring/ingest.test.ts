/** What a sender was told is safe is stored, once, whatever is killed and whenever. */
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { compressedFrame, jsonFrame, windowFrame } from '@logyard/codecs/beats/testing/lumberjack-sender'
import { expect, test } from 'vitest'
import { connectToEngine } from '../testing/engine-owner.ts'
import { rounds } from '../testing/rounds.ts'
import { ADMIN_PASSWORD, type ServerProcess, startServer } from '../testing/server-process.ts'

const ROUNDS = rounds(1, 50)
const MESSAGES = 20_000
const PER_REQUEST = 100
const MS_PER_ROUND = 40_000
/** Below those that systems hand out: a client that connects to one of these while nobody listens may meet itself. */
const PORTS = { http: 27_201, tcp: 27_202, beats: 27_203 }
const ACK = Buffer.from('2A')

const authorization = `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}`
const headers = { authorization, 'content-type': 'application/json', 'x-requested-by': 'test' }

async function createInput(server: ServerProcess, type: string, port: number): Promise<void> {
  const configuration = { bind_address: '127.0.0.1', port, recv_buffer_size: 1_048_576, max_message_size: 2_097_152 }
  const body = JSON.stringify({ title: type, type, global: true, configuration })
  const answer = await fetch(`${server.url}api/system/inputs`, { method: 'POST', headers, body })
  expect(answer.status, await answer.text()).toBe(201)
}

const gelf = (n: number) => JSON.stringify({ version: '1.1', host: 'test', short_message: `number ${n}`, _n: n })

/** Sends until everything was acknowledged: what was not is sent again, under another number. */
async function sendOverHttp(first: number): Promise<readonly number[]> {
  const acknowledged: number[] = []
  for (let n = first; acknowledged.length < MESSAGES; n += PER_REQUEST) {
    const numbers = Array.from({ length: PER_REQUEST }, (_, index) => n + index)
    try {
      const url = `http://127.0.0.1:${PORTS.http}/gelf`
      const answer = await fetch(url, { method: 'POST', body: numbers.map(gelf).join('\n') })
      await answer.arrayBuffer()
      if (answer.status === 202) acknowledged.push(...numbers)
    } catch {
      await setTimeout(20) // nobody listens while the server is away
    }
  }
  return acknowledged
}

async function sendOverBeats(first: number): Promise<readonly number[]> {
  const acknowledged: number[] = []
  for (let n = first; acknowledged.length < MESSAGES; n += PER_REQUEST) {
    const numbers = Array.from({ length: PER_REQUEST }, (_, index) => n + index)
    if (await sendWindow(numbers)) acknowledged.push(...numbers)
    else await setTimeout(20)
  }
  return acknowledged
}

/** One window over a connection of its own; true once all of it was acknowledged. */
function sendWindow(numbers: readonly number[]): Promise<boolean> {
  const events = numbers.map((n, index) =>
    jsonFrame(index + 1, {
      '@timestamp': '2026-03-01T12:00:00.000Z',
      '@metadata': { beat: 'filebeat' },
      agent: { hostname: 'test' },
      message: `number ${n}`,
      n,
    }),
  )
  return new Promise((resolve) => {
    const socket = connect(PORTS.beats, '127.0.0.1')
    let answer = Buffer.alloc(0)
    socket.on('connect', () =>
      socket.write(Buffer.concat([windowFrame(numbers.length), compressedFrame(Buffer.concat(events))])),
    )
    socket.on('data', (bytes: Buffer) => {
      answer = Buffer.concat([answer, bytes])
      for (; answer.length >= 6; answer = answer.subarray(6)) {
        if (!answer.subarray(0, 2).equals(ACK) || answer.readUInt32BE(2) < numbers.length) continue
        resolve(true)
        socket.end()
      }
    })
    socket.on('error', () => undefined) // told by 'close'
    socket.on('close', () => resolve(false))
  })
}

/** TCP acknowledges nothing to the sender: what is sent may be lost with the process, but must never come twice. */
async function sendOverTcp(first: number): Promise<void> {
  for (let n = first; n < first + MESSAGES; n += PER_REQUEST) {
    const frames = Array.from({ length: PER_REQUEST }, (_, index) => `${gelf(n + index)}\0`).join('')
    await new Promise<void>((resolve) => {
      const socket = connect(PORTS.tcp, '127.0.0.1', () => socket.end(frames))
      socket.on('error', () => undefined)
      socket.on('close', () => resolve())
    })
  }
}

async function numbersIn(server: ServerProcess): Promise<ReadonlyMap<number, number>> {
  const store = await connectToEngine(server.dataFolder)
  const query = `SELECT toUInt32OrZero(extract(message, '\\\\d+')) AS n, count() AS times FROM messages GROUP BY n`
  const answer = await store.query({
    query,
    format: 'JSONEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
  })
  const rows = await answer.json<{ n: number; times: number }>()
  await store.close()
  return new Map(rows.map(({ n, times }) => [n, times]))
}

test(
  `${ROUNDS} rounds of kills: every acknowledged message is stored exactly once, and none twice`,
  async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'logyard-way-in-'))
    let server = await startServer({ dataFolder })
    await createInput(server, 'org.graylog2.inputs.gelf.http.GELFHttpInput', PORTS.http)
    await createInput(server, 'org.graylog2.inputs.gelf.tcp.GELFTCPInput', PORTS.tcp)
    await createInput(server, 'org.graylog.plugins.beats.Beats2Input', PORTS.beats)
    const expected: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const first = round * 1_000_000 + 1
      const sending = Promise.all([
        sendOverHttp(first),
        sendOverBeats(first + 100_000_000),
        sendOverTcp(first + 200_000_000),
      ])
      await setTimeout(200 + ((round * 137) % 700))
      if (round % 2 === 0) {
        await server.end('SIGKILL')
        server = await startServer({ dataFolder })
      } else {
        const [pid] =
          server
            .output()
            .match(/(?<="pid":)\d+(?=,"msg":"engine listens")/g)
            ?.slice(-1) ?? []
        process.kill(Number(pid), 'SIGKILL')
      }
      const [overHttp, overBeats] = await sending
      for (const n of [...overHttp, ...overBeats]) expected.push(n)
    }
    const missing = async () => {
      const stored = await numbersIn(server).catch(() => new Map<number, number>())
      return expected.filter((n) => !stored.has(n)).slice(0, 50)
    }
    await expect.poll(missing, { interval: 500 }).toEqual([])
    const stored = await numbersIn(server)
    const twice = [...stored].filter(([, times]) => times > 1)
    expect(twice).toEqual([])
    await server.end('SIGTERM')
    await rm(dataFolder, { recursive: true, force: true })
  },
  ROUNDS * MS_PER_ROUND + 30_000,
)
