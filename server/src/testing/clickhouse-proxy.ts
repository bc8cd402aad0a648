/**
 * A ClickHouse server for `LOGYARD_CLICKHOUSE_URL`: the embedded engine behind a proxy, which can respond in its place, or
 * cut its responses.
 */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ENGINE_PROGRAM, spawnEngine } from '../store/engine/engine-child.ts'
import { engineUrl } from './engine-owner.ts'

/** The text of the messages that are lost in `a crash after an insert`. */
export const LOST_IN_CRASH = 'lost in a crash'

export type ClickHouseFault = keyof typeof FAULTS

export interface ClickHouseProxy extends AsyncDisposable {
  readonly url: string
  /** The address of the engine behind the proxy. */
  readonly engineUrl: string
  /** Responds with this fault from now on; with `isTold`, also to the checks whether the server responds. */
  become(fault: ClickHouseFault | 'well', isTold?: boolean): void
  /** Inserts of messages that had the fault, since the last change. */
  inserts(): number
}

interface Exchange {
  readonly response: ServerResponse
  /** Sends the request to the engine, and resolves with the begin of its response. */
  forward(): Promise<IncomingMessage>
  readonly isInsert: boolean
  /** Deletes rows, as a crash does between writing the token of an insert and its rows. */
  loseRows(): Promise<void>
}

const INSERT = 'INSERT INTO messages '
const OWN = { 'x-clickhouse-query-id': 'of-the-test' }

async function pass({ response, forward }: Exchange): Promise<void> {
  const answer = await forward()
  response.writeHead(answer.statusCode ?? 500, answer.headers)
  answer.pipe(response)
}

function endless(response: ServerResponse, chunk: string): void {
  const write = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', write)
  write()
}

const FAULTS = {
  slow: async (exchange: Exchange) => {
    await sleep(300)
    await pass(exchange)
  },
  'closed connections': async ({ response }: Exchange) => void response.destroy(),
  'a response that is cut after the work is done': async ({ response, forward }: Exchange) => {
    await (await forward()).resume().toArray()
    response.destroy()
  },
  'a crash after an insert': async (exchange: Exchange) => {
    if (!exchange.isInsert) return pass(exchange)
    const answer = await exchange.forward()
    await answer.resume().toArray()
    await exchange.loseRows()
    return exchange.response.destroy()
  },
  'half a response': async ({ response, forward }: Exchange) => {
    const answer = await forward()
    const body = Buffer.concat(await answer.toArray())
    response.writeHead(answer.statusCode ?? 500, { ...answer.headers, 'content-length': body.length + 1 })
    response.write(body.subarray(0, body.length / 2), () => response.destroy())
  },
  'a web page': async ({ response }: Exchange) => void response.end('<html>another server</html>'),
  'an error page': async ({ response }: Exchange) => void response.writeHead(502).end('<html>bad gateway</html>'),
  'an error of ClickHouse': async ({ response }: Exchange) => {
    const text = 'Code: 999. DB::Exception: Keeper is away: SELECT secret_of_the_statement. (KEEPER_EXCEPTION)'
    response.writeHead(500, { ...OWN, 'x-clickhouse-exception-code': '999' }).end(text)
  },
  'another text': async ({ response }: Exchange) => void response.writeHead(200, OWN).end('nothing\tto\tsee\n'),
  'rows of another form': async ({ response }: Exchange) => void response.writeHead(200, OWN).end('["x"]\n'.repeat(9)),
  'endless rows': async ({ response }: Exchange) => endless(response.writeHead(200, OWN), '["x"]\n'.repeat(9999)),
  'an endless line': async ({ response }: Exchange) => endless(response.writeHead(200, OWN), 'x'.repeat(65_536)),
  'an endless error': async ({ response }: Exchange) => endless(response.writeHead(500, OWN), 'x'.repeat(65_536)),
  'no response': async () => undefined,
} satisfies Readonly<Record<string, (exchange: Exchange) => Promise<unknown>>>

interface EngineRequest {
  readonly path: string
  readonly method: string | undefined
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer
}

async function ask(engineUrl: string, { path, method, headers, body }: EngineRequest): Promise<IncomingMessage> {
  const { username, password, hostname, port } = new URL(engineUrl)
  const outgoing = request({
    hostname,
    port,
    path,
    method,
    headers: { ...headers, 'content-length': body.length },
    auth: `${username}:${password}`,
  })
  outgoing.end(body)
  const [answer] = await once(outgoing, 'response')
  return answer
}

export async function startClickHouseProxy(): Promise<ClickHouseProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'clickhouse-'))
  const engine = spawnEngine({ dataFolder: join(folder, 'engine'), program: ENGINE_PROGRAM })
  await once(engine.stdout, 'data')
  engine.stdout.resume()
  const engineAddress = engineUrl(folder)
  engine.stderr.resume()
  let fault: ClickHouseFault | 'well' = 'well'
  let isChecked = false
  let inserts = 0
  const server = createServer((incoming, response) => {
    const url = new URL(incoming.url ?? '', 'http://engine')
    response.on('error', () => undefined)
    void handle(incoming, response, url).catch(() => response.destroy())
  })

  async function handle(incoming: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const chunks: Buffer[] = await incoming.toArray()
    const body = Buffer.concat(chunks)
    const { 'transfer-encoding': _, authorization: __, ...headers } = incoming.headers
    const exchange: Exchange = {
      response,
      forward: () =>
        ask(engineAddress, { path: `${url.pathname}${url.search}`, method: incoming.method, headers, body }),
      isInsert: url.searchParams.get('query')?.startsWith(INSERT) === true,
      async loseRows() {
        const query = `ALTER TABLE messages DELETE WHERE message = '${LOST_IN_CRASH}' SETTINGS mutations_sync = 2`
        const answer = await ask(engineAddress, { path: '/', method: 'POST', headers: {}, body: Buffer.from(query) })
        const text = Buffer.concat(await answer.toArray()).toString()
        if (answer.statusCode !== 200) throw new Error(text)
      },
    }
    const isCheck = body.toString('latin1').startsWith('SELECT 1 AS one')
    if (fault === 'well' || (isCheck && !isChecked)) await pass(exchange)
    else {
      await FAULTS[fault](exchange)
      if (exchange.isInsert) inserts += 1
    }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    engineUrl: engineAddress,
    become(next, isTold = false) {
      fault = next
      isChecked = isTold
      inserts = 0
      // Those of the last fault that hang.
      if (next === 'well') server.closeAllConnections()
    },
    inserts: () => inserts,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      const ended = once(engine, 'exit')
      engine.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
