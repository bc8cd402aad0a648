import type { Answer, Body, OperationSpec, Params, Query } from '@logyard/contract/http/operation'
import { operationUrl } from '@logyard/contract/http/operation-url'
import { ApiError, ServerUnreachable } from './api-error.ts'
import { parseExactJson } from './exact-json.ts'

/** `call(usersPaginated, { query: { page: 1 } })`: a key is optional if the operation needs nothing there. */
type CallInput<Op extends OperationSpec> = Part<'params', Params<Op>> &
  Part<'query', Query<Op>> &
  Part<'body', Body<Op>> & {
    readonly signal?: AbortSignal | undefined
    /** `false` for polls: otherwise an open tab would keep its session alive forever. */
    readonly extendSession?: false
    /** One of the media types that the operation produces; the response is then returned unparsed, as a `Blob`. */
    readonly accept?: string
  }

type Part<Key extends string, Value> = null extends Value
  ? { readonly [K in Key]?: Value }
  : Record<never, never> extends Value
    ? { readonly [K in Key]?: Value }
    : { readonly [K in Key]: Value }

/** What the client needs from the session. */
export interface Credentials {
  /** Resolves with the session id; waits while nobody is signed in. */
  whenSignedIn(signal: AbortSignal | undefined): Promise<string>
  current(): string | undefined
  /** The server no longer accepts this session. */
  rejected(sessionId: string): void
}

/** Receives the outcome of every call, so that one place knows whether the server is reachable. */
interface ServerWatch {
  reached(): void
  unreachable(error: ServerUnreachable): void
  forbidden(error: ApiError): void
}

export interface Call {
  <const Op extends OperationSpec>(op: Op, ...input: CallArguments<Op>): Promise<Answer<Op>>
  /** The same call, cancelled with the signal: `call.until(signal)(getUser, { params })`. */
  until(
    signal: AbortSignal,
    settings?: Pick<RequestParts, 'extendSession'>,
  ): <const Op extends OperationSpec>(op: Op, ...input: CallArguments<Op>) => Promise<Answer<Op>>
  /** The response as a stream. Refusals throw `ApiError` here, too. */
  open<const Op extends OperationSpec>(op: Op, ...input: CallArguments<Op>): Promise<Response>
}
export type CallArguments<Op extends OperationSpec> =
  Record<never, never> extends CallInput<Op> ? [input?: CallInput<Op>] : [input: CallInput<Op>]

interface ApiClientDeps {
  readonly apiUrl: string
  readonly credentials: Credentials
  readonly watch: ServerWatch
  readonly fetch: typeof fetch
}

interface RequestParts {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
  readonly extendSession?: false
  readonly accept?: string
}

/** The only way from the console to the API: typed by the contract's operations, with errors as `ApiError`. */
export function createApiClient({ apiUrl, credentials, watch, fetch }: ApiClientDeps): Call {
  async function open(op: OperationSpec, input: RequestParts): Promise<Response> {
    const isPublic = op.access.kind === 'public'
    const sessionId = isPublic ? credentials.current() : await credentials.whenSignedIn(input.signal)
    const url = operationUrl(apiUrl, op, input.params, input.query)
    const request: RequestInit = {
      method: op.method,
      headers: requestHeaders(op, sessionId, input),
      signal: input.signal ?? null,
      ...(input.body === undefined || input.body === null
        ? {}
        : { body: isText(op, input) ? input.body : JSON.stringify(input.body) }),
    }
    let response: Response
    try {
      response = await fetch(url, request)
    } catch (cause) {
      if (input.signal?.aborted) throw cause
      const error = new ServerUnreachable({ method: op.method, url }, cause)
      watch.unreachable(error)
      throw error
    }
    watch.reached()
    if (response.ok) return response
    const body = await readBody(response)
    const error = new ApiError({ status: response.status, body, method: op.method, url })
    if (response.status === 401 && sessionId !== undefined && !isPublic) credentials.rejected(sessionId)
    if (response.status === 403 && input.extendSession !== false) watch.forbidden(error)
    throw error
  }
  async function send(op: OperationSpec, input: RequestParts): Promise<unknown> {
    const response = await open(op, input)
    return input.accept === undefined ? readBody(response) : response.blob()
  }
  // The server checks its responses against the same operation that types them here.
  const call = (op: OperationSpec, input: RequestParts = {}) => send(op, input)
  return Object.assign(call, {
    until:
      (signal: AbortSignal, settings?: Pick<RequestParts, 'extendSession'>) =>
      (op: OperationSpec, input: RequestParts = {}) =>
        send(op, { ...input, ...settings, signal }),
    open: (op: OperationSpec, input: RequestParts = {}) => open(op, input),
  }) as Call
}

/** The contract spells 'no session' as `undefined:session`. */
function requestHeaders(op: OperationSpec, sessionId: string | undefined, input: RequestParts): Record<string, string> {
  const { produces = ['application/json'] } = op
  return {
    Accept: input.accept ?? (produces.includes('application/json') ? 'application/json' : produces.join(', ')),
    Authorization: `Basic ${btoa(`${sessionId ?? 'undefined'}:session`)}`,
    'X-Requested-With': 'XMLHttpRequest',
    'X-Requested-By': 'XMLHttpRequest',
    ...(input.body === undefined || input.body === null
      ? {}
      : { 'Content-Type': isText(op, input) ? 'text/plain' : 'application/json' }),
    ...(input.extendSession === false ? { 'X-Graylog-No-Session-Extension': 'true' } : {}),
  }
}

const isText = (op: OperationSpec, input: RequestParts): input is { readonly body: string } =>
  op.textBody === true && typeof input.body === 'string'

/** Parses JSON, returns bytes as a `Blob` and everything else as text. */
async function readBody(response: Response): Promise<unknown> {
  const type = response.headers.get('Content-Type') ?? ''
  if (type.includes('octet-stream')) return response.blob()
  const text = await response.text()
  if (text === '') return null
  if (!type.includes('json')) return text
  return parseExactJson(text)
}
