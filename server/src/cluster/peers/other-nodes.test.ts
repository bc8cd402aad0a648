/** Requests for other nodes, and for all nodes, that clients send to any one. */
import { holds, inArea, NoBody, READS_ONLY, signedIn } from '@logyard/contract/http/operation'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { serve } from '../../http/serve.ts'
import { LogyardError } from '../../platform/errors.ts'
import { peerCaller, startPeer } from '../testing/start-peer.ts'
import type { PeerNode } from './peers.ts'

const { get, post, put } = inArea('test')
const summary = 'Test'
const Seeds = Type.Object({ seeds: Type.Array(Type.String()) })
const count = post('/cluster/{nodeId}/seeds/{name}/count', {
  id: 'count',
  audit: READS_ONLY,
  node: 'named',
  summary,
  access: holds('seeds:sow:<name>'),
  query: Type.Object({ from: Type.Optional(Type.String()) }),
  body: Type.Object({ add: Type.Integer() }),
  answers: { 200: Type.Object({ node: Type.String(), told: Type.String() }) },
})
const sow = put('/cluster/{nodeId}/seeds/{name}', {
  id: 'sow',
  audit: 'seed:sow',
  node: 'named',
  summary,
  access: holds('seeds:sow:<name>'),
  answers: { 204: NoBody },
})
const listHere = get('/seeds/{kind}', {
  id: 'list_here',
  node: 'this',
  summary,
  access: signedIn,
  query: Type.Object({ from: Type.Optional(Type.String()) }),
  answers: { 200: Seeds },
})
const listAll = get('/cluster/seeds/{kind}', {
  id: 'list_all',
  merges: { each: listHere, part: 'seeds' },
  summary,
  access: signedIn,
  query: Type.Object({ from: Type.Optional(Type.String()) }),
  answers: { 200: Type.Record(Type.String(), Type.Union([Type.Array(Type.String()), Type.Null()])) },
})

const weigh = get('/seeds/weight', {
  id: 'weigh',
  summary,
  access: signedIn,
  answers: { 200: Seeds },
})
const total = get('/seeds/total', {
  id: 'total',
  node: 'this',
  summary,
  access: signedIn,
  query: Type.Object({ node_id: Type.Optional(Type.String()) }),
  answers: { 200: Seeds },
})

const refused = () => new LogyardError('denied', 'not-authorized', 'Not authorized')

async function threeNodes() {
  const nodes = new Map<string, PeerNode>()
  const start = (id: string) =>
    startPeer(id, nodes, {
      routes(api) {
        serve(api, count, ({ params, query, body, request }) => ({
          node: id,
          told: `${params.name} ${query.from} ${body.add} ${request.headers['user-agent']}`,
        }))
        serve(api, sow, () => undefined)
        serve(api, weigh, () => ({ seeds: [id] }))
        serve(api, total, () => ({ seeds: [id] }), {
          merge: (own, others) => ({ seeds: [...own.seeds, ...others.flatMap((other) => other?.seeds ?? [])] }),
        })
        serve(api, listHere, ({ params, query, caller }) => {
          if (id === 'three' && caller.userId === 'bob') throw refused()
          return { seeds: [`${params.kind} of ${id} from ${query.from}`] }
        })
        serve(api, listAll, ({ params, query }) => ({ [id]: [`${params.kind} of ${id} from ${query.from}`] }))
      },
    })
  return { nodes, one: await start('one'), two: await start('two'), three: await start('three') }
}

async function call({ http }: { http: { api: string } }, method: string, path: string, user: string, body?: object) {
  const answer = await fetch(`${http.api}${path}`, {
    method,
    headers: {
      'x-requested-by': 'test',
      'x-test-user': user,
      'user-agent': 'a gardener',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return [answer.status, text === '' ? '' : JSON.parse(text)] as const
}

test('a request for another node is performed there, with its query and body', async () => {
  const { one, two } = await threeNodes()
  const body = { add: 3 }
  const path = (node: string, name: string) => `/cluster/${node}/seeds/${name}/count?from=a%26b`
  expect(await call(one, 'POST', path('two', 'wild%20oats'), 'ada', body)).toEqual([
    200,
    { node: 'two', told: 'wild oats a&b 3 a gardener' },
  ])
  expect(await call(one, 'POST', path('one', 'oats'), 'ada', body)).toMatchObject([200, { node: 'one' }])
  expect(await call(two, 'POST', path('none', 'oats'), 'ada', body)).toEqual([
    404,
    { type: 'ApiError', message: 'Unable to find node none' },
  ])
  expect(await call(one, 'POST', path('two', 'oats'), 'ada', { add: 'x' })).toMatchObject([400, { type: 'ApiError' }])
})

test('the audit log of the node that performs it has the entry, and a refusal is that of the first node', async () => {
  const { nodes, one, two } = await threeNodes()
  expect(await call(one, 'PUT', '/cluster/two/seeds/oats', 'bob')).toEqual([204, ''])
  expect([one.audited, two.audited]).toEqual([[], ['seed:sow by bob at 127.0.0.1']])
  expect(await call(one, 'PUT', '/cluster/two/seeds/rye', 'bob')).toMatchObject([403, { type: 'ApiError' }])
  expect([one.audited, two.audited.length]).toEqual([['seed:sow refused with 403'], 1])
  nodes.set('gone', { id: 'gone', hostname: 'here', address: 'http://127.0.0.1:1/api/' })
  expect(await call(one, 'PUT', '/cluster/gone/seeds/oats', 'bob')).toMatchObject([
    502,
    { type: 'ApiError', message: expect.stringContaining('Node gone did not answer') },
  ])
  expect(one.audited.at(-1)).toBe('seed:sow refused with 502')
})

test('the responses of all nodes are merged; a node that refuses or is gone is null', async () => {
  const { nodes, one } = await threeNodes()
  nodes.set('gone', { id: 'gone', hostname: 'here', address: 'http://127.0.0.1:1/api/' })
  const path = '/cluster/seeds/grain?from=x'
  expect(await call(one, 'GET', path, 'ada')).toEqual([
    200,
    {
      one: ['grain of one from x'],
      two: ['grain of two from x'],
      three: ['grain of three from x'],
      gone: null,
    },
  ])
  expect(await call(one, 'GET', path, 'bob')).toMatchObject([200, { two: ['grain of two from x'], three: null }])
})

test('a response is made of those of all nodes, or is that of the node which the query names', async () => {
  const { one } = await threeNodes()
  expect(await call(one, 'GET', '/seeds/total', 'ada')).toEqual([200, { seeds: ['one', 'two', 'three'] }])
  expect(await call(one, 'GET', '/seeds/total?node_id=two', 'ada')).toEqual([200, { seeds: ['two'] }])
  expect(await call(one, 'GET', '/seeds/total?node_id=one', 'ada')).toEqual([200, { seeds: ['one'] }])
  expect((await call(one, 'GET', '/seeds/total?node_id=none', 'ada'))[0]).toBe(404)
  // The parameter means nothing to an operation that does not declare it.
  expect(await call(one, 'GET', '/seeds/weight?node_id=two', 'ada')).toEqual([200, { seeds: ['one'] }])
})

test('a call that was passed on is not passed on again', async () => {
  const { one } = await threeNodes()
  const ada = { method: 'PUT', caller: peerCaller('ada'), clientAddress: '' }
  expect(await one.peers.ask('two', { ...ada, path: '/cluster/three/seeds/oats' })).toMatchObject({
    status: 400,
    body: { message: 'A call for node three was passed on to another node' },
  })
  const merged = await one.peers.ask('two', { ...ada, method: 'GET', path: '/cluster/seeds/grain' })
  expect(merged.body).toEqual({ two: ['grain of two from undefined'] })
})
