import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { gunzipSync } from 'node:zlib'

export interface CapturedRequest {
  readonly method: string
  /** Including the query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** Decompressed. */
  readonly body: Buffer
}

export interface RequestCapture extends AsyncDisposable {
  readonly url: string
  readonly port: number
  readonly requests: readonly CapturedRequest[]
  /** Resolves once this many requests have arrived. */
  count(requests: number): Promise<void>
}

/** A server that records requests and responds as configured. */
export async function captureRequests(
  answer: (request: CapturedRequest, response: ServerResponse) => void,
): Promise<RequestCapture> {
  const requests: CapturedRequest[] = []
  let onRequest: () => void = () => undefined
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const sent = Buffer.concat(chunks)
    const body = incoming.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent
    const request = { method: incoming.method ?? '', path: incoming.url ?? '', headers: incoming.headers, body }
    requests.push(request)
    answer(request, response)
    onRequest()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    requests,
    async count(wanted) {
      while (requests.length < wanted) await new Promise<void>((resolve) => (onRequest = resolve))
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
