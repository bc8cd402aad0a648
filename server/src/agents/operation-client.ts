/** Calls operations of the API for an agent, with the credentials of the request that carries its message. */
import type { Answer, Body, OperationSpec, Params, Query } from '@logyard/contract/http/operation'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** The parts of a call that the operation has. */
export type OperationInput<Op extends OperationSpec> = {
  readonly params?: Params<Op>
  readonly query?: Partial<Query<Op>>
} & (Op extends { readonly body: unknown } ? { readonly body: Body<Op> } : unknown)

export interface OperationClient {
  /** Throws `OperationRefused` for every response but a success. */
  call<const Op extends OperationSpec>(op: Op, input: OperationInput<Op>): Promise<Answer<Op>>
}

/** The API refused a call. The message is that of its response, for the agent to read. */
export class OperationRefused extends Error {
  override readonly name = 'OperationRefused'
}

/** Headers about the body or the connection of the agent's own request. */
const NOT_PASSED = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
])

/** A tool can do nothing that the API would refuse its caller: each call passes the same gate, schemas and limits. */
export function createOperationClient(
  api: FastifyInstance,
  request: FastifyRequest,
  signal: AbortSignal,
): OperationClient {
  const passed = Object.entries(request.headers).filter(([name]) => !NOT_PASSED.has(name))
  const headers = { ...Object.fromEntries(passed), accept: 'application/json', 'x-requested-by': 'mcp' }
  return {
    async call<const Op extends OperationSpec>(op: Op, input: OperationInput<Op>): Promise<Answer<Op>> {
      const { params = {}, query = {}, body } = input as Input
      const answer = await api.inject({
        method: op.method,
        url: `${api.prefix}${pathOf(op.path, params)}`,
        query: textsOf(query),
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
        ...(request.raw.socket.remoteAddress === undefined ? {} : { remoteAddress: request.raw.socket.remoteAddress }),
        signal,
      })
      if (answer.statusCode >= 300) throw new OperationRefused(reasonOf(answer.statusCode, answer.body))
      return answer.json<Answer<Op>>()
    },
  }
}

interface Input {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

const pathOf = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

const textsOf = (query: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))

function reasonOf(status: number, text: string): string {
  const message = messageIn(text)
  return message === undefined ? `The request was refused with HTTP status ${status}.` : message
}

function messageIn(text: string): string | undefined {
  try {
    const { message } = JSON.parse(text)
    return typeof message === 'string' ? message : undefined
  } catch {
    return undefined
  }
}
