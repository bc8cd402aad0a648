/** A whole Logyard with messages of two streams, and agents that ask it through the official client. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, vi } from 'vitest'
import { freePort } from '../../testing/free-port.ts'
import { ADMIN_PASSWORD, type ServerProcess, startServer } from '../../testing/server-process.ts'

export interface AgentWorld extends AsyncDisposable {
  readonly server: ServerProcess
  /** Calls the API as admin. */
  ask(method: string, path: string, body?: unknown): Promise<Readonly<Record<string, unknown>>>
  /** Creates a user with these permissions, and returns a token of it. */
  addAgent(username: string, ...permissions: readonly string[]): Promise<string>
  addStream(title: string, field: string, value: string): Promise<string>
  /** Stores the messages, and returns once a search finds them all. */
  send(messages: readonly Readonly<Record<string, unknown>>[]): Promise<void>
  connect(token: string, mode?: 'auto' | 'legacy'): Promise<Agent>
}

export interface Agent extends AsyncDisposable {
  readonly client: Client
  /** The answer of a tool, as an object; throws the text of a refusal. */
  call(tool: string, args?: Readonly<Record<string, unknown>>): Promise<AgentAnswer>
}

export interface AgentAnswer {
  readonly [fact: string]: unknown
  readonly untrusted_log_data?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
}

export class Refused extends Error {}

const until = (isSo: () => Promise<boolean>) =>
  vi.waitFor(async () => expect(await isSo()).toBe(true), { timeout: 60_000, interval: 50 })

export async function startAgentWorld(): Promise<AgentWorld> {
  const server = await startServer()
  const api = `${server.url}api`
  const gelfPort = await freePort()
  const authorization = `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}`

  async function ask(method: string, path: string, body?: unknown) {
    const answer = await fetch(`${api}${path}`, {
      method,
      headers: { authorization, 'x-requested-by': 'test', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return text === '' ? {} : JSON.parse(text)
  }

  const count = async () => {
    const url = '/search/universal/relative?query=*&range=0&limit=1'
    return (await ask('GET', url))['total_results']
  }
  const gelf = (message: object) =>
    fetch(`http://127.0.0.1:${gelfPort}/gelf`, { method: 'POST', body: JSON.stringify(message) }).then(
      ({ status }) => status,
      () => 0,
    )

  await ask('POST', '/system/inputs', {
    ...{ title: 'gelf', type: 'org.graylog2.inputs.gelf.http.GELFHttpInput', global: true },
    configuration: { bind_address: '127.0.0.1', port: gelfPort },
  })
  let sent = 0
  return {
    server,
    ask,
    async addAgent(username, ...permissions) {
      const password = `${username}-password`
      await ask('POST', '/users', {
        ...{
          username,
          password,
          email: `${username}@example.org`,
          full_name: username,
          roles: ['Reader'],
          permissions,
        },
      })
      return String((await ask('POST', `/users/${username}/tokens/agent`, {}))['token'])
    },
    async addStream(title, field, value) {
      const sets = await ask('GET', '/system/indices/index_sets')
      const { id } = Object(sets['index_sets'])[0]
      const stream = await ask('POST', '/streams', {
        ...{ title, index_set_id: id, remove_matches_from_default_stream: true },
        rules: [{ field, value, type: 1, inverted: false }],
      })
      await ask('POST', `/streams/${stream['stream_id']}/resume`)
      return String(stream['stream_id'])
    },
    async send(messages) {
      for (const message of messages) {
        await until(async () => (await gelf({ version: '1.1', ...message })) === 202)
      }
      sent += messages.length
      await until(async () => (await count()) === sent)
    },
    async connect(token, mode = 'auto') {
      const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
      const headers = { authorization: `Bearer ${token}` }
      await client.connect(new StreamableHTTPClientTransport(new URL(`${api}/mcp`), { requestInit: { headers } }))
      return {
        client,
        call: (tool, args = {}) => callTool(client, tool, args),
        [Symbol.asyncDispose]: () => client.close(),
      }
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

async function callTool(client: Client, name: string, args: Readonly<Record<string, unknown>>): Promise<AgentAnswer> {
  const answer = await client.callTool({ name, arguments: { ...args } })
  const [content] = answer.content
  const text = content?.type === 'text' ? content.text : ''
  if (answer.isError) throw new Refused(text)
  expect(answer.structuredContent).toEqual(JSON.parse(text))
  return JSON.parse(text)
}
