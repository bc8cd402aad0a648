import { httpText } from './http-text.ts'

/** An unsuccessful response. Screens branch on `status` and `code`, never on words. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** The `type` of the body, such as `ValidationApiError`, else `http-<status>`. */
  readonly code: string
  readonly body: unknown
  readonly method: string
  readonly url: string

  constructor(answer: { status: number; body: unknown; method: string; url: string }) {
    super(bodyMessage(answer.body) ?? httpText(answer.status))
    this.status = answer.status
    this.code = bodyType(answer.body) ?? `http-${answer.status}`
    this.body = answer.body
    this.method = answer.method
    this.url = answer.url
  }
}

/** No response at all: the server is down, restarting, or unreachable. */
export class ServerUnreachable extends Error {
  override readonly name = 'ServerUnreachable'
  readonly method: string
  readonly url: string

  constructor(request: { method: string; url: string }, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.method = request.method
    this.url = request.url
  }
}

/** The `<status>` in toasts: for a 400 or 500 with a reason, the reason and the status text, else the status text. */
export function statusText(error: unknown): string {
  if (error instanceof ApiError) {
    const message = bodyMessage(error.body)
    const told = message !== undefined && message !== '' && (error.status === 400 || error.status === 500)
    return told ? `${message} - ${httpText(error.status)}` : httpText(error.status)
  }
  return error instanceof Error ? error.message : String(error)
}

const textOf = (body: unknown, key: string): string | undefined => {
  if (typeof body !== 'object' || body === null || !(key in body)) return undefined
  const value: unknown = Reflect.get(body, key)
  return typeof value === 'string' ? value : undefined
}
const bodyMessage = (body: unknown) => textOf(body, 'message')
const bodyType = (body: unknown) => textOf(body, 'type')
