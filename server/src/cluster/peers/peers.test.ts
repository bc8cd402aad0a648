/** Calls between two nodes over real HTTP, and what attackers and accidents do to them. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { holds, inArea, NoBody, Raw, READS_ONLY, signedIn } from '@logyard/contract/http/operation'
import { Type } from 'typebox'
import { expect, onTestFinished, test } from 'vitest'
import { bodyHashOf } from '../../http/peer-call.ts'
import { serve } from '../../http/serve.ts'
import { systemClock } from '../../platform/clock.ts'
import { createIds } from '../../platform/ids.ts'
import { PEER_KEY, type PeerOptions, peerCaller, startPeer } from '../testing/start-peer.ts'
import { isLoopback, peerAddressOf } from './peer-address.ts'
import { createPeerSignatures } from './peer-signature.ts'
import type { PeerAsk, PeerNode } from './peers.ts'

const { get, put } = inArea('test')
const summary = 'Test'
const who = get('/who', {
  id: 'who',
  summary,
  access: signedIn,
  answers: { 200: Type.Record(Type.String(), Type.Unknown()) },
})
const sow = put('/seeds/{name}', {
  id: 'sow',
  audit: READS_ONLY,
  summary,
  access: holds('seeds:sow:<name>'),
  body: Type.Object({ count: Type.Integer() }),
  bodyOptional: true,
  answers: { 204: NoBody },
})
const flow = get('/flow', {
  id: 'flow',
  summary,
  access: signedIn,
  produces: ['text/plain'],
  answers: { 200: Raw },
})

/** A node that tells who calls, notes what is sown and sends a stream that does not end. */
async function startNode(id: string, nodes: Map<string, PeerNode>, options: Partial<PeerOptions> = {}) {
  const sown: (readonly [string, number | undefined])[] = []
  const closed = Promise.withResolvers<void>()
  const peer = await startPeer(id, nodes, {
    ...options,
    routes(api) {
      serve(api, who, ({ caller: { userId, credential, tokenName, sessionName, sessionId }, request }) => ({
        node: id,
        userId,
        credential,
        tokenName,
        sessionName,
        sessionId,
        address: request.clientAddress,
      }))
      serve(api, sow, ({ params, body }) => void sown.push([params.name, body?.count]))
      serve(api, flow, ({ reply, signal }) => {
        signal.addEventListener('abort', () => closed.resolve())
        reply.raw.writeHead(200, { 'x-graylog-node-id': id, 'content-type': 'text/plain' })
        reply.raw.write('first\n')
        return reply.hijack()
      })
    },
  })
  return { ...peer, sown, closed: closed.promise }
}

async function twoNodes(second: Partial<PeerOptions> = {}) {
  const nodes = new Map<string, PeerNode>()
  return { nodes, one: await startNode('one', nodes), two: await startNode('two', nodes, second) }
}

const ask = (more: Partial<PeerAsk> = {}): PeerAsk => ({
  method: 'GET',
  path: '/who',
  caller: peerCaller('ada'),
  clientAddress: '192.0.2.7',
  ...more,
})
const sowing = (user: string, name: string, body?: unknown) =>
  ask({ method: 'PUT', path: `/seeds/${name}`, caller: peerCaller(user), body })

test('a call executes as its user, from the client, without the id of the session', async () => {
  const { one } = await twoNodes({ prefix: '/logs' })
  const caller = { ...peerCaller('ada'), credential: 'session', sessionId: 'top-secret', tokenName: 'ci' } as const
  const { status, body } = await one.peers.ask('two', ask({ caller, query: { at: 'a&b', none: undefined } }))
  expect([status, body]).toEqual([
    200,
    {
      node: 'two',
      userId: 'ada',
      credential: 'session',
      tokenName: 'ci',
      sessionName: expect.stringMatching(/^[0-9a-f]{12}$/),
      address: '192.0.2.7',
    },
  ])
})

test.each(['?', `?at='x'&to="|"`])('the query of a client is signed as it is sent: %s', async (query) => {
  const { one } = await twoNodes()
  expect((await one.peers.ask('two', ask({ path: `/who${query}` }))).status).toBe(200)
})

test('the called node checks the permission itself, and knows only its own users', async () => {
  const { one, two } = await twoNodes()
  expect((await one.peers.ask('two', sowing('bob', 'oats', { count: 3 }))).status).toBe(204)
  expect((await one.peers.ask('two', sowing('bob', 'rye', { count: 3 }))).status).toBe(403)
  expect((await one.peers.ask('two', sowing('ada', 'rye'))).status).toBe(204)
  expect((await one.peers.ask('two', sowing('ada', 'rye', { count: 'x' }))).status).toBe(400)
  expect(two.sown).toEqual([
    ['oats', 3],
    ['rye', undefined],
  ])
  await expect(one.peers.ask('two', ask({ caller: peerCaller('eve') }))).rejects.toMatchObject({
    kind: 'unreachable',
    code: 'node-refused-call',
  })
  expect((await one.peers.ask('two', ask({ path: '/none' }))).status).toBe(404)
})

/** Sends a request as it is. */
async function send(url: string, method: string, headers: Readonly<Record<string, string>>, body?: string) {
  const answer = await fetch(url, {
    method,
    headers: { 'x-requested-by': 'x', ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body }),
  })
  return answer.status
}

test('altered and replayed calls are refused, also with valid credentials beside them', async () => {
  const { one, two } = await twoNodes()
  const body = '{"count":1}'
  const url = `${two.http.api}/seeds/oats`
  const facts = { to: 'two', body: bodyHashOf(Buffer.from(body)), address: '192.0.2.7', user: { id: 'bob' } }
  const sign = (more = {}) => one.signatures.sign({ method: 'PUT', path: '/seeds/oats' }, { ...facts, ...more })
  const first = sign()
  expect(await send(url, 'PUT', first, body)).toBe(204)
  expect(await send(url, 'PUT', first, body)).toBe(401)
  expect(await send(url, 'PUT', sign(), '{"count":2}')).toBe(401)
  expect(await send(url, 'PUT', sign())).toBe(401)
  expect(await send(`${two.http.api}/seeds/rye`, 'PUT', sign({ user: { id: 'ada' } }), body)).toBe(401)
  expect(await send(`${url}?a=1`, 'PUT', sign(), body)).toBe(401)
  expect(await send(url, 'PUT', sign({ to: 'three' }), body)).toBe(401)
  // The user is part of what is signed.
  const altered = sign()
  const call = JSON.parse(Buffer.from(altered['x-logyard-call'] ?? '', 'base64url').toString())
  const asAda = Buffer.from(JSON.stringify({ ...call, user: { id: 'ada' } })).toString('base64url')
  expect(await send(url, 'PUT', { ...altered, 'x-logyard-call': asAda }, body)).toBe(401)
  const credentials = { 'x-test-user': 'ada' }
  expect(await send(url, 'PUT', credentials, body)).toBe(204)
  for (const headers of [
    { ...credentials, 'x-logyard-call': asAda },
    { ...credentials, 'x-logyard-signature': 'AAAA' },
    { ...credentials, 'x-logyard-call': 'e30', 'x-logyard-signature': 'e30' },
  ]) {
    expect(await send(url, 'PUT', headers, body)).toBe(401)
  }
  expect(two.sown).toEqual([
    ['oats', 1],
    ['oats', 1],
  ])
})

test('a call with another secret, or from a clock that is off, is refused and says why', async () => {
  const stranger = await twoNodes({ key: Buffer.alloc(32, 8) })
  await expect(stranger.one.peers.ask('two', ask())).rejects.toThrow('another secret')
  const late = await twoNodes({ clockOffMs: 31_000 })
  // Its HTTP server has the right clock here, so only the refusal is seen.
  await expect(late.one.peers.ask('two', ask())).rejects.toMatchObject({ code: 'node-refused-call' })
  const early = await twoNodes({ clockOffMs: -31_000 })
  await expect(early.one.peers.ask('two', ask())).rejects.toMatchObject({ code: 'node-refused-call' })
  const close = await twoNodes({ clockOffMs: -5000 })
  expect((await close.one.peers.ask('two', ask())).status).toBe(200)
})

test('a call from before the start of the called node is refused, because its nonces are gone', async () => {
  const { one, two } = await twoNodes()
  const facts = { to: 'two', body: '', address: '', user: { id: 'ada' } }
  const request = { method: 'GET', path: '/who' }
  const { 'x-logyard-call': call = '', 'x-logyard-signature': signature = '' } = one.signatures.sign(request, facts)
  expect(two.signatures.verify(request, call, signature)).toMatchObject({ from: 'one' })
  await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(new Date().toISOString()))
  const restarted = createPeerSignatures({
    key: PEER_KEY,
    nodeId: 'two',
    clock: systemClock,
    ids: createIds(systemClock.now),
  })
  expect(restarted.verify(request, call, signature)).toBe('clock')
})

/** A server of another program; answers its address. */
async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : ''
}

test('all nodes are asked at once; those that are gone, hang or are others are left out', async () => {
  const { nodes, one } = await twoNodes()
  const silent = await listening(() => undefined)
  const two = nodes.get('two')
  nodes.set('gone', { id: 'gone', hostname: 'here', address: 'http://127.0.0.1:1/api/' })
  nodes.set('silent', { id: 'silent', hostname: 'here', address: `${silent}/api/` })
  nodes.set('impostor', { id: 'impostor', hostname: 'here', address: two?.address })
  nodes.set('far', { id: 'far', hostname: 'there', address: two?.address })
  nodes.set('old', { id: 'old', hostname: 'there', address: undefined })
  const answers = await one.peers.askAll(ask({ limitMs: 500 }))
  expect([...answers].map(([id, answer]) => [id, answer?.status])).toEqual([
    ['two', 200],
    ['gone', undefined],
    ['silent', undefined],
    ['impostor', undefined],
    ['far', undefined],
    ['old', undefined],
  ])
  await expect(one.peers.ask('gone', ask())).rejects.toThrow('Node gone did not answer: Nothing answers at')
  await expect(one.peers.ask('silent', ask({ limitMs: 300 }))).rejects.toThrow('it took longer than 0.3 s')
  await expect(one.peers.ask('far', ask())).rejects.toThrow('Set LOGYARD_NODE_URL there')
})

test('a stream arrives as it is sent, and ends at the other node when its reader leaves', async () => {
  const { one, two } = await twoNodes()
  const { status, body } = await one.peers.stream('two', ask({ path: '/flow' }))
  expect(status).toBe(200)
  const [first] = await once(body, 'data')
  expect(String(first)).toBe('first\n')
  body.destroy()
  await two.closed
})

test('an endless answer is not read to its end', async () => {
  const { nodes, one } = await twoNodes()
  const address = await listening((_request, response) => {
    response.writeHead(200, { 'x-graylog-node-id': 'endless' })
    const write = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    }
    response.on('drain', write)
    write()
  })
  nodes.set('endless', { id: 'endless', hostname: 'here', address: `${address}/api/` })
  await expect(one.peers.ask('endless', ask())).rejects.toMatchObject({ code: 'node-answer-too-large' })
})

test('a wildcard address is not announced, and loopback ones are known', () => {
  expect(peerAddressOf('http://10.1.2.3:9000/', '')).toBe('http://10.1.2.3:9000/api/')
  expect(peerAddressOf('http://127.0.0.1:9000/logs/', '')).toBe('http://127.0.0.1:9000/logs/api/')
  expect(peerAddressOf('http://0.0.0.0:9000/', 'https://node-1.example/logs/')).toBe('https://node-1.example/logs/api/')
  expect(() => peerAddressOf('http://10.1.2.3:9000/', 'http://0.0.0.0:9000')).toThrow('LOGYARD_NODE_URL')
  expect(['http://127.0.0.1:9/api/', 'http://[::1]/api/', 'http://localhost/api/'].every(isLoopback)).toBe(true)
  expect(isLoopback('http://10.1.2.3:9000/api/')).toBe(false)
})
