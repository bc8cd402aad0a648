/** The checks before the body of a request is read, and their order. */
import { holds, inArea, NoBody, publicAccess, Raw, READS_ONLY, signedIn } from '@logyard/contract/http/operation'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { LogyardError } from '../platform/errors.ts'
import { startHttp, testCaller } from '../testing/start-http.ts'
import { accepts } from './accepts.ts'
import { serve } from './serve.ts'

const Seed = Type.Object({ name: Type.String() })
const { get, post, put, del } = inArea('test')
const summary = 'Test'
const listSeeds = get('/seeds', {
  id: 'seeds.list',
  summary,
  access: publicAccess,
  query: Type.Object({ page: Type.Optional(Type.Integer()), limit: Type.Optional(Type.Integer({ minimum: 0 })) }),
  answers: { 200: Type.Object({ caller: Type.String() }) },
})
const sowSeed = post('/seeds', {
  id: 'seeds.sow',
  audit: READS_ONLY,
  summary,
  access: signedIn,
  body: Seed,
  answers: { 201: Seed },
})
const pickSeed = del('/seeds/{name}', {
  id: 'seeds.pick',
  audit: READS_ONLY,
  summary,
  access: holds('seeds:pick:<name>'),
  answers: { 204: NoBody },
})
const drawSeed = get('/seeds/{name}/drawing', {
  id: 'seeds.draw',
  summary,
  access: publicAccess,
  produces: ['image/svg+xml'],
  answers: { 200: Raw },
})
const storeSeed = put('/store/{path*}', {
  id: 'seeds.store',
  audit: READS_ONLY,
  summary,
  access: publicAccess,
  body: Raw,
  answers: { 200: Type.Object({ path: Type.String(), bytes: Type.Integer() }) },
})

function seeds(api: FastifyInstance) {
  serve(api, listSeeds, ({ caller }) => ({ caller: caller?.username ?? 'nobody' }))
  serve(api, sowSeed, ({ body }) => body)
  serve(api, pickSeed, () => null)
  serve(api, drawSeed, ({ reply }) => reply.type('image/svg+xml').send('<svg/>'))
  serve(api, storeSeed, ({ params, body }) => ({
    path: params.path,
    bytes: Buffer.isBuffer(body) ? body.byteLength : 0,
  }))
}

const apiError = (message: string) => ({ type: 'ApiError', message })
const CSRF = 'CSRF protection header is missing. Please add a "X-Requested-By" header to your request.'

test('an unknown path is a 404 for every caller, with and without a body or the CSRF header', async () => {
  await using http = await startHttp(seeds)
  for (const method of ['GET', 'POST', 'DELETE', 'PATCH']) {
    const answer = await fetch(`${http.api}/nope/nope`, { method, headers: { accept: 'text/html' } })
    expect([answer.status, await answer.json()]).toEqual([404, apiError('HTTP 404 Not Found')])
  }
  expect((await fetch(`${http.api}/`)).status).toBe(404)
})

test('a known path with a wrong method is a 405 that names the right ones', async () => {
  await using http = await startHttp(seeds)
  const answer = await fetch(`${http.api}/seeds/fern?x=1`, { method: 'PUT' })
  expect([answer.status, await answer.json()]).toEqual([405, apiError('HTTP 405 Method Not Allowed')])
  expect(answer.headers.get('allow')).toBe('DELETE')
  const many = await fetch(`${http.api}/seeds`, { method: 'DELETE' })
  expect(many.headers.get('allow')).toBe('GET, HEAD, POST')
})

test('HEAD has the response of GET, without the body', async () => {
  await using http = await startHttp(seeds)
  const answer = await fetch(`${http.api}/seeds`, { method: 'HEAD' })
  expect([answer.status, await answer.text()]).toEqual([200, ''])
})

test('a change without X-Requested-By is refused before credentials and body are checked', async () => {
  await using http = await startHttp(seeds)
  const answer = await fetch(`${http.api}/seeds`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{{{',
  })
  expect([answer.status, await answer.json()]).toEqual([400, apiError(CSRF)])
})

test.each(['x-requested-by', 'x-graylog-collector-version'])(
  'with the header %s the credentials are checked next',
  async (header) => {
    await using http = await startHttp(seeds)
    const answer = await fetch(`${http.api}/seeds`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [header]: 'x' },
      body: '{{{',
    })
    expect([answer.status, await answer.text()]).toEqual([401, ''])
  },
)

test('a 401 makes browsers and curl prompt for a password, but not for scripts of the console', async () => {
  await using http = await startHttp(seeds)
  const headers = { 'x-requested-by': 'x' }
  const plain = await fetch(`${http.api}/seeds/x`, { method: 'DELETE', headers })
  expect(plain.headers.get('www-authenticate')).toBe('Basic realm="Graylog Server"')
  expect(plain.headers.get('content-length')).toBe('0')
  const fromScript = await fetch(`${http.api}/seeds/x`, {
    method: 'DELETE',
    headers: { ...headers, 'x-requested-with': 'XMLHttpRequest' },
  })
  expect(fromScript.status).toBe(401)
  expect(fromScript.headers.get('www-authenticate')).toBeNull()
  expect(fromScript.headers.get('cache-control')).toBe('no-cache, no-store')
  expect(plain.headers.get('cache-control')).toBe('no-store')
})

test('a permission is checked with the path parameter in it', async () => {
  await using http = await startHttp(seeds)
  expect((await http.ask('DELETE', '/seeds/fern', 'seeds:pick:fern')).status).toBe(204)
  expect(await http.ask('DELETE', '/seeds/moss', 'seeds:pick:fern')).toMatchObject({
    status: 403,
    body: apiError('Not authorized to access resource id <moss>'),
  })
})

test('a public call accepts wrong credentials, and recognises valid ones', async () => {
  await using http = await startHttp(seeds, {
    authenticate: async ({ headers }) => {
      if (headers.authorization === 'good') return testCaller([])
      throw new LogyardError('invalid', 'credentials-unreadable', 'Invalid credentials in Authorization header')
    },
  })
  const call = async (authorization: string, method = 'GET', path = '/seeds') => {
    const answer = await fetch(`${http.api}${path}`, { method, headers: { authorization, 'x-requested-by': 'x' } })
    return { status: answer.status, body: await answer.json() }
  }
  expect(await call('good')).toEqual({ status: 200, body: { caller: 'ada' } })
  expect(await call('bad')).toEqual({ status: 200, body: { caller: 'nobody' } })
  expect(await call('bad', 'DELETE', '/seeds/x')).toEqual({
    status: 400,
    body: apiError('Invalid credentials in Authorization header'),
  })
})

test.each([
  { path: '/seeds', accept: 'application/xml', status: 406 },
  { path: '/seeds', accept: 'text/html', status: 406 },
  { path: '/seeds', accept: 'application/json;q=0', status: 406 },
  { path: '/seeds', accept: 'text/html, */*;q=0.1', status: 200 },
  { path: '/seeds', accept: 'application/*', status: 200 },
  { path: '/seeds', accept: 'Application/JSON; charset=utf-8', status: 200 },
  { path: '/seeds/fern/drawing', accept: 'application/json', status: 406 },
  { path: '/seeds/fern/drawing', accept: 'image/*', status: 200 },
])('$path with Accept $accept returns $status', async ({ path, accept, status }) => {
  await using http = await startHttp(seeds)
  expect((await fetch(`${http.api}${path}`, { headers: { accept } })).status).toBe(status)
})

test('an Accept header is parsed by the rules of HTTP', () => {
  expect(accepts('', 'text/html')).toBe(false)
  expect(accepts('text/html;level=1;q=0.0', 'text/html')).toBe(false)
  expect(accepts('text/plain , text/html', 'text/html')).toBe(true)
})

test.each([
  { type: 'text/plain', status: 415 },
  { type: 'application/x-www-form-urlencoded', status: 415 },
  { type: 'multipart/form-data; boundary=x', status: 415 },
  { type: 'application/jsonp', status: 415 },
  { type: 'nonsense', status: 415 },
  { type: '', status: 415 },
  { type: 'application/json', status: 201 },
  { type: 'Application/JSON; charset=UTF-8', status: 201 },
  { type: 'application/vnd.pot+json', status: 201 },
])('a JSON body of the type "$type" returns $status', async ({ type, status }) => {
  await using http = await startHttp(seeds)
  const answer = await fetch(`${http.api}/seeds`, {
    method: 'POST',
    headers: { 'content-type': type, 'x-requested-by': 'x', 'x-test-permissions': '*' },
    body: new Blob(['{"name":"fern"}']),
  })
  expect(answer.status).toBe(status)
})

test('a compressed body is refused', async () => {
  await using http = await startHttp(seeds)
  const answer = await fetch(`${http.api}/seeds`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip', 'x-requested-by': 'x' },
    body: '{"name":"fern"}',
  })
  expect([answer.status, await answer.json()]).toEqual([415, apiError('HTTP 415 Unsupported Media Type')])
})

test('raw bodies of any type are passed on unchanged, and the last path parameter may contain slashes', async () => {
  await using http = await startHttp(seeds)
  const answer = await fetch(`${http.api}/store/a/b%20c/d`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-requested-by': 'x' },
    body: Buffer.from([0xff, 0x00, 0x7b]),
  })
  expect(await answer.json()).toEqual({ path: 'a/b c/d', bytes: 3 })
})

test.each([
  { query: 'page=abc', status: 404, body: apiError('HTTP 404 Not Found') },
  { query: 'page=1.5', status: 404, body: apiError('HTTP 404 Not Found') },
  { query: 'page=', status: 404, body: apiError('HTTP 404 Not Found') },
  { query: 'page=1&page=2', status: 404, body: apiError('HTTP 404 Not Found') },
  {
    query: 'limit=-1',
    status: 400,
    body: [{ message: 'must be >= 0', message_template: '{minimum}', path: 'limit', invalid_value: -1 }],
  },
  { query: 'page=7&unknown=1&__proto__=1', status: 200, body: { caller: 'nobody' } },
])('?$query returns $status', async ({ query, status, body }) => {
  await using http = await startHttp(seeds)
  expect(await http.ask('GET', `/seeds?${query}`, undefined)).toMatchObject({ status, body })
})

test('other origins have no access unless CORS is enabled', async () => {
  await using closed = await startHttp(seeds)
  const origin = 'https://elsewhere.example'
  expect(
    (await fetch(`${closed.api}/seeds`, { headers: { origin } })).headers.get('access-control-allow-origin'),
  ).toBeNull()
  expect((await fetch(`${closed.api}/seeds`, { method: 'OPTIONS', headers: { origin } })).status).toBe(405)

  await using open = await startHttp(seeds, { cors: true })
  const preflight = await fetch(`${open.api}/seeds`, { method: 'OPTIONS', headers: { origin } })
  expect(preflight.status).toBe(204)
  expect(Object.fromEntries(preflight.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
    'access-control-allow-headers':
      'Authorization, Content-Type, X-Graylog-No-Session-Extension, X-Requested-With, X-Requested-By',
    'access-control-max-age': '600',
  })
  const refused = await fetch(`${open.api}/nope`, { headers: { origin } })
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([404, '*'])
})

test('each failure is logged in one line with user, route and reason, without secrets', async () => {
  await using http = await startHttp((api) => {
    seeds(api)
    serve(api, { ...listSeeds, id: 'seeds.bug', path: '/bug/{token}' }, () => {
      throw new Error('the cause')
    })
  })
  const headers = { 'x-requested-by': 'x', authorization: 'Basic SECRET', 'content-type': 'application/json' }
  await fetch(`${http.api}/seeds?token=SECRET`, {
    method: 'POST',
    headers: { ...headers, 'x-test-permissions': 'nothing', 'x-request-id': 'r-1' },
    body: '{"name":[5],"password":"SECRET"}',
  })
  await fetch(`${http.api}/bug/SECRET?token=SECRET`, { headers: { 'x-request-id': 'r-2' } })
  await fetch(`${http.api}/SECRET?token=SECRET`)
  await fetch(`${http.api}/seeds`)
  const failures = () => http.logged().filter((line) => 'status' in line)
  await expect.poll(() => failures().length).toBe(3)
  const [refused, failed, unknown] = failures()
  expect(refused).toMatchObject({
    level: 30,
    requestId: 'r-1',
    method: 'POST',
    route: '/api/seeds',
    status: 400,
    user: 'ada',
    code: 'input-refused',
    msg: 'request refused',
  })
  expect(failed).toMatchObject({
    level: 50,
    requestId: 'r-2',
    route: '/api/bug/:token',
    status: 500,
    code: 'internal',
    err: { message: 'the cause', stack: expect.stringContaining('request-gate.test.ts') },
    msg: 'request failed',
  })
  expect(unknown).toMatchObject({ status: 404, code: 'path-unknown' })
  expect(JSON.stringify(http.logged())).not.toContain('SECRET')
})
