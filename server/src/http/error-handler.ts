import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { LogyardError } from '../platform/errors.ts'
import { accepts } from './accepts.ts'
import { apiError, RequestRefused, STATUS_OF, statusSentence } from './status-answers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The failure, for the request's log line. */
    failure: { readonly code: string; readonly unforeseen?: unknown } | undefined
  }
}

interface Failure {
  readonly status: number
  readonly code: string
  readonly body: object
  readonly retryAfterSeconds?: number | undefined
  /** An unexpected error: logged in full, never sent to the client. */
  readonly unforeseen?: unknown
}

/** The only place that turns an error into a response. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = failureOf(error, request)
  request.failure = failure
  // The error is not compressed, but what it replaces may be: a stream that failed before its first bytes were sent.
  reply.code(failure.status).removeHeader('content-encoding')
  if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', failure.retryAfterSeconds)
  if (failure.status === 401) {
    askForCredentials(request, reply)
    // API clients rely on a 401 having an empty body.
    return reply.removeHeader('content-type').send()
  }
  if (isCsvAsked(request) && 'message' in failure.body) {
    return reply.type('text/csv; charset=utf-8').send(csvOf(String(failure.body.message)))
  }
  // As text, so that no response schema of the operation drops keys from it.
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(failure.body))
}

/** Clients that accept CSV get the error as a CSV table with one row. */
const csvOf = (message: string) => `"message"\n"${message.replaceAll('"', '""')}"\n`

const isCsvAsked = ({ headers: { accept } }: FastifyRequest) =>
  accept !== undefined && accepts(accept, 'text/csv') && !accepts(accept, 'application/json')

export function statusOfError(error: unknown): number {
  if (error instanceof LogyardError) return STATUS_OF[error.kind]
  if (error instanceof RequestRefused) return error.statusCode
  return isFrameworkError(error) ? (error.statusCode ?? 500) : 500
}

function failureOf(error: unknown, request: FastifyRequest): Failure {
  const status = statusOfError(error)
  if (error instanceof LogyardError) {
    const { code, retryAfterSeconds } = error
    return { status, code, body: error.body ?? apiError(error.message), retryAfterSeconds }
  }
  if (error instanceof RequestRefused) return { status, code: error.code, body: error.body }
  if (status >= 400 && status < 500 && isFrameworkError(error)) {
    return { status, code: error.code, body: apiError(frameworkSentence(status, request)) }
  }
  return { status: 500, code: 'internal', body: apiError('Logyard could not answer this request.'), unforeseen: error }
}

/** Fastify does not name the limit of a body that is too large. */
const frameworkSentence = (status: number, { routeOptions }: FastifyRequest) =>
  status === 413
    ? `${statusSentence(status)}: the request body must not exceed ${routeOptions.bodyLimit} bytes`
    : statusSentence(status)

/** Only Fastify's own errors choose a status; a stray `statusCode` of a library's error does not. */
const isFrameworkError = (error: unknown): error is FastifyError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('FST_')

/** The console must not trigger the browser's password prompt; a user with a browser or curl should get one. */
function askForCredentials(request: FastifyRequest, reply: FastifyReply): void {
  if (isFromScript(request)) reply.removeHeader('www-authenticate')
  else if (!reply.hasHeader('www-authenticate')) reply.header('www-authenticate', 'Basic realm="Graylog Server"')
}

export const isFromScript = (request: FastifyRequest) =>
  String(request.headers['x-requested-with']).toLowerCase() === 'xmlhttprequest'
