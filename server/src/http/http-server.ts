import type { IncomingMessage, Server } from 'node:http'
import fastifyCompress from '@fastify/compress'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import { addAnswerWriters } from './answer-writers.ts'
import type { ClientAddresses } from './client-address.ts'
import { createConnectionGuard } from './connection-guard.ts'
import { addConsoleFiles, type ConsoleFiles } from './console-files.ts'
import { addCors } from './cors.ts'
import { addEnvelope, addNoStore, addPrettyAnswers } from './envelope.ts'
import { answerError } from './error-handler.ts'
import { createKnownPaths } from './known-paths.ts'
import type { OperationHooks } from './operation-hooks.ts'
import type { ReadPeerCall } from './peer-call.ts'
import { addBodyParser } from './request-body.ts'
import { type Authenticate, addRequestGate } from './request-gate.ts'
import { addRequestLog } from './request-log.ts'
import { addSchemaChecks } from './schema-checks.ts'
import { createSocketErrorHandler } from './socket-errors.ts'

export interface HttpServerDeps {
  readonly log: Log
  readonly clock: Clock
  readonly ids: Ids
  readonly nodeId: string
  /** `LOGYARD_PREFIX`, with or without a slash at the end. */
  readonly prefix: string
  /** `LOGYARD_EXTERNAL_URL`; empty when there is none. */
  readonly externalUrl: string
  readonly rootTimeZone: string
  readonly cors: boolean
  /** The built console; if the folder does not exist, only the API is served. */
  readonly consoleFolder: string
  readonly authenticate: Authenticate
  readonly readPeerCall: ReadPeerCall
  readonly operationHooks: OperationHooks
  readonly clientAddresses: Pick<ClientAddresses, 'isTrusted' | 'of'>
  /** Registers every area's operations. */
  readonly routes: (api: FastifyInstance, files: ConsoleFiles) => void | Promise<void>
  /** Runs everything that answers one request. */
  readonly inCall?: (work: () => void) => void
  readonly limits?: Partial<HttpLimits>
}

export interface HttpLimits {
  readonly bodyBytes: number
  readonly headerBytes: number
  /** How long a client may take to send its headers, and the whole request. */
  readonly headersTimeoutMs: number
  readonly requestTimeoutMs: number
  readonly idleTimeoutMs: number
  readonly connections: number
  /** How long running requests may continue once the server closes. */
  readonly closeTimeoutMs: number
}

const LIMITS: HttpLimits = {
  bodyBytes: 16 * 1024 * 1024,
  headerBytes: 8192,
  headersTimeoutMs: 20_000,
  requestTimeoutMs: 120_000,
  idleTimeoutMs: 65_000,
  connections: 4096,
  closeTimeoutMs: 10_000,
}

const COMPRESSED_FROM_BYTES = 512
/** Compressing a page of messages takes a millisecond, less than the way to a worker thread and back. */
const COMPRESSED_AT_ONCE_BYTES = 256 * 1024

export type HttpServer = Awaited<ReturnType<typeof createHttpServer>>

/** Serves console and API on one port, without knowing any area. */
export async function createHttpServer(deps: HttpServerDeps) {
  const limits = { ...LIMITS, ...deps.limits }
  const prefix = deps.prefix.replace(/\/$/, '')
  const logger: FastifyBaseLogger = deps.log
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: (request) => requestId(request, deps.ids),
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.idleTimeoutMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: Math.min(5000, limits.headersTimeoutMs),
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: limits.headerBytes },
    frameworkErrors: (error, request, reply) => {
      answerError(error, request, reply)
    },
    clientErrorHandler: createSocketErrorHandler(deps.nodeId, deps.log),
  })
  const guard = createConnectionGuard({
    places: limits.connections,
    isTrustedProxy: deps.clientAddresses.isTrusted,
    clock: deps.clock,
    log: deps.log,
  })
  guard.watch(app.server)
  const authenticate: Authenticate = async (request) => {
    const caller = await deps.authenticate(request)
    if (caller !== undefined) guard.trust(request.raw)
    return caller
  }
  const readPeerCall: ReadPeerCall = async (request) => {
    const call = await deps.readPeerCall(request)
    if (call !== undefined) guard.trust(request.raw)
    return call
  }

  decorateRequests(app, deps)
  app.setErrorHandler(answerError)
  addEnvelope(app, deps.nodeId, deps.externalUrl)
  addRequestLog(app)
  await app.register(fastifyCompress, {
    threshold: COMPRESSED_FROM_BYTES,
    syncThreshold: COMPRESSED_AT_ONCE_BYTES,
    encodings: ['br', 'gzip'],
    globalDecompression: false,
  })
  const files = await addConsoleFiles(app, { ...deps, prefix, folder: deps.consoleFolder })
  await app.register(async (api) => addApi(api, { ...deps, authenticate, readPeerCall }, files), {
    prefix: `${prefix}/api`,
  })

  return {
    /** Starts listening; returns the URL of the console with a slash at the end. */
    async listen({ host, port }: { readonly host: string; readonly port: number }) {
      await app.listen({ host, port })
      return `${addressOf(app.server)}${prefix}/`
    },
    connections: guard.figures,
    async [Symbol.asyncDispose]() {
      const closed = app.close()
      const late = new AbortController()
      const cutOff = deps.clock.sleep(limits.closeTimeoutMs, late.signal).then(
        () => app.server.closeAllConnections(),
        () => undefined,
      )
      await closed
      late.abort()
      await cutOff
    },
  }
}

function decorateRequests(app: FastifyInstance, { clientAddresses }: HttpServerDeps): void {
  app.decorateRequest('caller', undefined)
  app.decorateRequest('peerCall', undefined)
  app.decorateRequest('bodyHash', undefined)
  app.decorateRequest('failure', undefined)
  app.decorateRequest('isAudited', undefined)
  app.decorateRequest('clientAddress', {
    getter() {
      return this.peerCall?.clientAddress ?? clientAddresses.of(this)
    },
  })
}

async function addApi(api: FastifyInstance, deps: HttpServerDeps, files: ConsoleFiles): Promise<void> {
  const knownPaths = createKnownPaths()
  api.addHook('onRoute', ({ method, url, config }) => {
    if (config?.operation === undefined) return
    for (const one of [method].flat()) knownPaths.add(one, url)
  })
  const { inCall } = deps
  if (inCall !== undefined) api.addHook('onRequest', (_request, _reply, done) => inCall(done))
  api.decorate('operationHooks', deps.operationHooks)
  addNoStore(api)
  if (deps.cors) addCors(api)
  addRequestGate(api, deps, knownPaths)
  addPrettyAnswers(api)
  addBodyParser(api)
  addSchemaChecks(api)
  addAnswerWriters(api)
  await deps.routes(api, files)
  // The gate refuses these requests. Without this route the console's page would answer unknown API paths.
  api.all('/*', (_request, reply) => reply.code(404).send())
}

function addressOf(server: Server): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a port')
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}

/** The caller's request id appears in headers and logs, so only a short, simple one is accepted. */
const PLAIN_ID = /^[\w.:@/+=-]{1,128}$/

function requestId(request: IncomingMessage, ids: Ids): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && PLAIN_ID.test(given) ? given : ids.uuid()
}
