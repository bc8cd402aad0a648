/** Malformed requests and malicious clients, as a server on a public network gets them. */
import { connect } from 'node:net'
import { LARGE_BODY_BYTES, operation, publicAccess, READS_ONLY, signedIn } from '@logyard/contract/http/operation'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { startHttp, TEST_NODE_ID } from '../testing/start-http.ts'
import type { HttpLimits } from './http-server.ts'
import { serve } from './serve.ts'

const hello = operation({
  id: 'hello.get',
  area: 'test',
  method: 'GET',
  path: '/hello',
  summary: 'Hello',
  access: publicAccess,
  answers: { 200: Type.Object({ hello: Type.String() }) },
})
const echo = operation({
  id: 'hello.echo',
  area: 'test',
  method: 'POST',
  audit: READS_ONLY,
  path: '/hello',
  summary: 'Echo',
  access: publicAccess,
  body: Type.Object({ text: Type.String() }),
  bodyBytes: LARGE_BODY_BYTES,
  answers: { 200: Type.Object({ characters: Type.Integer() }) },
})
const { bodyBytes: _, ...ofUsualSize } = echo
const echoPublic = operation({ ...ofUsualSize, id: 'hello.public', path: '/public' })
const echoSignedIn = operation({ ...ofUsualSize, id: 'hello.signed_in', path: '/signed-in', access: signedIn })
const stream = operation({ ...hello, id: 'hello.stream', path: '/stream', headRefused: true })

const start = (limits: Partial<HttpLimits> = {}) =>
  startHttp(
    (api: FastifyInstance) => {
      serve(api, hello, () => ({ hello: 'world' }))
      for (const op of [echo, echoPublic]) serve(api, op, ({ body }) => ({ characters: body.text.length }))
      serve(api, echoSignedIn, ({ body }) => ({ characters: body.text.length }))
      serve(api, stream, () => ({ hello: 'opened' }))
    },
    { limits },
  )

/** Sends raw bytes and returns the response up to the close of the connection, or until `isEnough`. */
function exchange(port: number, bytes: string, isEnough = (_received: string) => false): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let received = ''
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text
      if (isEnough(received)) socket.destroy()
    })
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
  })
}

const bodyOf = (answer: string): unknown => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))
const json = { 'content-type': 'application/json', 'x-requested-by': 'test' }

test('headers of more than 8 KiB are refused with 431, in the envelope', async () => {
  await using http = await start()
  const request = `GET /api/hello HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(9000)}\r\n\r\n`
  const answer = await exchange(http.port, request)
  expect(answer).toMatch(/^HTTP\/1.1 431 /)
  expect(answer).toContain(`X-Graylog-Node-ID: ${TEST_NODE_ID}`)
  expect(bodyOf(answer)).toEqual({ type: 'ApiError', message: 'HTTP 431 Request Header Fields Too Large' })
})

test('headers just below the limit pass', async () => {
  await using http = await start()
  const answer = await fetch(`${http.api}/hello`, { headers: { 'x-long': 'a'.repeat(7500) } })
  expect(answer.status).toBe(200)
})

test.each([
  { why: 'no HTTP at all', bytes: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n' },
  {
    why: 'two lengths',
    bytes: 'POST /api/hello HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello',
  },
  {
    why: 'a length and chunks',
    bytes: 'POST /api/hello HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  },
  { why: 'no host', bytes: 'GET /api/hello HTTP/1.1\r\n\r\n' },
])('$why is answered with 400 and closed', async ({ bytes }) => {
  await using http = await start()
  expect(await exchange(http.port, bytes)).toMatch(/^HTTP\/1.1 400 /)
})

test('a client that sends its headers too slowly is disconnected with 408', async () => {
  await using http = await start({ headersTimeoutMs: 100, requestTimeoutMs: 200 })
  const answer = await exchange(http.port, 'GET /api/hello HTTP/1.1\r\nHost: x\r\nX-Slow: ')
  expect(answer).toMatch(/^HTTP\/1.1 408 /)
})

test('a client that sends its body too slowly is disconnected with 408', async () => {
  await using http = await start({ headersTimeoutMs: 100, requestTimeoutMs: 200 })
  const head = 'POST /api/hello HTTP/1.1\r\nHost: x\r\nX-Requested-By: x\r\nContent-Type: application/json\r\n'
  const answer = await exchange(http.port, `${head}Content-Length: 100\r\n\r\n{"te`)
  expect(answer).toMatch(/^HTTP\/1.1 408 /)
})

test('a body above the limit is refused with 413, with or without a Content-Length', async () => {
  await using http = await start({ bodyBytes: 1000 })
  const body = JSON.stringify({ text: 'x'.repeat(2000) })
  const announced = await fetch(`${http.api}/hello`, { method: 'POST', headers: json, body })
  expect(announced.status).toBe(413)
  expect(await announced.json()).toEqual({
    type: 'ApiError',
    message: 'HTTP 413 Payload Too Large: the request body must not exceed 1000 bytes',
  })
  const chunks = new Blob([body]).stream()
  const streamed = await fetch(`${http.api}/hello`, { method: 'POST', headers: json, body: chunks, duplex: 'half' })
  expect(streamed.status).toBe(413)
})

test('a body of 16 MiB is accepted, one more byte is not', async () => {
  await using http = await start()
  const empty = JSON.stringify({ text: '' }).length
  const send = (bytes: number) => {
    const body = JSON.stringify({ text: 'x'.repeat(bytes - empty) })
    return fetch(`${http.api}/hello`, { method: 'POST', headers: json, body })
  }
  expect((await send(16 * 1024 * 1024)).status).toBe(200)
  expect((await send(16 * 1024 * 1024 + 1)).status).toBe(413)
})

test.each([
  { path: '/public', bytes: 16 * 1024 },
  { path: '/signed-in', bytes: 1024 * 1024 },
])('$path accepts $bytes bytes, and refuses one more byte without reading the body', async ({ path, bytes }) => {
  await using http = await start()
  const empty = JSON.stringify({ text: '' }).length
  const headers = { ...json, 'x-test-permissions': '*' }
  const send = (size: number) => {
    const body = JSON.stringify({ text: 'x'.repeat(size - empty) })
    return fetch(`${http.api}${path}`, { method: 'POST', headers, body })
  }
  expect((await send(bytes)).status).toBe(200)
  const refused = await send(bytes + 1)
  expect(refused.status).toBe(413)
  expect(Object(await refused.json()).message).toContain(`must not exceed ${bytes} bytes`)

  // The body is announced but not sent: the response does not wait for it.
  const announced = `POST /api${path} HTTP/1.1\r\nHost: x\r\nX-Requested-By: x\r\nX-Test-Permissions: *\r\nContent-Type: application/json\r\n`
  const answer = await exchange(http.port, `${announced}Content-Length: ${bytes + 1}\r\n\r\n`, (got) =>
    got.includes('413'),
  )
  expect(answer).toMatch(/^HTTP\/1.1 413 /)
})

test('HEAD is answered like GET, but refused for operations that do not allow it', async () => {
  await using http = await start()
  const plain = await fetch(`${http.api}/hello`, { method: 'HEAD' })
  expect([plain.status, plain.headers.get('content-length')]).toEqual([200, '17'])
  const refused = await fetch(`${http.api}/stream`, { method: 'HEAD' })
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET'])
})

test('1,000 pipelined requests are answered in order', async () => {
  await using http = await start()
  const requests = Array.from(
    { length: 1000 },
    (_, at) => `GET /api/hello HTTP/1.1\r\nHost: x\r\nX-Request-Id: r${at}\r\n\r\n`,
  )
  const count = (text: string) => text.split('{"hello":"world"}').length - 1
  const received = await exchange(http.port, requests.join(''), (text) => count(text) === 1000)
  const ids = [...received.matchAll(/^X-Request-Id: r(\d+)\r$/gm)].map((match) => Number(match[1]))
  expect(ids).toEqual(Array.from({ length: 1000 }, (_, at) => at))
})

test.each(['/api/%zz', '/api/hello/%', '/%c0%ae%c0%ae/etc/passwd'])('%s does not cause a 500', async (path) => {
  await using http = await start()
  const answer = await exchange(http.port, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  expect(answer).toMatch(/^HTTP\/1.1 40[04] /)
  expect(answer).toContain('"type":"ApiError"')
})

test('closing does not wait for idle connections', async () => {
  const http = await start()
  const idle = connect(http.port, '127.0.0.1')
  await new Promise((resolve) => idle.once('connect', resolve))
  const closed = new Promise((resolve) => idle.once('close', resolve))
  idle.resume()
  await fetch(`${http.api}/hello`)
  await http[Symbol.asyncDispose]()
  await closed
  await expect(fetch(`${http.api}/hello`)).rejects.toThrow()
})

/** A server with one call, which runs until `leave` is called. */
async function startWaiting(limits: Partial<HttpLimits> = {}) {
  const entered = Promise.withResolvers<void>()
  const left = Promise.withResolvers<void>()
  const wait = (api: FastifyInstance) =>
    serve(api, hello, async () => {
      entered.resolve()
      await left.promise
      return { hello: 'late' }
    })
  const http = await startHttp(wait, { limits })
  return { http, entered: entered.promise, leave: left.resolve }
}

test('closing waits for running requests', async () => {
  const { http, entered, leave } = await startWaiting()
  const running = fetch(`${http.api}/hello`)
  await entered
  const closing = http[Symbol.asyncDispose]()
  leave()
  expect(await (await running).json()).toEqual({ hello: 'late' })
  await closing
})

test('closing waits only for a limited time', async () => {
  const { http, entered } = await startWaiting({ closeTimeoutMs: 50 })
  const running = fetch(`${http.api}/hello`).catch((error: unknown) => error)
  await entered
  await http[Symbol.asyncDispose]()
  expect(await running).toBeInstanceOf(TypeError)
})
