/**
 * Senders that count their messages: `number 17` has the field `n` of 17. Each sends batches until enough of them were
 * acknowledged; a batch without an acknowledgement is never sent again, so no number is sent twice.
 */
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { compressedFrame, jsonFrame, windowFrame } from '@logyard/codecs/beats/testing/lumberjack-sender'

export const PER_BATCH = 100
/** A sender uses only its own numbers. */
export const NUMBERS_OF_SENDER = 1_000_000_000
const DAY_MS = 86_400_000
/** Each so manieth batch is late by days, in no order. */
const LATE_EVERY = 5
const LATEST_DAYS = 60
const PAUSE_MS = 20
const ACK = Buffer.from('2A')

export interface SenderPorts {
  readonly http: number
  readonly bulk: number
  readonly beats: number
  readonly tcp: number
}

export interface Numbered {
  /** The first number of the first batch; a multiple of the batch's size and one. */
  readonly first: number
  /** Batches that must be acknowledged. */
  readonly batches: number
  /** The name of a field of these messages, whose value follows from the number. */
  readonly field: string
}

interface NumberedMessage {
  readonly n: number
  readonly atMs: number
  readonly field: string
}

/** The value of the field by the message's number. */
const valueFor = (n: number): string => `value ${n % 1000}`

const textOf = ({ n }: NumberedMessage) => `number ${n}`
const gelf = (message: NumberedMessage) =>
  JSON.stringify({
    version: '1.1',
    host: 'test',
    short_message: textOf(message),
    timestamp: message.atMs / 1000,
    _n: message.n,
    [`_${message.field}`]: valueFor(message.n),
  })
const document = (message: NumberedMessage) => ({
  '@timestamp': new Date(message.atMs).toISOString(),
  message: textOf(message),
  n: message.n,
  [message.field]: valueFor(message.n),
})

function batchOf(first: number, field: string): readonly NumberedMessage[] {
  const batch = (first - 1) / PER_BATCH
  const late = batch % LATE_EVERY === 0 ? (((batch / LATE_EVERY) * 37) % LATEST_DAYS) * DAY_MS : 0
  const atMs = Date.now() - late
  return Array.from({ length: PER_BATCH }, (_, index) => ({ n: first + index, atMs, field }))
}

/** Sends until enough is acknowledged; returns the first numbers of the batches that were. */
async function untilAcknowledged(
  { first, batches, field }: Numbered,
  send: (messages: readonly NumberedMessage[]) => Promise<boolean>,
): Promise<readonly number[]> {
  const acknowledged: number[] = []
  for (let n = first; acknowledged.length < batches; n += PER_BATCH) {
    if (await send(batchOf(n, field))) acknowledged.push(n)
    // Nobody listens while the server is away.
    else await setTimeout(PAUSE_MS)
  }
  return acknowledged
}

async function post(url: string, body: string, isAcknowledged: (status: number, answer: string) => boolean) {
  try {
    const answer = await fetch(url, { method: 'POST', body })
    return isAcknowledged(answer.status, await answer.text())
  } catch {
    return false
  }
}

export const sendOverHttp = (ports: SenderPorts, numbered: Numbered) =>
  untilAcknowledged(numbered, (messages) =>
    post(`http://127.0.0.1:${ports.http}/gelf`, messages.map(gelf).join('\n'), (status) => status === 202),
  )

export const sendOverBulk = (ports: SenderPorts, numbered: Numbered) =>
  untilAcknowledged(numbered, (messages) => {
    const lines = messages.map((message) => `{"create":{}}\n${JSON.stringify(document(message))}\n`)
    return post(`http://127.0.0.1:${ports.bulk}/_bulk`, lines.join(''), (status, answer) => {
      return status === 200 && answer.includes('"errors":false')
    })
  })

export const sendOverBeats = (ports: SenderPorts, numbered: Numbered) =>
  untilAcknowledged(numbered, (messages) => sendWindow(ports.beats, messages))

/** One window over a connection of its own; true once all of it was acknowledged. */
function sendWindow(port: number, messages: readonly NumberedMessage[]): Promise<boolean> {
  const events = messages.map((message, index) =>
    jsonFrame(index + 1, { '@metadata': { beat: 'filebeat' }, agent: { hostname: 'test' }, ...document(message) }),
  )
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let answer = Buffer.alloc(0)
    socket.on('connect', () =>
      socket.write(Buffer.concat([windowFrame(messages.length), compressedFrame(Buffer.concat(events))])),
    )
    socket.on('data', (bytes: Buffer) => {
      answer = Buffer.concat([answer, bytes])
      for (; answer.length >= 6; answer = answer.subarray(6)) {
        if (!answer.subarray(0, 2).equals(ACK) || answer.readUInt32BE(2) < messages.length) continue
        resolve(true)
        socket.end()
      }
    })
    socket.on('error', () => undefined) // told by 'close'
    socket.on('close', () => resolve(false))
  })
}

/** TCP acknowledges nothing to the sender: what is sent may be lost with the process, but must never come twice. */
export async function sendOverTcp({ tcp }: SenderPorts, { first, batches, field }: Numbered): Promise<void> {
  for (let batch = 0; batch < batches; batch += 1) {
    const frames = batchOf(first + batch * PER_BATCH, field).map((message) => `${gelf(message)}\0`)
    await new Promise<void>((resolve) => {
      const socket = connect(tcp, '127.0.0.1', () => socket.end(frames.join('')))
      socket.on('error', () => undefined)
      socket.on('close', () => resolve())
    })
  }
}
