/** Requests as agents send them, over connections that stay open. */
import { Agent, request } from 'node:http'

const SOCKETS = 200

export interface AgentAnswer {
  readonly status: number
  readonly tag: string
  readonly text: string
}

export interface AgentRequest {
  readonly method: string
  readonly path: string
  readonly authorization: string
  readonly body?: unknown
  /** The entity tag of the last response; agents send it in a second pair of quotes. */
  readonly tag?: string | undefined
}

export interface AgentClient extends Disposable {
  ask(wanted: AgentRequest): Promise<AgentAnswer>
}

export function createAgentClient(url: string): AgentClient {
  const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS })
  const send = ({ method, path, authorization, body, tag = '' }: AgentRequest) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const headers = {
      authorization,
      accept: 'application/json',
      'content-type': 'application/json',
      'x-graylog-sidecar-version': '1.5.0',
      'x-requested-by': 'sidecar',
      ...(text === undefined ? {} : { 'content-length': Buffer.byteLength(text) }),
      ...(tag === '' ? {} : { 'if-none-match': `"${tag}"` }),
    }
    return { sending: request(`${url}api${path}`, { method, agent, headers }), text }
  }
  return {
    ask(wanted) {
      const { promise, resolve, reject } = Promise.withResolvers<AgentAnswer>()
      const { sending, text } = send(wanted)
      sending.on('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const { statusCode: status = 0, headers } = response
          resolve({ status, tag: headers.etag ?? '', text: Buffer.concat(chunks).toString() })
        })
      })
      sending.on('error', reject)
      sending.end(text)
      return promise
    },
    [Symbol.dispose]: () => agent.destroy(),
  }
}
