export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'denied'
  | 'not-found'
  | 'wrong-method'
  | 'conflict'
  | 'unprocessable'
  | 'overloaded'
  | 'unavailable'
  | 'unreachable'
  | 'failed'

/**
 * An expected failure. `code` is a promise to API users, `kind` determines the status (in `http/`), the message says
 * what failed and for which value. `body` replaces the plain error body where the contract has another one.
 */
export class LogyardError extends Error {
  override readonly name = 'LogyardError'
  readonly kind: ErrorKind
  readonly code: string
  readonly body: object | undefined
  /** When to retry: sent to callers that are refused because of load. */
  readonly retryAfterSeconds: number | undefined

  constructor(kind: ErrorKind, code: string, message: string, options: LogyardErrorOptions = {}) {
    super(message, options)
    this.kind = kind
    this.code = code
    this.body = options.body
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

interface LogyardErrorOptions extends ErrorOptions {
  readonly body?: object
  readonly retryAfterSeconds?: number
}

export const notAuthorized = (instance?: string) =>
  new LogyardError(
    'denied',
    'not-authorized',
    instance === undefined ? 'Not authorized' : `Not authorized to access resource id <${instance}>`,
  )

/** A stored entity would violate a rule: `errors` by field. */
export function validationFailed(errors: Readonly<Record<string, readonly string[]>>): LogyardError {
  const validation_errors = Object.fromEntries(
    Object.entries(errors).map(([field, texts]) => [field, texts.map((error) => ({ error }))]),
  )
  const body = { type: 'ValidationApiError', message: 'Validation failed!', validation_errors }
  return new LogyardError('invalid', 'validation-failed', 'Validation failed!', { body })
}
