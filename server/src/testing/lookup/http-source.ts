/** An HTTP server on loopback that plays a source of lookup values. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export interface HttpSource extends AsyncDisposable {
  readonly url: string
  readonly requests: { readonly path: string; readonly headers: IncomingMessage['headers'] }[]
  /** Replaces what it answers. */
  answer(respond: Respond): void
}

type Respond = (request: IncomingMessage, response: ServerResponse) => void

export const text =
  (body: string, status = 200, headers: Readonly<Record<string, string>> = {}): Respond =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body)

/** Sends chunks until the client hangs up. */
export const endless: Respond = (_request, response) => {
  const chunk = Buffer.alloc(2 ** 20, 0x20)
  const send = () => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once('drain', send)
  }
  response.writeHead(200)
  send()
}

export async function startHttpSource(respond: Respond = text('')): Promise<HttpSource> {
  let current = respond
  const requests: HttpSource['requests'] = []
  const server = createServer((request, response) => {
    requests.push({ path: request.url ?? '', headers: request.headers })
    current(request, response)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answer(next) {
      current = next
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
}
