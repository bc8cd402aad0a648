import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { fetchChecked } from './fetch-checked.ts'

const LIMITS = { limitMs: 30_000, maxBytes: 1000 }

test('a request connects to the addresses of the first answer of the name server', async () => {
  const port = await startServer('/')
  const asked: string[] = []
  const resolve = async (host: string) => {
    asked.push(host)
    // The second answer of a name would lead to an address where nothing listens.
    const isFirst = asked.filter((other) => other === host).length === 1
    return [{ address: isFirst ? '127.0.0.1' : '127.0.0.9', family: 4 }]
  }
  const url = new URL(`http://a.example:${port}/`)
  const { body } = await fetchChecked({ url, ...LIMITS, resolve })
  expect(body.toString()).toBe('b.example')
  expect(asked.toSorted()).toEqual(['a.example', 'b.example'])
})

test('a redirect does not lead further inside the network', async () => {
  const port = await startServer('/')
  const resolve = async (host: string) => [{ address: host === 'a.example' ? '127.0.0.1' : '169.254.0.1', family: 4 }]
  await expect(fetchChecked({ url: new URL(`http://a.example:${port}/`), ...LIMITS, resolve })).rejects.toThrow(
    'the answer redirects to b.example, which is further inside the network',
  )
})

/** Redirects one path to another host, and answers other paths with the name of the host. */
async function startServer(redirected: string): Promise<number> {
  const server = createServer(({ url, headers }, response) => {
    const host = new URL(`http://${headers.host}`)
    if (url === redirected) response.writeHead(302, { location: `http://b.example:${host.port}/next` })
    response.end(host.hostname)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}
