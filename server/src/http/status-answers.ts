import { STATUS_CODES } from 'node:http'
import type { ErrorKind } from '../platform/errors.ts'

export const STATUS_OF: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  denied: 403,
  'not-found': 404,
  'wrong-method': 405,
  conflict: 409,
  unprocessable: 422,
  overloaded: 429,
  unavailable: 503,
  unreachable: 502,
  failed: 500,
}

export const apiError = (message: string) => ({ type: 'ApiError', message })

/** The message of errors that need no other text: `HTTP 405 Method Not Allowed`. */
export const statusSentence = (status: number) => `HTTP ${status} ${STATUS_CODES[status] ?? 'Unknown'}`

/** A refusal by `http/` itself, before any handler runs. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused'
  readonly statusCode: number
  readonly code: string
  readonly body: object

  constructor(statusCode: number, code: string, body: object = apiError(statusSentence(statusCode))) {
    super(statusSentence(statusCode))
    this.statusCode = statusCode
    this.code = code
    this.body = body
  }
}
