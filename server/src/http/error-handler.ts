import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { LogyardError } from '../platform/errors.ts'
import { accepts } from './accepts.ts'
import { apiError, RequestRefused, STATUS_OF, statusSentence } from './status-answers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the request failed, for its log line. */
    failure: { readonly code: string; readonly unforeseen?: unknown } | undefined
  }
}

interface Failure {
  readonly status: number
  readonly code: string
  readonly body: object
  readonly retryAfterSeconds?: number | undefined
  /** What we did not foresee is logged whole and told to nobody. */
  readonly unforeseen?: unknown
}

/** The only place that turns an error into an answer. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = failureOf(error, request)
  request.failure = failure
  reply.code(failure.status)
  if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', failure.retryAfterSeconds)
  if (failure.status === 401) {
    askForCredentials(request, reply)
    // Clients of the API rely on a 401 having nothing in it.
    return reply.removeHeader('content-type').send()
  }
  if (isCsvAsked(request) && 'message' in failure.body) {
    return reply.type('text/csv; charset=utf-8').send(csvOf(String(failure.body.message)))
  }
  // As text, so that no answer schema of the operation drops keys from it.
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(failure.body))
}

/** Where clients read tables, a failure is one: with a header, and a line. */
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

/** Of a body that is too large, Fastify knows the limit and does not tell it. */
const frameworkSentence = (status: number, { routeOptions }: FastifyRequest) =>
  status === 413
    ? `${statusSentence(status)}: this call takes a body of at most ${routeOptions.bodyLimit} bytes`
    : statusSentence(status)

/** Only errors that Fastify itself made may choose a status; a library's stray `statusCode` may not. */
const isFrameworkError = (error: unknown): error is FastifyError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('FST_')

/** A console must not make the browser ask for a password; a person with a browser or curl should be asked. */
function askForCredentials(request: FastifyRequest, reply: FastifyReply): void {
  if (isFromScript(request)) reply.removeHeader('www-authenticate')
  else if (!reply.hasHeader('www-authenticate')) reply.header('www-authenticate', 'Basic realm="Graylog Server"')
}

export const isFromScript = (request: FastifyRequest) =>
  String(request.headers['x-requested-with']).toLowerCase() === 'xmlhttprequest'
