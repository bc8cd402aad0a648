/** Calls API operations of the contract from a script. */

import type { Answer, Body, OperationSpec, Params, Query } from '../../contract/src/http/operation.ts'
import { operationUrl } from '../../contract/src/http/operation-url.ts'

interface CallInput<Op extends OperationSpec> {
  readonly params?: Params<Op>
  readonly query?: Query<Op>
  readonly body?: Body<Op>
}

interface RequestParts {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

export type CallApi = <const Op extends OperationSpec>(op: Op, input?: CallInput<Op>) => Promise<Answer<Op>>

/** `url` is the console's address, ending with a slash. */
export function createApiCaller(given: {
  readonly url: string
  readonly user: string
  readonly password: string
}): CallApi {
  const headers = {
    authorization: `Basic ${Buffer.from(`${given.user}:${given.password}`).toString('base64')}`,
    accept: 'application/json',
    'x-requested-by': 'logyard script',
  }
  async function send(op: OperationSpec, { params, query, body }: RequestParts): Promise<unknown> {
    const url = operationUrl(`${given.url}api/`, op, params, query)
    const response = await reach(url, {
      method: op.method,
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${op.method} ${url} was answered with ${response.status}: ${messageIn(text)}`)
    return text === '' ? null : JSON.parse(text)
  }
  // The server validates its responses against the same operation that types them here.
  return ((op: OperationSpec, input: RequestParts = {}) => send(op, input)) as CallApi
}

async function reach(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request)
  } catch (error) {
    const { cause = error } = error instanceof Error ? error : {}
    throw new Error(`${url} cannot be reached: ${cause instanceof Error ? cause.message : cause}`, { cause: error })
  }
}

function messageIn(text: string): string {
  try {
    const { message } = Object(JSON.parse(text))
    return typeof message === 'string' ? message : text
  } catch {
    return text
  }
}
