/** The other side of notifications: a web hook that records what it is sent. */
import { createServer, type IncomingMessage } from 'node:http'

export interface HookRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  json(): Record<string, unknown>
}

export interface WebHook extends AsyncDisposable {
  readonly url: string
  readonly requests: readonly HookRequest[]
}

const MIB = 2 ** 20

/**
 * The path says how it answers: `/status/500`, `/hang` never, `/redirect` to another path, `/long` with 10 MB;
 * everything else with 200.
 */
export async function startWebHook(): Promise<WebHook> {
  const requests: HookRequest[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => void chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const { method = '', url: path = '', headers } = request
      requests.push({ method, path, headers, body, json: () => JSON.parse(body) as Record<string, unknown> })
      if (path.startsWith('/hang')) return
      const status = /^\/status\/(\d+)/.exec(path)?.[1]
      if (path.startsWith('/redirect')) response.writeHead(307, { location: '/elsewhere' }).end()
      else if (path.startsWith('/long')) response.writeHead(200).end(Buffer.alloc(10 * MIB, 'x'))
      else response.writeHead(Number(status ?? 200)).end(`answer of ${path}`)
    })
    response.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
