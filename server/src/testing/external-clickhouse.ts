/** A ClickHouse server with the documented users, and a proxy before it that records who asks for what. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { ColdPlace } from '@logyard/engine/cold-storage'
import { sql } from '@logyard/languages/sql/sql'
import { type Credentials, credentialsOf } from '../platform/credentials.ts'
import { clusterUsers } from '../store/engine/cluster-users.ts'
import { ENGINE_PROGRAM, spawnEngine } from '../store/engine/engine-child.ts'
import { engineUrl } from './engine-owner.ts'
import { temporaryFolder } from './temporary-folder.ts'

export interface RecordedStatement {
  readonly user: string
  readonly text: string
  readonly settings: URLSearchParams
}

export interface ExternalClickHouse extends AsyncDisposable {
  /** The address for the user `logyard`, with the database `logs`. */
  readonly url: string
  readonly statements: readonly RecordedStatement[]
  credentials(user: string): Credentials
  /** Executes a statement as the owner, who may do everything. Resolves with the response. */
  execute(statement: string): Promise<string>
}

/** With a place for old messages, the server has the storage policy `hot_and_cold`. */
export async function startExternalClickHouse(
  options: { readonly cold?: ColdPlace } = {},
): Promise<ExternalClickHouse> {
  await using starting = new AsyncDisposableStack()
  const folder = starting.use(await temporaryFolder())
  const dataFolder = join(folder.path, 'engine')
  const engine = spawnEngine({ ...options, dataFolder, program: ENGINE_PROGRAM, users: clusterUsers(sql`logs.`) })
  starting.defer(async () => {
    const ended = once(engine, 'exit')
    engine.kill('SIGTERM')
    await ended
  })
  await once(engine.stdout, 'data')
  engine.stdout.resume()
  engine.stderr.resume()
  const address = new URL(engineUrl(folder.path))
  const statements: RecordedStatement[] = []
  const server = createServer((incoming, outgoing) => {
    outgoing.on('error', () => undefined)
    recordAndForward(incoming, outgoing, { port: address.port, statements }).catch(() => outgoing.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  starting.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  const credentials = (user: string) => ({ username: user, password: new URL(engineUrl(folder.path, user)).password })
  async function execute(statement: string): Promise<string> {
    const authorization = `Basic ${Buffer.from(`${address.username}:${address.password}`).toString('base64')}`
    const response = await fetch(address.origin, { method: 'POST', body: statement, headers: { authorization } })
    const text = await response.text()
    if (!response.ok) throw new Error(text)
    return text
  }
  await execute('CREATE DATABASE logs')
  const bound = server.address()
  const port = typeof bound === 'object' ? bound?.port : 0
  const running = starting.move()
  return {
    url: `http://logyard:${credentials('logyard').password}@127.0.0.1:${port}/logs`,
    statements,
    credentials,
    execute,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

async function recordAndForward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { port, statements }: { readonly port: string; readonly statements: RecordedStatement[] },
): Promise<void> {
  const chunks: Buffer[] = await incoming.toArray()
  const body = Buffer.concat(chunks)
  const { 'transfer-encoding': _, ...headers } = incoming.headers
  const settings = new URL(incoming.url ?? '', 'http://engine').searchParams
  const authorization = Buffer.from(headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString()
  statements.push({
    user: credentialsOf(authorization).username,
    text: settings.get('query') ?? body.toString(),
    settings,
  })
  const forwarded = request({
    host: '127.0.0.1',
    port,
    path: incoming.url,
    method: incoming.method,
    headers: { ...headers, 'content-length': body.length },
  })
  // The client went away.
  outgoing.on('close', () => forwarded.destroy())
  forwarded.end(body)
  const [answer] = await once(forwarded, 'response')
  outgoing.writeHead(answer.statusCode, answer.headers)
  answer.on('error', () => outgoing.destroy()).pipe(outgoing)
}
