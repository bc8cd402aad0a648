import type { OperationSpec } from '@logyard/contract/http/operation'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LogyardError } from '../platform/errors.ts'
import { accepts } from './accepts.ts'
import type { Caller } from './caller.ts'
import type { KnownPaths } from './known-paths.ts'
import type { ReadPeerCall } from './peer-call.ts'
import { checkContentType } from './request-body.ts'
import { isJsonSchema } from './route-schema.ts'
import { apiError, RequestRefused } from './status-answers.ts'

/** Returns the caller of a request, or undefined if it has no valid credentials. */
export type Authenticate = (request: FastifyRequest) => Promise<Caller | undefined>

const CSRF_SENTENCE = 'CSRF protection header is missing. Please add a "X-Requested-By" header to your request.'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Checks every API request before its body is read: that the operation exists, the content types, the CSRF header and
 * the credentials, or the signature of another node. The route itself checks the permissions.
 */
export function addRequestGate(
  api: FastifyInstance,
  { authenticate, readPeerCall }: { readonly authenticate: Authenticate; readonly readPeerCall: ReadPeerCall },
  knownPaths: KnownPaths,
): void {
  api.addHook('onRequest', async (request, reply) => {
    const op = request.routeOptions.config.operation
    if (op === undefined) throw noSuchCall(request, reply, knownPaths)
    if (!isAccepted(op, request.headers.accept)) throw new RequestRefused(406, 'answer-type-refused')
    checkContentType(op, request)
    if (op.formBody !== true && isForgeable(request))
      throw new RequestRefused(400, 'csrf-header-missing', apiError(CSRF_SENTENCE))
    request.peerCall = await readPeerCall(request)
    request.caller =
      request.peerCall === undefined ? await callerOf(request, op, authenticate) : request.peerCall.caller
  })
}

function noSuchCall(request: FastifyRequest, reply: FastifyReply, knownPaths: KnownPaths): RequestRefused {
  const [path = ''] = request.url.split('?', 1)
  const methods = knownPaths.methodsOf(path)
  if (methods.length === 0) return new RequestRefused(404, 'path-unknown')
  reply.header('allow', methods.join(', '))
  return new RequestRefused(405, 'method-unknown')
}

/** A browser adds credentials without being asked, but never a Bearer token. */
const isForgeable = ({ method, headers }: FastifyRequest) =>
  !SAFE_METHODS.has(method) &&
  !/^bearer /i.test(headers.authorization ?? '') &&
  headers['x-requested-by'] === undefined &&
  headers['x-graylog-collector-version'] === undefined

async function callerOf(request: FastifyRequest, op: OperationSpec, authenticate: Authenticate) {
  if (op.access.kind !== 'public') return authenticate(request)
  try {
    return await authenticate(request)
  } catch (error) {
    // A public operation also works with invalid credentials.
    if (error instanceof LogyardError) return undefined
    throw error
  }
}

function isAccepted(op: OperationSpec, accept: string | undefined): boolean {
  if (accept === undefined || accept === '') return true
  const types = op.produces ?? (answersJson(op) ? ['application/json'] : [])
  return types.length === 0 || types.some((type) => accepts(accept, type))
}

const answersJson = (op: OperationSpec) =>
  Object.entries(op.answers).some(([status, schema]) => Number(status) < 300 && isJsonSchema(schema))
