/**
 * Listens for unary gRPC calls over HTTP/2. Owns connections, limits of size, time and memory, and deadlines; the
 * `GrpcHandler` owns services and what is done with messages.
 */
import {
  constants,
  createSecureServer,
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
  type ServerOptions,
} from 'node:http2'
import type { Socket } from 'node:net'
import { booleanSetting, countSetting } from '@logyard/codecs/config-fields'
import { MAX_RAW_BYTES } from '../../../journal/journal.ts'
import { closeServer, createConnections, tuneConnection } from '../connections.ts'
import type { Peer } from '../intake.ts'
import { listen, listenAddress, watchListener } from '../listening.ts'
import { createRareLog } from '../rare-log.ts'
import { tlsOptions } from '../tls-settings.ts'
import type { Transport, TransportDeps } from '../transport.ts'
import { watchHandshakes } from '../watch-handshakes.ts'
import { createMessageReader, type GrpcMessage } from './grpc-message.ts'
import { GRPC_CODE, type GrpcStatus, OK, statusTrailers } from './grpc-status.ts'

export interface GrpcCall {
  /** `/package.Service/Method` */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly peer: Peer
  readMessage(): Promise<GrpcMessage | GrpcStatus>
}

/** The message of a successful response, or why there is none. */
export type GrpcHandler = (call: GrpcCall) => Promise<Uint8Array | GrpcStatus> | GrpcStatus

/** Streams at the same time, of one connection. */
const MAX_STREAMS_OF_CONNECTION = 100
/** Streams at the same time, of one input: clients send one call after the other, few in parallel. */
const MAX_STREAMS = 4096
const MAX_HEADER_PAIRS = 64
const MAX_HEADER_BYTES = 16_384
/** Memory of one connection, in MB. */
const SESSION_MB = 4
/** Cancelled streams of one connection in a burst, and per second after it. */
const RESET_BURST = 200
const RESETS_PER_SECOND = 20
const MAX_INVALID_FRAMES = 100
const WINDOW_BYTES = 262_144
/** Deadline of a call, if its client names no earlier one. */
const CALL_MS = 120_000
/** Clients open a new connection for the next call. */
const IDLE_MS = 300_000
const CHECK_MS = 1000
/** After a deadline, for the client to read the response. */
const CLOSING_MS = 5000
const MAX_MESSAGE_BYTES = 16_777_216

const HTTP2_OPTIONS = {
  maxSessionMemory: SESSION_MB,
  maxHeaderListPairs: MAX_HEADER_PAIRS,
  maxSessionInvalidFrames: MAX_INVALID_FRAMES,
  maxSessionRejectedStreams: MAX_INVALID_FRAMES,
  streamResetBurst: RESET_BURST,
  streamResetRate: RESETS_PER_SECOND,
  settings: {
    enablePush: false,
    maxConcurrentStreams: MAX_STREAMS_OF_CONNECTION,
    maxHeaderListSize: MAX_HEADER_BYTES,
    initialWindowSize: WINDOW_BYTES,
  },
} satisfies ServerOptions

export const maxMessageBytes = ({ configuration }: TransportDeps): number =>
  Math.min(countSetting(configuration, 'max_message_size', MAX_MESSAGE_BYTES), MAX_RAW_BYTES)

interface OpenCall {
  readonly stream: ServerHttp2Stream
  endsAtMs: number
}

export async function listenForGrpc(
  deps: TransportDeps,
  handle: GrpcHandler,
): Promise<Transport & { readonly port: number }> {
  const { clock } = deps
  const tls = await tlsOptions(deps)
  const server: Http2Server =
    tls === undefined ? createServer(HTTP2_OPTIONS) : createSecureServer({ ...HTTP2_OPTIONS, ...tls })
  const sessions = acceptSessions(deps, server)
  const calls = new Set<OpenCall>()
  const readMessage = createMessageReader(maxMessageBytes(deps))
  server.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    // Broken streams are normal; 'close' follows and cleans up.
    stream.on('error', () => undefined)
    if (calls.size >= MAX_STREAMS) {
      stream.close(constants.NGHTTP2_REFUSED_STREAM)
      return
    }
    const timeoutMs = Math.min(grpcTimeoutMs(headers['grpc-timeout']) ?? CALL_MS, CALL_MS)
    const call = { stream, endsAtMs: clock.monotonicMs() + timeoutMs }
    calls.add(call)
    stream.once('close', () => calls.delete(call))
    answer(deps, stream, headers, () => readMessage(stream), handle)
  })
  const ticker = clock.every(CHECK_MS, () => {
    for (const call of calls) endLate(call, clock.monotonicMs())
  })
  const port = await listen(server, listenAddress(deps.configuration))
  watchListener(server, deps)
  return {
    port,
    async [Symbol.asyncDispose]() {
      ticker[Symbol.dispose]()
      const closed = closeServer(server)
      sessions.closeAll()
      await closed
    },
  }
}

function endLate(call: OpenCall, nowMs: number): void {
  const { stream, endsAtMs } = call
  if (nowMs < endsAtMs) return
  call.endsAtMs = nowMs + CLOSING_MS
  if (stream.headersSent) stream.close(constants.NGHTTP2_NO_ERROR)
  else end(stream, LATE)
}

function acceptSessions(deps: TransportDeps, server: Http2Server): { closeAll(): void } {
  const connections = createConnections(deps)
  const hasKeepAlive = booleanSetting(deps.configuration, 'tcp_keepalive', false)
  const logClosed = createRareLog(deps, 'connection closed, it does not speak gRPC')
  const sessions = new Set<ServerHttp2Session>()
  /** Includes connections during their TLS handshake. */
  const sockets = new Set<Socket>()
  connections.bound(server)
  watchHandshakes(server, deps.signs)
  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    sockets.add(socket)
    tuneConnection(socket, hasKeepAlive)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('session', (session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
    session.setTimeout(IDLE_MS, () => session.close())
  })
  server.on('sessionError', (error: Error, session: ServerHttp2Session) => {
    const { remoteAddress } = session.socket ?? {}
    deps.metrics.invalidMessages.mark()
    deps.signs.see('not-grpc', remoteAddress, error.message)
    logClosed({ remoteAddress, reason: error.message })
    session.destroy()
  })
  return {
    closeAll() {
      for (const session of sessions) session.destroy()
      for (const socket of sockets) socket.destroy()
    },
  }
}

function answer(
  { log }: TransportDeps,
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  readMessage: GrpcCall['readMessage'],
  handle: GrpcHandler,
): void {
  if (headers[':method'] !== 'POST' || !String(headers['content-type'] ?? '').startsWith('application/grpc')) {
    refuse(stream, { ':status': headers[':method'] === 'POST' ? 415 : 405 })
    return
  }
  const { remoteAddress = '', remotePort = 0 } = stream.session?.socket ?? {}
  const path = String(headers[':path'] ?? '')
  Promise.try(() => handle({ path, headers, peer: { address: remoteAddress, port: remotePort }, readMessage })).then(
    (given) => end(stream, given),
    (error: unknown) => {
      if (stream.destroyed) return
      log.error({ err: error }, 'a call to an input failed')
      end(stream, FAILED)
    },
  )
}

const LATE: GrpcStatus = { code: GRPC_CODE.deadlineExceeded, message: 'The messages were not stored in time' }
const FAILED: GrpcStatus = { code: GRPC_CODE.internal, message: 'The call failed' }
const CONTENT = { ':status': 200, 'content-type': 'application/grpc', 'grpc-accept-encoding': 'identity,gzip,deflate' }

function end(stream: ServerHttp2Stream, given: Uint8Array | GrpcStatus): void {
  if (stream.destroyed || stream.headersSent) return
  if (!(given instanceof Uint8Array)) {
    refuse(stream, { ...CONTENT, ...statusTrailers(given) })
    return
  }
  stream.respond(CONTENT, { waitForTrailers: true })
  stream.once('wantTrailers', () => stream.sendTrailers(statusTrailers(OK)))
  const head = Buffer.alloc(5)
  head.writeUInt32BE(given.byteLength, 1)
  stream.end(Buffer.concat([head, given]))
}

/** The rest of the message is read and discarded: a reset stream would lose the response. `endLate` bounds the time. */
function refuse(stream: ServerHttp2Stream, headers: OutgoingHttpHeaders): void {
  stream.respond(headers, { endStream: true })
  stream.resume()
}

const UNIT_MS: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 1e-3, n: 1e-6 }

/** The time until the deadline of the client, such as `10S`. Undefined if there is none, or it is invalid. */
function grpcTimeoutMs(header: string | readonly string[] | undefined): number | undefined {
  const [, digits, unit = ''] = (typeof header === 'string' && /^(\d{1,8})([HMSmun])$/.exec(header)) || []
  const unitMs = UNIT_MS[unit]
  return digits === undefined || unitMs === undefined ? undefined : Number(digits) * unitMs
}
