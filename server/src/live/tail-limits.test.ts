/** Live tails whose clients do not read, and the limit per user. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { INPUT, type Receiver, startReceiver } from '../senders/testing/receiver.ts'
import { rounds } from '../testing/rounds.ts'
import { ADMIN_PASSWORD } from '../testing/server-process.ts'
import { createTailBuffers } from './tail-buffers.ts'
import { tailEvent } from './tail-events.ts'

let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver[Symbol.asyncDispose]())

const ADMIN = `admin:${ADMIN_PASSWORD}`

/** Opens a tail without reading its response. */
async function open(query: string, as = ADMIN): Promise<IncomingMessage> {
  const request = httpRequest(`${receiver.url}api/logyard/search/tail?query=${encodeURIComponent(query)}`, {
    agent: false,
    headers: { authorization: `Basic ${btoa(as)}` },
  })
  request.on('error', () => undefined).end()
  const [response] = await once(request, 'response')
  response.on('error', () => undefined)
  return response
}
async function addUser(username: string): Promise<string> {
  const body = {
    username,
    password: `${username}-password`,
    email: `${username}@example.org`,
    full_name: username,
    permissions: ['streams:read'],
    roles: ['Reader'],
  }
  const answer = await fetch(`${receiver.url}api/users`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(ADMIN)}`, 'content-type': 'application/json', 'x-requested-by': 'test' },
    body: JSON.stringify(body),
  })
  expect(answer.status, await answer.text()).toBe(201)
  return `${username}:${username}-password`
}
const rssMb = async () => {
  const status = await readFile(`/proc/${receiver.server.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

test('a user may open eight tails, and other users are not affected', async () => {
  const ada = await addUser('ada')
  const tails: IncomingMessage[] = []
  for (let n = 0; n < 8; n++) tails.push(await open('*'))
  expect(tails.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
  const ninth = await open('*')
  expect(ninth.statusCode).toBe(429)
  expect(ninth.headers['retry-after']).toBe('30')
  expect(Buffer.concat(await ninth.toArray()).toString()).toContain('You have 8 live tails open')
  const other = await open('*', ada)
  expect(other.statusCode).toBe(200)
  for (const tail of [...tails, other]) tail.destroy()
  await expect
    .poll(async () => {
      const again = await open('*')
      again.destroy()
      return again.statusCode
    })
    .toBe(200)
})

const USERS = rounds(2, 8)
const MESSAGES = rounds(400, 2000)

test('unread tails take little memory, and the API stays fast', { timeout: 300_000 }, async () => {
  const input = await receiver.launch(INPUT.gelfHttp)
  const send = async (text: string) => {
    const body = JSON.stringify({ version: '1.1', host: 'web-1', short_message: text })
    const answer = await fetch(`http://127.0.0.1:${input.port}/gelf`, { method: 'POST', body })
    expect(answer.status).toBe(202)
  }
  const stored = (count: number) =>
    expect
      .poll(async () => (await receiver.call('/search/universal/relative?query=*&range=0&limit=1'))['total_results'], {
        timeout: 120_000,
        interval: 200,
      })
      .toBe(count)
  const users: string[] = []
  for (let n = 0; n < USERS; n++) users.push(await addUser(`reader${n}`))
  const fill = async () => {
    for (let n = 0; n < MESSAGES; n += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, one) => send(`${n + one} ${'x'.repeat(20_000)}`)))
    }
  }
  // Warm up: the memory that messages take without tails is not counted.
  await fill()
  await stored(MESSAGES)
  const before = await rssMb()
  const tails = await Promise.all(users.flatMap((user) => Array.from({ length: 8 }, () => open('*', user))))
  const slowest = { ms: 0 }
  const asking = new AbortController()
  const pings = (async () => {
    while (!asking.signal.aborted) {
      const startedAt = performance.now()
      await receiver.call('/system')
      slowest.ms = Math.max(slowest.ms, performance.now() - startedAt)
    }
  })()
  await fill()
  await stored(2 * MESSAGES)
  asking.abort()
  await pings
  const more = (await rssMb()) - before
  console.log(`${tails.length} tails: ${Math.round(more)} MB more, slowest call ${Math.round(slowest.ms)} ms`)
  expect(more).toBeLessThan(300)
  for (const tail of tails) tail.destroy()
})

test('a slow reader learns how many messages it missed', () => {
  const buffers = createTailBuffers({ bytesOfBuffer: 1500, bytesOfAll: 2000 })
  const event = (id: string) => tailEvent('messages', 'x'.repeat(200), { id, messages: 1 })
  const shared = buffers.open()
  const slow = shared.read()
  const quick = shared.read()
  const seen: string[] = []
  for (const id of ['a', 'b', 'c', 'd', 'e']) {
    shared.add(event(id))
    const next = quick.next()
    if (next !== undefined && 'id' in next) seen.push(next.id)
  }
  expect(seen).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(slow.next()).toEqual({ missed: 2 })
  expect(slow.next()).toMatchObject({ id: 'c' })

  // Another buffer fills up: events of the fullest are dropped.
  const other = buffers.open()
  const reader = other.read()
  for (const id of ['f', 'g', 'h']) other.add(event(id))
  expect(slow.next()).toMatchObject({ id: 'd' })
  expect(reader.next()).toEqual({ missed: 1 })
  expect(reader.next()).toMatchObject({ id: 'g' })
})
