/** Connections under overload. Each address of the loopback network acts as a separate client. */
import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { operation, publicAccess } from '@logyard/contract/http/operation'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { startHttp } from '../testing/start-http.ts'
import { createClientAddresses } from './client-address.ts'
import { serve } from './serve.ts'

const PLACES = 40
const SHARE = PLACES / 4
const FOR_STRANGERS = PLACES - SHARE

const hello = operation({
  id: 'hello.get',
  area: 'test',
  method: 'GET',
  path: '/hello',
  summary: 'Hello',
  access: publicAccess,
  answers: { 200: Type.Object({ hello: Type.String() }) },
})
const wait = operation({ ...hello, id: 'hello.wait', path: '/wait' })

async function start(trustedProxies = '') {
  const left = Promise.withResolvers<void>()
  let waiting = 0
  const http = await startHttp(
    (api) => {
      serve(api, hello, () => ({ hello: 'world' }))
      serve(api, wait, async () => {
        waiting += 1
        await left.promise
        return { hello: 'late' }
      })
    },
    { limits: { connections: PLACES }, clientAddresses: createClientAddresses(trustedProxies) },
  )
  const sockets: Socket[] = []
  async function dial(localAddress: string, text = ''): Promise<Socket> {
    const socket = connect({ port: http.port, host: '127.0.0.1', localAddress })
    socket.on('error', () => undefined) // a refused connection is detected by its close
    await once(socket, 'connect')
    socket.resume()
    socket.write(text)
    sockets.push(socket)
    return socket
  }
  /** Calls on a new connection and returns the status; 0 if the connection was closed. */
  const call = (localAddress: string, headers: Readonly<Record<string, string>> = {}): Promise<number> =>
    new Promise((resolve) => {
      const options = { port: http.port, host: '127.0.0.1', localAddress, path: '/api/hello', headers, agent: false }
      const sent = request(options, (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      })
      sent.on('error', () => resolve(0))
      sent.end()
    })
  return {
    http,
    dial,
    call,
    waiting: () => waiting,
    open: () => sockets.filter((socket) => !socket.closed),
    async [Symbol.asyncDispose]() {
      left.resolve()
      for (const socket of sockets) socket.destroy()
      await http[Symbol.asyncDispose]()
    },
  }
}

const waitRequest = 'GET /api/wait HTTP/1.1\r\nHost: x\r\n\r\n'
const addresses = (count: number) => Array.from({ length: count }, (_, index) => `127.0.1.${index + 1}`)

test('silent connections of one address block no other client, and only its newest ones stay open', async () => {
  await using server = await start()
  const flood: Socket[] = []
  for (let count = 0; count < 3 * PLACES; count += 1) flood.push(await server.dial('127.0.0.2'))
  await expect.poll(() => server.open().length).toBe(SHARE)
  expect(flood.slice(-SHARE).every((socket) => !socket.closed)).toBe(true)
  expect(await server.call('127.0.0.3')).toBe(200)
  // A client that sends a request is served even from the same address.
  expect(await server.call('127.0.0.2')).toBe(200)
})

test('an address whose connections are all in use gets no more, and these stay open', async () => {
  await using server = await start()
  for (let count = 0; count < SHARE; count += 1) await server.dial('127.0.0.2', waitRequest)
  await expect.poll(server.waiting).toBe(SHARE)
  expect(await server.call('127.0.0.2')).toBe(0)
  expect(await server.call('127.0.0.3')).toBe(200)
  expect(server.open()).toHaveLength(SHARE)
  expect(server.http.connections()).toMatchObject({ refused: 1, displaced: 0 })
  expect(server.http.logged()).toContainEqual(expect.objectContaining({ level: 40, refused: 1 }))
})

test('places are reserved for addresses that have sent valid credentials before', async () => {
  await using server = await start()
  expect(await server.call('127.0.0.3', { 'x-test-permissions': 'users:list' })).toBe(200)
  const strangers = addresses(FOR_STRANGERS / 2)
  for (const address of strangers) for (const _ of [1, 2]) await server.dial(address, waitRequest)
  await expect.poll(server.waiting).toBe(FOR_STRANGERS)
  expect(await server.call('127.0.0.4')).toBe(0)
  expect(await server.call('127.0.0.3')).toBe(200)
})

test('silent connections of unknown addresses are closed for newer ones, the oldest first', async () => {
  await using server = await start()
  const silent: Socket[] = []
  for (const address of addresses(FOR_STRANGERS)) silent.push(await server.dial(address))
  expect(await server.call('127.0.0.4')).toBe(200)
  await expect.poll(() => silent[0]?.closed).toBe(true)
  expect(silent.slice(1).every((socket) => !socket.closed)).toBe(true)
  expect(server.http.connections().displaced).toBe(1)
})

test('idle connections that have served a request are closed after the silent ones', async () => {
  await using server = await start()
  const idle = await server.dial('127.0.0.9', 'GET /api/hello HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(idle, 'data')
  const silent: Socket[] = []
  for (const address of addresses(FOR_STRANGERS - 1)) silent.push(await server.dial(address))
  expect(await server.call('127.0.0.4')).toBe(200)
  await expect.poll(() => silent[0]?.closed).toBe(true)
  expect(idle.closed).toBe(false)
})

test('the connections of a trusted proxy are not limited by a share', async () => {
  await using server = await start('127.0.0.5')
  for (let count = 0; count < 2 * SHARE; count += 1) await server.dial('127.0.0.5', waitRequest)
  await expect.poll(server.waiting).toBe(2 * SHARE)
  expect(await server.call('127.0.0.5')).toBe(200)
})
