import { nodeUnknown } from '../cluster/nodes.ts'
import type { AuditHook } from '../http/audit-hook.ts'
import type { Caller } from '../http/caller.ts'
import { createClientAddresses } from '../http/client-address.ts'
import { createHttpServer, type HttpServer, type HttpServerDeps } from '../http/http-server.ts'
import type { OtherNodes } from '../http/other-nodes.ts'
import { systemClock } from '../platform/clock.ts'
import { notAuthorized } from '../platform/errors.ts'
import { createLog } from '../platform/log.ts'
import { countingIds } from './counting-ids.ts'

export const TEST_NODE_ID = '5ca1ab1e-0000-4000-8000-000000000001'

export interface HttpUnderTest extends AsyncDisposable {
  /** Address of the console, with the prefix and a slash at the end. */
  readonly url: string
  /** The API's own address, without a slash at the end. */
  readonly api: string
  readonly port: number
  /** Calls the API as somebody who holds the permissions; as nobody, when they are `undefined`. */
  ask(method: string, path: string, permissions: string | undefined, body?: unknown): Promise<AskedAnswer>
  /** Every line that was logged so far. */
  logged(): readonly Readonly<Record<string, unknown>>[]
  connections: HttpServer['connections']
}

export interface AskedAnswer {
  readonly status: number
  readonly headers: Headers
  /** As JSON; the text, when it is none. */
  readonly body: unknown
}

/**
 * The HTTP platform on a free port with the given operations and no other part of Logyard. The header
 * `X-Test-Permissions: users:list,roles:read` makes a request authenticated, with these permissions.
 */
export async function startHttp(
  routes: HttpServerDeps['routes'],
  options: Partial<HttpServerDeps> = {},
): Promise<HttpUnderTest> {
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  const server = await createHttpServer({
    log,
    clock: systemClock,
    ids: countingIds(),
    nodeId: TEST_NODE_ID,
    prefix: '',
    externalUrl: '',
    rootTimeZone: 'UTC',
    cors: false,
    consoleFolder: '/nonexistent',
    clientAddresses: createClientAddresses(''),
    authenticate: async ({ headers }) => {
      const permissions = headers['x-test-permissions']
      return typeof permissions === 'string' ? testCaller(permissions.split(',')) : undefined
    },
    readPeerCall: async () => undefined,
    operationHooks: {
      nodes: aloneAs(TEST_NODE_ID),
      audit: NO_AUDIT,
    },
    routes,
    ...options,
  })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    api: `${url}api`,
    port: Number(new URL(url).port),
    async ask(method, path, permissions, body) {
      const answer = await fetch(`${url}api${path}`, {
        method,
        redirect: 'manual',
        headers: {
          'x-requested-by': 'test',
          ...(permissions === undefined ? {} : { 'x-test-permissions': permissions }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      const isJson = answer.headers.get('content-type')?.includes('json') === true
      return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text }
    },
    logged: () => lines.map((line) => JSON.parse(line)),
    connections: server.connections,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

/** Holds what it is given, word by word, and everything with `*`. */
export function testCaller(permissions: readonly string[]): Caller {
  const holds = (permission: string) =>
    permissions.some((held) => held === '*' || held === permission || permission.startsWith(`${held}:`))
  return {
    userId: 'ada-id',
    username: 'ada',
    holds,
    require(permission) {
      if (!holds(permission)) throw notAuthorized(permission.split(':')[2])
    },
  }
}

/** A node without others. */
export const aloneAs = (nodeId: string): OtherNodes => ({
  nodeId,
  pass: async (named) => {
    throw nodeUnknown(named)
  },
  ask: async () => ({}),
})

export const NO_AUDIT: AuditHook = { perform: async (_call, work) => (await work()).answer, refused: () => undefined }
