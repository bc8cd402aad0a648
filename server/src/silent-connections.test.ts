/** Thousands of idle connections from one address, while other clients use a whole Logyard. */
import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { ADMIN_PASSWORD, type ServerProcess, startServer } from './testing/server-process.ts'

const SILENT = 4500
const AT_ONCE = 100
const CALLS = 100
/** For each call another one arrives here: more than the server would let wait until they are too late. */
const MORE_PER_CALL = 10

const authorization = `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}`
const open = new Set<Socket>()

afterEach(() => {
  for (const socket of open) socket.destroy()
})

/** Resolves once the connection is open or refused. */
async function dial({ url }: ServerProcess, localAddress: string): Promise<void> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress })
  open.add(socket)
  socket.on('close', () => open.delete(socket))
  socket.on('error', () => undefined) // 'close' follows
  socket.resume()
  await Promise.race([once(socket, 'connect'), once(socket, 'close')])
}

/** Calls on a new connection; returns the status, or 0 without a response. */
function call({ url }: ServerProcess, localAddress: string, headers: Readonly<Record<string, string>> = {}) {
  return new Promise<number>((resolve) => {
    const sent = request(`${url}api/system/lbstatus`, { localAddress, headers, agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    sent.on('error', () => resolve(0))
    sent.end()
  })
}

async function gauge({ url }: ServerProcess, name: string): Promise<number> {
  const answer = await fetch(`${url}api/system/metrics/logyard.http.connections.${name}`, {
    headers: { authorization, accept: 'application/json' },
  })
  return Number(Object(await answer.json())['value'])
}

test(`${SILENT} and more silent connections from one address do not lock out other clients`, {
  timeout: 120_000,
}, async () => {
  await using server = await startServer()
  for (let count = 0; count < SILENT; count += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => dial(server, '127.0.0.2')))
  }
  const statuses: number[] = []
  for (let count = 0; count < CALLS; count += 1) {
    const more = Array.from({ length: MORE_PER_CALL }, () => dial(server, '127.0.0.2'))
    statuses.push(await call(server, '127.0.0.3'), await call(server, '127.0.0.4', { authorization }))
    await Promise.all(more)
  }
  expect(statuses.filter((status) => status !== 200)).toEqual([])
  // A client at that address that sends a request is served, too.
  expect(await call(server, '127.0.0.2')).toBe(200)
  expect(await gauge(server, 'open')).toBeLessThan(1100)
  expect(await gauge(server, 'displaced')).toBeGreaterThan(SILENT - 1100)
})
