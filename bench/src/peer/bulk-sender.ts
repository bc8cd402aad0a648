/** Sends documents in `_bulk` requests for its parent, in a separate process, and reports when it sent them. */
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { bulkLines } from './peer-documents.ts'

export interface BulkSending {
  /** Address of the `_bulk` requests. */
  readonly url: string
  /** The number of the first document. */
  readonly from: number
  readonly documents: number
  /** Documents per request. */
  readonly batch: number
  /** Fields of all documents together. */
  readonly fields: number
  readonly connections: number
  /** Default: as fast as possible. */
  readonly perSecond?: number
}

/** What the sender reports: that its requests are prepared, how far it is, and the times when it is done. */
export type BulkReport =
  | { readonly kind: 'prepared' }
  | { readonly kind: 'progress'; readonly sent: number }
  | { readonly kind: 'sent'; readonly startedAtMs: number; readonly endedAtMs: number; readonly refused: number }

/** Up to this many documents, all requests are prepared first, so that making them takes no time from the receiver. */
const MAX_PREPARED = 2_000_000
const PROGRESS_MS = 500
const RETRY_MS = 200
const OVERLOADED = [429, 503]

const now = () => performance.timeOrigin + performance.now()
const report = (each: BulkReport) => process.send?.(each)

function bodyOf(from: number, documents: number, fields: number): Buffer {
  const lines: string[] = []
  for (let number = from; number < from + documents; number++) lines.push(bulkLines(number, fields))
  return Buffer.from(lines.join(''))
}

async function send({ url, from, documents, batch, fields, connections, perSecond }: BulkSending): Promise<void> {
  const end = from + documents
  const make = (first: number) => bodyOf(first, Math.min(batch, end - first), fields)
  const prepared: Buffer[] = []
  if (perSecond === undefined && documents <= MAX_PREPARED) {
    for (let first = from; first < end; first += batch) prepared.push(make(first))
  }
  report({ kind: 'prepared' })
  await once(process, 'message')

  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const startedAtMs = now()
  let next = from
  let sent = 0
  let refused = 0
  const progress = setInterval(() => report({ kind: 'progress', sent }), PROGRESS_MS)
  async function sendOn() {
    while (next < end) {
      const first = next
      next = Math.min(end, next + batch)
      const last = next
      if (perSecond !== undefined) await sleep(Math.max(0, startedAtMs + ((first - from) * 1000) / perSecond - now()))
      const body = prepared[(first - from) / batch] ?? make(first)
      while (!(await isAccepted(url, agent, body))) {
        refused += 1
        await sleep(RETRY_MS)
      }
      sent += last - first
    }
  }
  await Promise.all(Array.from({ length: connections }, sendOn))
  clearInterval(progress)
  report({ kind: 'sent', startedAtMs, endedAtMs: now(), refused })
  agent.destroy()
}

/** False if the receiver is overloaded; it accepts the request later. */
async function isAccepted(url: string, agent: Agent, body: Buffer): Promise<boolean> {
  const asking = request(url, { method: 'POST', agent, headers: { 'content-type': 'application/x-ndjson' } })
  asking.end(body)
  const [response]: IncomingMessage[] = await once(asking, 'response')
  if (response === undefined) throw new Error(`${url} did not respond`)
  const text = Buffer.concat(await response.toArray()).toString('latin1')
  const { statusCode = 0 } = response
  if (OVERLOADED.includes(statusCode)) return false
  if (statusCode >= 300 || text.includes('"errors":true')) {
    throw new Error(`${url} was answered with ${statusCode}: ${text.slice(0, 500)}`)
  }
  return true
}

process.once('message', (sending: BulkSending) => {
  void send(sending).then(() => process.disconnect?.())
})
