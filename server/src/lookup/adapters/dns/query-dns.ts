/** Asks DNS servers over UDP, and over TCP if the response does not fit. Each query has a port and an id of its own. */
import { createSocket } from 'node:dgram'
import { connect, isIPv6 } from 'node:net'
import {
  type DnsQuestion,
  type DnsResponse,
  decodeDnsResponse,
  encodeDnsQuery,
  NAME_UNKNOWN,
  NO_ERROR,
} from './dns-message.ts'
import type { DnsServer } from './dns-servers.ts'

export interface DnsQuery extends DnsQuestion {
  readonly servers: readonly DnsServer[]
  /** Limit for all servers. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** A random number of 16 bits. */
  readonly nextId: () => number
}

/** Each server is asked again, because datagrams get lost. */
const ROUNDS = 2
const MAX_TCP_BYTES = 65_535
const LATE = 'did not respond in time'

/** The server responded, but not with what the protocol asks for. */
class InvalidResponse extends Error {
  override readonly name = 'InvalidResponse'
}

const clauseOf = (error: unknown) => (error instanceof InvalidResponse ? error.message : 'cannot be reached')

/** Throws an `Error` with a sentence if no server responds. Without records, the name or the type is unknown. */
export async function queryDns({ servers, timeoutMs, signal, nextId, ...question }: DnsQuery): Promise<DnsResponse> {
  if (servers.length === 0) throw new Error('No DNS server is configured')
  const limitMs = Math.max(1, Math.floor(timeoutMs / (ROUNDS * servers.length)))
  let problem = new Error('No DNS server responded')
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const server of servers) {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
      try {
        const response = await askServer(server, question, nextId(), limit)
        if (response.code === NO_ERROR || response.code === NAME_UNKNOWN) return response
        problem = new Error(`DNS server ${server.host} responded with code ${response.code}`)
      } catch (error) {
        signal.throwIfAborted()
        problem = new Error(`DNS server ${server.host} ${limit.aborted ? LATE : clauseOf(error)}`, { cause: error })
      }
    }
  }
  throw problem
}

async function askServer(server: DnsServer, question: DnsQuestion, id: number, signal: AbortSignal) {
  const query = encodeDnsQuery(id, question)
  const isResponse = (bytes: Buffer) => {
    const response = decodeDnsResponse(bytes, question)
    return response?.id === id ? response : undefined
  }
  const response = await askOverUdp(server, query, isResponse, signal)
  return response.isTruncated ? askOverTcp(server, query, isResponse, signal) : response
}

type ReadResponse = (bytes: Buffer) => DnsResponse | undefined

async function askOverUdp({ host, port }: DnsServer, query: Buffer, read: ReadResponse, signal: AbortSignal) {
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4')
  const { promise, resolve, reject } = Promise.withResolvers<DnsResponse>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    signal.throwIfAborted()
    socket.on('error', reject)
    // Datagrams that are not the response may be forged: the client goes on waiting.
    socket.on('message', (bytes) => {
      const response = read(bytes)
      if (response !== undefined) resolve(response)
    })
    // A connected socket receives only from this server.
    socket.connect(port, host, () => socket.send(query))
    return await promise
  } finally {
    signal.removeEventListener('abort', abort)
    socket.close()
  }
}

async function askOverTcp({ host, port }: DnsServer, query: Buffer, read: ReadResponse, signal: AbortSignal) {
  const socket = connect({ host, port, signal })
  const length = Buffer.alloc(2)
  length.writeUInt16BE(query.length)
  socket.write(Buffer.concat([length, query]))
  let received = Buffer.alloc(0)
  try {
    for await (const chunk of socket) {
      received = Buffer.concat([received, chunk])
      const size = received.length < 2 ? MAX_TCP_BYTES : received.readUInt16BE(0)
      if (received.length < 2 + size) continue
      const response = read(received.subarray(2, 2 + size))
      // A response that is cut over TCP as well has no records, which is not the same as a name without records.
      if (response === undefined || response.isTruncated) throw new InvalidResponse('sent an invalid response over TCP')
      return response
    }
  } finally {
    socket.destroy()
  }
  throw new InvalidResponse('closed the connection before the end of its response')
}
