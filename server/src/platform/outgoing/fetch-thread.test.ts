import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { cpuMsOf } from '@logyard/codecs/testing/cpu-time'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { LogyardError } from '../errors.ts'
import { createLog } from '../log.ts'
import { fetchChecked } from './fetch-checked.ts'
import { createFetchThread, type FetchThread } from './fetch-thread.ts'

let requests: FetchThread
let server: ReturnType<typeof createServer>
/** What the server sends to each request, again and again. */
let sent: readonly string[] = []
const received: string[] = []
const sockets = new Set<Socket>()

beforeEach(async () => {
  requests = createFetchThread({ clock: systemClock, log: createLog('off') })
  server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', (request) => {
      received.push(request.toString())
      const [head = '', repeated] = sent
      socket.write(head)
      const more = () => {
        while (!socket.destroyed && socket.write(repeated ?? ''));
      }
      if (repeated === undefined) return
      socket.on('drain', more)
      more()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  await requests[Symbol.asyncDispose]()
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => server.close(resolve))
  received.length = 0
})

function address(): URL {
  const bound = server.address()
  return new URL(`http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}/`)
}
const LIMITS = { limitMs: 60_000, maxBytes: 1000 }

test('request and response are those of the main thread', async () => {
  sent = ['HTTP/1.1 418 No\r\nx-a: b\r\nset-cookie: c=1\r\nset-cookie: d=2\r\ncontent-length: 3\r\n\r\nxyz']
  const headers = new Headers({ 'x-secret': 'of the caller' })
  const request = { url: address(), method: 'POST', headers, body: 'the body', ...LIMITS } as const
  for (const send of [fetchChecked, requests.fetchChecked]) {
    const { status, ok, headers: answered, body } = await send(request)
    expect([status, ok, answered.get('x-a'), answered.getSetCookie(), body.toString()]).toEqual([
      418,
      false,
      'b',
      ['c=1', 'd=2'],
      'xyz',
    ])
    expect(received.pop()).toMatch(/^POST .*x-secret: of the caller.*the body$/s)
  }
})

test('each address is checked by the caller, whose error comes back', async () => {
  sent = [`HTTP/1.1 302 Found\r\nlocation: /elsewhere\r\ncontent-length: 0\r\n\r\n`]
  const checked: string[] = []
  const check = async ({ pathname }: URL) => {
    checked.push(pathname)
    if (pathname === '/elsewhere') throw new LogyardError('denied', 'not-there', 'Not there.')
  }
  const refused = requests.fetchChecked({ url: address(), ...LIMITS, check })
  await expect(refused).rejects.toMatchObject({ kind: 'denied', code: 'not-there', message: 'Not there.' })
  expect(checked).toEqual(['/', '/elsewhere'])
  const { status } = await requests.fetchChecked({ url: address(), ...LIMITS, check, staysHere: true })
  expect([status, checked.length]).toEqual([302, 3])
})

test('failures have their reason in words', async () => {
  const url = address()
  sent = []
  const late = requests.fetchChecked({ url, maxBytes: 1000, limitMs: 200 })
  await expect(late).rejects.toMatchObject({ name: 'TimeoutError' })
  const stopped = requests.fetchChecked({ url, ...LIMITS, signal: AbortSignal.timeout(200) })
  await expect(stopped).rejects.toThrow('due to timeout')
  sent = ['HTTP/1.1 200 OK\r\ncontent-length: 1001\r\n\r\n', 'x'.repeat(1001)]
  await expect(requests.fetchChecked({ url, ...LIMITS })).rejects.toThrow('the answer is longer than 1000 bytes')
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => server.close(resolve))
  await expect(requests.fetchChecked({ url, ...LIMITS })).rejects.toThrow(
    /^Nothing answers at 127\.0\.0\.1:\d+ \(connection refused\)\.$/,
  )
})

test('a response in chunks of one byte takes little time of the main thread', async () => {
  sent = ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', '1\r\nx\r\n'.repeat(20_000)]
  const request = { url: address(), limitMs: 60_000, maxBytes: 131_072 }
  const refused = (send: typeof fetchChecked) => expect(send(request)).rejects.toThrow('longer than')
  const here = await cpuMsOf(() => refused(fetchChecked))
  // Ten tries: garbage of earlier tests in this process may be collected during several of them.
  expect(await cpuMsOf(() => refused(requests.fetchChecked), 10)).toBeLessThan(here / 2)
})
