/** A whole server, and calls of content packs to it. */
import { ADMIN_PASSWORD, type ServerOptions, type ServerProcess, startServer } from '../../testing/server-process.ts'
import { packOf } from './pack-drafts.ts'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  readonly body: any
}

export interface PackCalls {
  call(method: string, path: string, body?: unknown, as?: string): Promise<Answer>
  /** Uploads a pack, and throws if it is refused. */
  add(pack: object): Promise<{ id: string; rev: number }>
  install(pack: { id: string; rev: number }, request?: object): Promise<Answer>
  /** Uploads a pack of these entities, and installs it. */
  addAndInstall(entities: Parameters<typeof packOf>[0], more?: object, request?: object): Promise<Answer>
}

export interface PackServer extends PackCalls, AsyncDisposable {
  readonly process: ServerProcess
}

export async function startPackServer(options: ServerOptions = {}): Promise<PackServer> {
  const process = await startServer(options)
  return { process, ...packCallsTo(process), [Symbol.asyncDispose]: () => process[Symbol.asyncDispose]() }
}

export function packCallsTo({ url }: Pick<ServerProcess, 'url'>): PackCalls {
  async function call(method: string, path: string, body?: unknown, as = `admin:${ADMIN_PASSWORD}`): Promise<Answer> {
    const response = await fetch(new URL(`api${path}`, url), {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(as).toString('base64')}`,
        'x-requested-by': 'tests',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true && text !== ''
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined }
  }
  async function add(pack: object) {
    const answer = await call('POST', '/system/content_packs', pack)
    if (answer.status !== 201) throw new Error(`the pack was refused: ${answer.status} ${answer.text}`)
    return pack as { id: string; rev: number }
  }
  const install: PackCalls['install'] = ({ id, rev }, request = {}) =>
    call('POST', `/system/content_packs/${id}/${rev}/installations`, request)
  return {
    call,
    add,
    install,
    addAndInstall: async (entities, more = {}, request = {}) => install(await add(packOf(entities, more)), request),
  }
}
