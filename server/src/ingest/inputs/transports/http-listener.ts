/**
 * Listens for messages in HTTP requests. Owns connections, limits of size, time and memory, compression and CORS
 * headers; the `HttpHandler` owns paths and responses.
 */

import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import { booleanSetting, countSetting } from '@logyard/codecs/config-fields'
import { MAX_RAW_BYTES } from '../../journal/journal.ts'
import type { ConnectionSigns } from './connection-signs.ts'
import { closeServer, createConnections, tuneConnection } from './connections.ts'
import { protocolOf } from './first-bytes.ts'
import { type BodyOptions, createBodyReader } from './http-body.ts'
import type { HttpOptions, HttpResponse } from './http-response.ts'
import type { Peer } from './intake.ts'
import { listen, listenAddress, watchListener } from './listening.ts'
import { tlsOptions } from './tls-settings.ts'
import type { Transport, TransportDeps } from './transport.ts'
import { watchHandshakes } from './watch-handshakes.ts'

export interface HttpRequest {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly incoming: IncomingMessage
  readonly peer: Peer
  /** The whole body, decompressed, or the response that refuses it. */
  readBody(options?: BodyOptions): Promise<Buffer | HttpResponse>
}

export type HttpHandler = (request: HttpRequest) => Promise<HttpResponse> | HttpResponse

/** Limits for senders that batch and compress their messages. */
export const BATCH_LIMITS: HttpOptions = { maxBodyBytes: 16 * 1024 * 1024, maxUnpackedBytes: 30 * 1024 * 1024 }

const MAX_BODY_BYTES = 65_536
const MAX_HEADER_BYTES = 8192
const MAX_REQUEST_LINE_BYTES = 4096
const HEADERS_MS = 20_000
const REQUEST_MS = 120_000
const CHECK_MS = 5000
const IDLE_SECONDS = 60

export const maxBodyBytes = (configuration: TransportDeps['configuration'], defaultBytes = MAX_BODY_BYTES) =>
  Math.min(countSetting(configuration, 'max_chunk_size', defaultBytes), MAX_RAW_BYTES)

export async function listenForHttp(
  deps: TransportDeps,
  options: HttpOptions,
  handle: HttpHandler,
): Promise<Transport & { readonly port: number }> {
  const { configuration, log } = deps
  const tls = await tlsOptions(deps)
  const connections = createConnections(deps)
  const hasCors = booleanSetting(configuration, 'enable_cors', true)
  const hasKeepAlive = booleanSetting(configuration, 'tcp_keepalive', false)
  const readBody = createBodyReader(options, (bytes, request, refusal) =>
    deps.intake.refuse(bytes, peerOf(request), refusal),
  )

  const listener: RequestListener = (request, response) => {
    const httpRequest = httpRequestOf(request, (bodyOptions) => readBody(request, bodyOptions))
    const cors = hasCors ? corsHeaders(request) : {}
    // While the disk cannot be written, requests wait. A response tells the client more than a closed connection.
    response.once('timeout', () => {
      if (request.complete)
        send(request, response, { ...STILL_WAITING, headers: { ...cors, ...STILL_WAITING.headers } })
      else request.destroy()
    })
    Promise.try(() => responseOf(httpRequest, handle)).then(
      (given) => {
        noteRefusal(deps.signs, given, httpRequest.peer)
        send(request, response, { ...given, headers: { ...cors, ...given.headers } })
      },
      (error: unknown) => {
        if (request.destroyed) return
        log.error({ err: error }, 'request to an input failed')
        send(request, response, { status: 500, headers: cors })
      },
    )
  }
  const limits = {
    maxHeaderSize: MAX_HEADER_BYTES + MAX_REQUEST_LINE_BYTES,
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    connectionsCheckingInterval: CHECK_MS,
    noDelay: true,
  }
  const server = tls === undefined ? createServer(limits, listener) : createHttpsServer({ ...limits, ...tls }, listener)
  connections.bound(server)
  watchHandshakes(server, deps.signs)
  server.on('clientError', (error: ClientError, socket: Socket) => refuseRequest(deps.signs, error, socket))
  const idleMs = idleSeconds(configuration['idle_writer_timeout']) * 1000
  server.timeout = idleMs
  server.keepAliveTimeout = idleMs
  server.on(tls === undefined ? 'connection' : 'secureConnection', (socket) => {
    connections.add(socket)
    tuneConnection(socket, hasKeepAlive)
  })
  const port = await listen(server, listenAddress(configuration))
  watchListener(server, deps)
  return {
    port,
    async [Symbol.asyncDispose]() {
      const closed = closeServer(server)
      server.closeAllConnections()
      connections.closeAll()
      await closed
    },
  }
}

/** `rawPacket` has the bytes that are not HTTP. */
type ClientError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer }

const CLIENT_ERRORS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Responds as Node does without this listener. */
function refuseRequest(signs: ConnectionSigns, error: ClientError, socket: Socket): void {
  const protocol = error.rawPacket === undefined ? undefined : protocolOf(error.rawPacket)
  if (protocol !== undefined && protocol !== 'http') signs.see(protocol, socket.remoteAddress)
  const status = CLIENT_ERRORS[error.code ?? ''] ?? '400 Bad Request'
  if (socket.writable) socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`)
  socket.destroy(error)
}

function noteRefusal(signs: ConnectionSigns, { status }: HttpResponse, peer: Peer): void {
  if (status === 401 || status === 403) signs.see('token-refused', peer.address)
  else if (status === 404) signs.see('path-unknown', peer.address)
  else if (status === 413) signs.see('too-long', peer.address)
}

const STILL_WAITING = {
  status: 503,
  headers: { 'Retry-After': '5' },
  body: 'The messages could not be written to the disk yet. Sent again, they may be stored twice.\n',
} satisfies HttpResponse

const idleSeconds = (value: unknown) =>
  typeof value === 'number' && value >= 0 && Number.isFinite(value) ? Math.trunc(value) : IDLE_SECONDS

const responseOf = (request: HttpRequest, handle: HttpHandler): Promise<HttpResponse> | HttpResponse =>
  (request.incoming.url ?? '').length > MAX_REQUEST_LINE_BYTES ? { status: 414 } : handle(request)

function httpRequestOf(
  incoming: IncomingMessage,
  readBody: (options?: BodyOptions) => Promise<Buffer | HttpResponse>,
): HttpRequest {
  const url = incoming.url ?? ''
  const mark = url.indexOf('?')
  return {
    method: incoming.method ?? '',
    path: mark < 0 ? url : url.slice(0, mark),
    query: new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1)),
    incoming,
    peer: peerOf(incoming),
    readBody,
  }
}

const peerOf = ({ socket }: IncomingMessage): Peer => ({
  address: socket.remoteAddress ?? '',
  port: socket.remotePort ?? 0,
})

function corsHeaders(request: IncomingMessage): Record<string, string> {
  const { origin } = request.headers
  if (origin === undefined) return {}
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type',
  }
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers = {}, body = '' }: HttpResponse,
): void {
  if (response.headersSent) return
  const isJson = typeof body !== 'string' && !(body instanceof Uint8Array)
  const given = isJson ? JSON.stringify(body) : body
  // Encode long bodies once, not again for their length.
  const bytes = typeof given === 'string' ? Buffer.from(given) : given
  const type: Readonly<Record<string, string>> = isJson ? { 'Content-Type': 'application/json' } : {}
  // An unread body would be parsed as the next request.
  const isOver = request.complete || status < 300
  response.shouldKeepAlive &&= isOver
  response.writeHead(status, {
    ...type,
    ...headers,
    'Content-Length': bytes.byteLength,
    Connection: response.shouldKeepAlive ? 'keep-alive' : 'close',
  })
  response.end(request.method === 'HEAD' ? '' : bytes)
}
