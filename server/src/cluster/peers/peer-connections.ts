/** HTTP to other nodes: connections that stay open, with limits of time. */
import { once } from 'node:events'
import { Agent as HttpAgent, type IncomingMessage, request as requestOverHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestOverHttps } from 'node:https'
import type { Clock } from '../../platform/clock.ts'

/** A connection that transfers nothing for this long is closed, also while an answer is read. */
export const PEER_IDLE_MS = 60_000
const CONNECTIONS_OF_NODE = 64
const UNUSED_CONNECTIONS_OF_NODE = 8
/** The other node closes unused connections after 65 s. */
const UNUSED_MS = 30_000

export interface PeerRequest {
  readonly url: URL
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | undefined
  /** How long the first bytes of the answer may take. */
  readonly limitMs: number
  readonly signal: AbortSignal | undefined
}

export type PeerConnections = ReturnType<typeof createPeerConnections>

/** `authorities` are certificates in PEM form; those of the system if undefined. */
export function createPeerConnections({ clock, authorities }: { clock: Clock; authorities: string | undefined }) {
  const options = {
    keepAlive: true,
    maxSockets: CONNECTIONS_OF_NODE,
    maxFreeSockets: UNUSED_CONNECTIONS_OF_NODE,
    timeout: UNUSED_MS,
  }
  const plain = new HttpAgent(options)
  const encrypted = new HttpsAgent({ ...options, ...(authorities === undefined ? {} : { ca: authorities }) })

  function open({ url, method, headers, signal }: PeerRequest, late: AbortSignal) {
    const signals = signal === undefined ? late : AbortSignal.any([late, signal])
    const facts = { method, headers, timeout: PEER_IDLE_MS, signal: signals }
    if (url.protocol === 'https:') return requestOverHttps(url, { ...facts, agent: encrypted })
    return requestOverHttp(url, { ...facts, agent: plain })
  }

  /** Undefined if a kept connection turned out to be closed. */
  async function send(request: PeerRequest): Promise<IncomingMessage | undefined> {
    const late = new AbortController()
    const answered = new AbortController()
    clock.sleep(request.limitMs, answered.signal).then(
      () => late.abort(new Error(`it took longer than ${request.limitMs / 1000} s`)),
      () => undefined,
    )
    const sending = open(request, late.signal)
    // Errors of the connection after the first bytes reach the reader of the answer.
    sending.on('error', () => undefined)
    sending.on('timeout', () => sending.destroy(new Error(`it sent nothing for ${PEER_IDLE_MS / 1000} s`)))
    sending.end(request.body)
    try {
      const [answer]: IncomingMessage[] = await once(sending, 'response')
      if (answer === undefined) throw new Error('it sent no response')
      return answer
    } catch (error) {
      if (sending.reusedSocket && isReset(error)) return undefined
      throw late.signal.aborted ? late.signal.reason : error
    } finally {
      answered.abort()
    }
  }

  return {
    /**
     * Resolves with the first bytes of the answer. On a connection that turns out to be closed the call is sent again:
     * its nonce works once, so the other node does not perform it twice.
     */
    async send(request: PeerRequest): Promise<IncomingMessage> {
      for (;;) {
        const answer = await send(request)
        if (answer !== undefined) return answer
      }
    },
    [Symbol.dispose]() {
      plain.destroy()
      encrypted.destroy()
    },
  }
}

const isReset = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
