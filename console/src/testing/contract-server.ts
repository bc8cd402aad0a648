/** The network of console tests: a `fetch` that responds by operation, and only with what the contract allows. */
import type { Answer, OperationSpec } from '@logyard/contract/http/operation'
import { successStatus } from '@logyard/contract/http/operation'
import { Value } from 'typebox/value'

export interface SeenRequest {
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly body: unknown
}
type Outcome =
  | { readonly status: number; readonly body: unknown }
  /** Server-sent events, as long as the test writes some. */
  | { readonly events: ReadableStream<Uint8Array> }
  | 'no-answer'
interface Handler {
  readonly op: OperationSpec
  readonly answer: (request: SeenRequest) => Outcome | Promise<Outcome>
}

export class ContractServer {
  readonly seen: SeenRequest[] = []
  private readonly handlers: Handler[] = []
  private isDown = false

  /** A plain success. A later registration for the same operation wins. */
  on<const Op extends OperationSpec>(op: Op, body: Answer<Op>): this {
    return this.outcome(op, () => ({ status: successStatus(op), body }))
  }

  /** Any response, such as a refusal. */
  outcome(op: OperationSpec, answer: Handler['answer']): this {
    this.handlers.unshift({ op, answer })
    return this
  }

  /** Behaves like a stopped server. */
  stop() {
    this.isDown = true
  }
  start() {
    this.isDown = false
  }

  calls(op: OperationSpec): readonly SeenRequest[] {
    return this.seen.filter((request) => request.operation === op.id)
  }

  readonly fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    if (this.isDown) throw new TypeError('Failed to fetch')
    const method = init.method ?? 'GET'
    const { pathname, searchParams: query } = new URL(String(input), 'http://console.test')
    const path = pathname.replace(/^\/api/, '')
    const handler = this.handlers.find(({ op }) => op.method === method && pathPattern(op.path).test(path))
    if (handler === undefined)
      return respond(404, { type: 'ApiError', message: `HTTP 404 Not Found: ${method} ${path}` })
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null
    const request = { operation: handler.op.id, method, path, query, headers: new Headers(init.headers), body }
    this.seen.push(request)
    const outcome = await handler.answer(request)
    if (outcome === 'no-answer') throw new TypeError('Failed to fetch')
    if ('events' in outcome)
      return new Response(outcome.events, { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } })
    const schema = handler.op.answers[outcome.status]
    if (schema !== undefined && !Value.Check(schema, outcome.body)) {
      throw new Error(`${handler.op.id} would never answer ${JSON.stringify(outcome.body)}`)
    }
    return respond(outcome.status, outcome.body)
  }
}

const pathPattern = (path: string) =>
  new RegExp(`^${path.replaceAll(/\{\w+\*\}/g, '.+').replaceAll(/\{\w+\}/g, '[^/]+')}$`)

const respond = (status: number, body: unknown) =>
  new Response(body === null ? null : JSON.stringify(body), {
    status,
    headers: body === null ? {} : { 'Content-Type': 'application/json' },
  })
