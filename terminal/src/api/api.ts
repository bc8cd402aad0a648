/** Calls operations of the contract over HTTP. Every call ends with the signal: the server then stops what it runs. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, RequestOptions } from 'node:http'
import type { Answer, Body, OperationSpec, Params, Query } from '@logyard/contract/http/operation'
import { operationUrl } from '@logyard/contract/http/operation-url'
import type { Connection } from '../connection/connection.ts'
import { ApiFailure, unreachable } from './api-failure.ts'
import { parseJson } from './exact-json.ts'
import type { Route } from './routes.ts'

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

export interface Api extends Disposable {
  call<Op extends OperationSpec>(route: Route<Op>, input?: CallInput<Op>): Promise<Answer<Op>>
  /** The response as it comes; a refusal throws `ApiFailure`. */
  open<Op extends OperationSpec>(route: Route<Op>, input: CallInput<Op>, accept: string): Promise<IncomingMessage>
}

/** The longest answer that is held in memory. */
const MAX_ANSWER_BYTES = 128 * 1024 * 1024
/** The part of a refusal that is read. */
const MAX_REFUSAL_BYTES = 64 * 1024
const CONNECT_WITHIN_MS = 15_000

export async function createApi({ url, token, ca }: Connection, signal: AbortSignal): Promise<Api> {
  const { Agent, request } = url.startsWith('https:') ? await import('node:https') : await import('node:http')
  const agent = new Agent({ keepAlive: true, ...(ca === undefined ? {} : { ca: readAuthority(ca) }) })
  const credentials = `Basic ${Buffer.from(`${token}:token`).toString('base64')}`

  async function open(route: Route, { params, query, body }: RequestParts, accept: string): Promise<IncomingMessage> {
    const options: RequestOptions = {
      method: route.method,
      agent,
      signal,
      headers: {
        authorization: credentials,
        accept,
        'x-requested-by': 'logyard terminal',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
    }
    const sent = request(operationUrl(`${url}api/`, route, params, query), options)
    const slow = setTimeout(() => sent.destroy(new Error('it does not accept the connection')), CONNECT_WITHIN_MS)
    sent.once('socket', (socket) => {
      if (!socket.connecting) clearTimeout(slow)
      else socket.once(url.startsWith('https:') ? 'secureConnect' : 'connect', () => clearTimeout(slow))
    })
    sent.end(body === undefined ? undefined : JSON.stringify(body))
    try {
      const [response]: IncomingMessage[] = await once(sent, 'response')
      if (response === undefined) throw new Error('there is no response')
      if (response.statusCode === 200 || response.statusCode === 201) return response
      throw new ApiFailure(response.statusCode ?? 0, await textOf(response, MAX_REFUSAL_BYTES))
    } catch (error) {
      if (signal.aborted || error instanceof ApiFailure) throw error
      throw unreachable(url, error)
    } finally {
      clearTimeout(slow)
    }
  }

  async function call(route: Route, input: RequestParts = {}): Promise<unknown> {
    const response = await open(route, input, 'application/json')
    try {
      const text = await textOf(response, MAX_ANSWER_BYTES)
      return text === '' ? null : parseJson(text)
    } catch (error) {
      if (signal.aborted || error instanceof AnswerTooLong) throw error
      throw unreachable(url, error)
    }
  }

  // The server checks its responses against the operations that type them here.
  return { call: call as Api['call'], open, [Symbol.dispose]: () => agent.destroy() }
}

class AnswerTooLong extends Error {}

async function textOf(response: IncomingMessage, most: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    size += chunk.length
    if (size > most) throw new AnswerTooLong('The answer is too long: ask for fewer messages, or export them.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function readAuthority(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`The file of the authority cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}
