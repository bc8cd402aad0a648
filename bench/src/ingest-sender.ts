/** Sends messages for its parent, in a separate process, and reports when it sent them. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { bulkItem, gelf, syslog, VARIANTS } from './ingest-payloads.ts'

export interface Sending {
  readonly form: 'gelf-tcp' | 'gelf-udp' | 'syslog-tcp' | 'gelf-http' | 'bulk' | 'numbered'
  readonly port: number
  readonly messages: number
  /** Default: as fast as possible. */
  readonly perSecond?: number
  /** One of so many numbered messages has its number in the field `alarm` too. */
  readonly alarmEvery?: number
}

export interface Sent {
  readonly startedAtMs: number
  readonly endedAtMs: number
  /** For numbered messages: the highest number sent by each time. */
  readonly marks: readonly (readonly [number: number, atMs: number])[]
}

const PER_CHUNK = 500
const PER_REQUEST = 1000
const REQUESTS_AT_ONCE = 4
const TURN_MS = 10
/** Datagrams that an unlimited sender sends before it yields to the event loop. */
const UDP_BURST = 64

type Mark = [number: number, atMs: number]
const now = () => performance.timeOrigin + performance.now()
const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)

async function overTcp({ port, messages }: Sending, frame: (variant: number) => string) {
  const chunks = range(0, VARIANTS / PER_CHUNK).map((chunk) =>
    Buffer.from(
      range(chunk * PER_CHUNK, PER_CHUNK)
        .map(frame)
        .join(''),
    ),
  )
  return timed(async () => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    for (let sent = 0; sent < messages; sent += PER_CHUNK) {
      const chunk = chunks[(sent / PER_CHUNK) % chunks.length] ?? Buffer.of()
      if (!socket.write(chunk)) await once(socket, 'drain')
    }
    socket.end()
    await once(socket, 'close')
  })
}

async function overUdp({ port, messages, perSecond }: Sending) {
  const datagrams = range(0, VARIANTS).map((variant) => Buffer.from(gelf(variant)))
  const socket = createSocket('udp4')
  socket.connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const send = (number: number) =>
    new Promise<void>((resolve, reject) => {
      const datagram = datagrams[number % VARIANTS] ?? Buffer.of()
      socket.send(datagram, (error) => (error ? reject(error) : resolve()))
    })
  const sent = await timed(async () => {
    if (perSecond !== undefined) {
      await paced(messages, perSecond, async (from, count) => void (await Promise.all(range(from, count).map(send))))
      return
    }
    for (let from = 0; from < messages; from += UDP_BURST) {
      await Promise.all(range(from, Math.min(UDP_BURST, messages - from)).map(send))
    }
  })
  socket.close()
  return sent
}

async function overHttp({ port, messages }: Sending, path: string, line: (variant: number) => string) {
  const bodies = range(0, VARIANTS / PER_REQUEST).map((body) =>
    Buffer.from(
      range(body * PER_REQUEST, PER_REQUEST)
        .map(line)
        .join(''),
    ),
  )
  const agent = new Agent({ keepAlive: true, maxSockets: REQUESTS_AT_ONCE })
  const options = { port, path, method: 'POST', agent, headers: { 'content-type': 'application/x-ndjson' } }
  let next = 0
  async function sendOn() {
    while (next < messages) {
      const body = bodies[(next / PER_REQUEST) % bodies.length] ?? Buffer.of()
      next += PER_REQUEST
      const asking = request({ host: '127.0.0.1', ...options })
      asking.end(body)
      const [answer] = await once(asking, 'response')
      const text = (await answer.toArray()).join('')
      if (answer.statusCode >= 300 || text.includes('"errors":true')) throw new Error(`${answer.statusCode}: ${text}`)
    }
  }
  const sent = await timed(async () => void (await Promise.all(range(0, REQUESTS_AT_ONCE).map(sendOn))))
  agent.destroy()
  return sent
}

/** Numbered messages over one connection, so that they arrive in order. */
async function numbered({ port, messages, perSecond = 1000, alarmEvery = 0 }: Sending): Promise<Sent> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const marks: Mark[] = []
  const alarmOf = (number: number) => (number % alarmEvery === 0 ? { alarm: number } : {})
  const sent = await timed(async () => {
    await paced(messages, perSecond, async (from, count) => {
      const frames = range(from, count).map((number) => `${gelf(number, number, alarmOf(number))}\0`)
      if (!socket.write(frames.join(''))) await once(socket, 'drain')
      marks.push([from + count, now()])
    })
    socket.end()
    await once(socket, 'close')
  })
  return { ...sent, marks }
}

async function paced(messages: number, perSecond: number, send: (from: number, count: number) => Promise<void>) {
  const startedAtMs = now()
  for (let sent = 0; sent < messages; ) {
    const due = Math.min(messages, Math.ceil(((now() - startedAtMs) * perSecond) / 1000))
    if (due > sent) await send(sent, due - sent)
    sent = Math.max(sent, due)
    await setTimeout(TURN_MS)
  }
}

async function timed(work: () => Promise<void>): Promise<Sent> {
  const startedAtMs = now()
  await work()
  return { startedAtMs, endedAtMs: now(), marks: [] }
}

function send(sending: Sending): Promise<Sent> {
  switch (sending.form) {
    case 'gelf-tcp':
      return overTcp(sending, (variant) => `${gelf(variant)}\0`)
    case 'syslog-tcp':
      return overTcp(sending, (variant) => `${syslog(variant)}\n`)
    case 'gelf-udp':
      return overUdp(sending)
    case 'gelf-http':
      return overHttp(sending, '/gelf', (variant) => `${gelf(variant)}\n`)
    case 'bulk':
      return overHttp(sending, '/_bulk', bulkItem)
    case 'numbered':
      return numbered(sending)
  }
}

process.once('message', (sending: Sending) => {
  void send(sending).then((sent) => process.send?.(sent, () => process.disconnect?.()))
})
