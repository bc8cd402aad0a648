import { PassThrough, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { ApiError } from '@logyard/contract/http/envelope'
import { ignoresUnknown } from '@logyard/contract/http/open-parts'
import { holds, NoBody, operation, publicAccess, Raw, READS_ONLY, signedIn } from '@logyard/contract/http/operation'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { LogyardError, notAuthorized, validationFailed } from '../platform/errors.ts'
import { startHttp, TEST_NODE_ID } from '../testing/start-http.ts'
import { serve } from './serve.ts'

const Pot = Type.Object(
  {
    name: Type.String({ minLength: 2 }),
    litres: Type.Integer({ minimum: 1 }),
    note: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    plants: Type.Optional(Type.Array(Type.Object({ latin: Type.String() }))),
  },
  { additionalProperties: false },
)

const area = 'garden'
const listPots = operation({
  id: 'pots.list',
  area,
  method: 'GET',
  path: '/pots',
  summary: 'Pots',
  access: publicAccess,
  query: Type.Object({
    page: Type.Optional(Type.Integer()),
    limit: Type.Optional(Type.Integer({ minimum: 0 })),
    dry: Type.Optional(Type.Boolean()),
  }),
  answers: { 200: Type.Object({ pots: Type.Array(Type.String()), page: Type.Integer() }) },
})
const createPot = operation({
  id: 'pots.create',
  area,
  method: 'POST',
  audit: READS_ONLY,
  path: '/pots',
  summary: 'New pot',
  access: signedIn,
  body: Pot,
  answers: { 201: Pot },
})
const waterPot = operation({
  id: 'pots.water',
  area,
  method: 'PUT',
  audit: READS_ONLY,
  path: '/pots/{name}/water',
  summary: 'Water',
  access: holds('pots:water:<name>'),
  answers: { 204: NoBody },
})
const tendPot = operation({
  id: 'pots.tend',
  area,
  method: 'POST',
  audit: READS_ONLY,
  path: '/pots/{name}/tend',
  summary: 'Tend',
  access: publicAccess,
  body: Type.Object({ with: Type.String() }),
  bodyOptional: true,
  answers: { 200: Type.Object({ with: Type.Union([Type.String(), Type.Null()]) }) },
})
const failPot = operation({
  id: 'pots.fail',
  area,
  method: 'GET',
  path: '/pots/{name}/fail',
  summary: 'Fails as its name says',
  access: publicAccess,
  answers: { 200: Type.Object({}), 404: ApiError },
})
const Repotting = Type.Object(
  {
    name: Type.Optional(Type.String()),
    soil: Type.Optional(Type.Object({ ph: Type.Number() }, { additionalProperties: false })),
  },
  ignoresUnknown,
)
const repot = operation({
  id: 'pots.repot',
  area,
  method: 'PUT',
  audit: READS_ONLY,
  path: '/pots/{name}',
  summary: 'Sends back what came in',
  access: signedIn,
  query: Type.Object({ dry: Type.Optional(Type.Boolean()) }),
  body: Repotting,
  bodyOptional: true,
  answers: { 200: Type.Object({ body: Type.Unknown(), query: Type.Unknown() }) },
})
const uploadPot = operation({
  id: 'pots.upload',
  area,
  method: 'POST',
  audit: READS_ONLY,
  path: '/pots/upload',
  summary: 'Bytes',
  access: publicAccess,
  body: Raw,
  answers: { 200: Type.Object({ bytes: Type.Integer() }) },
})

const exportPots = operation({
  id: 'pots.export',
  area,
  method: 'GET',
  path: '/pots/export',
  summary: 'Fails after its first bytes',
  access: publicAccess,
  answers: { 200: Raw },
})

const failures: Readonly<Record<string, () => Error>> = {
  invalid: () => new LogyardError('invalid', 'pot-broken', 'The pot is broken'),
  unauthenticated: () => new LogyardError('unauthenticated', 'not-signed-in', 'never shown'),
  denied: () => notAuthorized('pot-1'),
  missing: () => new LogyardError('not-found', 'pot-unknown', 'No pot found with name x'),
  method: () => new LogyardError('wrong-method', 'pot-fixed', 'HTTP 405 Method Not Allowed'),
  taken: () => new LogyardError('conflict', 'pot-taken', 'Taken'),
  busy: () => new LogyardError('overloaded', 'pot-busy', 'Busy'),
  down: () => new LogyardError('unavailable', 'pump-down', 'Pump down'),
  rules: () => validationFailed({ name: ['too long'] }),
  bug: () => new TypeError('secret internals'),
  stray: () => Object.assign(new Error('a library says'), { statusCode: 418 }),
}

function garden(api: FastifyInstance) {
  serve(api, listPots, ({ query }) => ({
    pots: Array.from({ length: query.limit ?? 1 }, () => 'fern'),
    page: query.page ?? 1,
  }))
  serve(api, createPot, ({ body }) => body)
  serve(api, waterPot, () => null)
  serve(api, tendPot, ({ body }) => ({ with: body?.with ?? null }))
  serve(api, repot, ({ body, query }) => ({ body, query }))
  serve(api, uploadPot, ({ body }) => ({ bytes: Buffer.isBuffer(body) ? body.byteLength : 0 }))
  serve(api, exportPots, ({ reply }) => {
    const lines = async function* () {
      yield 'fern\n'
      throw failures['down']?.()
    }
    return reply.type('text/csv; charset=utf-8').send(Readable.from(lines()))
  })
  serve(api, failPot, ({ params }) => {
    throw failures[params.name]?.() ?? new Error('no such failure')
  })
}

const json = { 'content-type': 'application/json', 'x-requested-by': 'test' }
const asAda = { 'x-test-permissions': '*' }
const potOf = (body: unknown) => ({ method: 'POST', headers: { ...json, ...asAda }, body: JSON.stringify(body) })
const apiErrorWith = (message: string) => ({ type: 'ApiError', message })

describe('a response', () => {
  test('names the node and echoes a simple request id, but replaces any other', async () => {
    await using http = await startHttp(garden)
    const answer = await fetch(`${http.api}/pots`, { headers: { 'x-request-id': 'call-7' } })
    expect(answer.headers.get('x-graylog-node-id')).toBe(TEST_NODE_ID)
    expect(answer.headers.get('x-request-id')).toBe('call-7')
    const strange = await fetch(`${http.api}/pots`, { headers: { 'x-request-id': 'a <b> c' } })
    expect(strange.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test.each([
    { externalUrl: 'https://logs.example.org/', expected: 'max-age=31536000' },
    { externalUrl: 'http://logs.example.org/', expected: null },
    { externalUrl: '', expected: null },
  ])('has an HSTS header for the URL "$externalUrl": $expected', async ({ externalUrl, expected }) => {
    await using http = await startHttp(garden, { externalUrl })
    for (const url of [`${http.api}/pots`, `${http.api}/nothing`, http.url]) {
      expect((await fetch(url)).headers.get('strict-transport-security')).toBe(expected)
    }
  })

  test.each([
    { limit: 30_000, isWhole: true },
    { limit: 100_000, isWhole: false },
  ])('of $limit rows is compressed', async ({ limit, isWhole }) => {
    await using http = await startHttp(garden)
    const answer = await fetch(`${http.api}/pots?limit=${limit}`)
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    // The length is known in advance only if the response is compressed in one step.
    expect(answer.headers.has('content-length')).toBe(isWhole)
    expect(await answer.json()).toMatchObject({ pots: { length: limit } })
  })

  test('is indented with ?pretty=true', async () => {
    await using http = await startHttp(garden)
    const plain = await (await fetch(`${http.api}/pots`)).text()
    const pretty = await (await fetch(`${http.api}/pots?pretty=true`)).text()
    expect(plain).toBe('{"pots":["fern"],"page":1}')
    expect(pretty).toBe('{\n  "pots": [\n    "fern"\n  ],\n  "page": 1\n}\n')
  })
})

describe('errors', () => {
  test.each([
    { name: 'invalid', status: 400, body: apiErrorWith('The pot is broken') },
    { name: 'denied', status: 403, body: apiErrorWith('Not authorized to access resource id <pot-1>') },
    { name: 'missing', status: 404, body: apiErrorWith('No pot found with name x') },
    { name: 'method', status: 405, body: apiErrorWith('HTTP 405 Method Not Allowed') },
    { name: 'taken', status: 409, body: apiErrorWith('Taken') },
    { name: 'busy', status: 429, body: apiErrorWith('Busy') },
    { name: 'down', status: 503, body: apiErrorWith('Pump down') },
    { name: 'bug', status: 500, body: apiErrorWith('Logyard could not answer this request.') },
    { name: 'stray', status: 500, body: apiErrorWith('Logyard could not answer this request.') },
    {
      name: 'rules',
      status: 400,
      body: {
        type: 'ValidationApiError',
        message: 'Validation failed!',
        validation_errors: { name: [{ error: 'too long' }] },
      },
    },
  ])('$name is answered with $status', async ({ name, status, body }) => {
    await using http = await startHttp(garden)
    const answer = await fetch(`${http.api}/pots/${name}/fail`)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await answer.json()).toEqual(body)
  })

  test('a compressed stream that fails before its first bytes are sent is answered with the error', async () => {
    await using http = await startHttp(garden)
    const answer = await fetch(`${http.api}/pots/export`)
    expect(answer.status).toBe(503)
    expect(await answer.json()).toEqual(apiErrorWith('Pump down'))
  })
})

describe('an unknown property', () => {
  const send = async (path: string, body: unknown) => {
    await using http = await startHttp(garden)
    const answer = await fetch(`${http.api}${path}`, { ...potOf(body), method: 'PUT' })
    return { status: answer.status, body: await answer.json() }
  }

  test('is removed from a query string, and from a body that clients send back as they read it', async () => {
    const body = { name: 'fern', id: 7, toString: 1, constructor: { prototype: 1 } }
    expect(await send('/pots/x?dry=true&wet=1&toString=2&constructor=3', body)).toEqual({
      status: 200,
      body: { body: { name: 'fern' }, query: { dry: true } },
    })
  })

  test('is refused in a nested object that does not allow it', async () => {
    expect(await send('/pots/x', { id: 7, soil: { ph: 5, clay: 1 } })).toMatchObject({
      status: 400,
      body: { message: 'Unable to map property clay.\nKnown properties include: ph' },
    })
  })

  test('in the query does not reach an operation without query parameters', async () => {
    await using http = await startHttp((api) => {
      const { query: _, ...withoutQuery } = repot
      serve(api, operation({ ...withoutQuery, path: '/plain' }), ({ body, query }) => ({ body, query }))
    })
    const answer = await fetch(`${http.api}/plain?a=1`, { ...potOf({}), method: 'PUT' })
    expect(await answer.json()).toEqual({ body: {}, query: {} })
  })
})

describe('bodies', () => {
  test.each([
    { why: 'not JSON', body: '{"name"', says: expect.stringMatching(/^The request body is not valid JSON/) },
    {
      why: 'not JSON, and perhaps a password,',
      body: '{"name":"fern","note":hunter2"}',
      says: "The request body is not valid JSON: Unexpected token 'h'",
    },
    { why: 'of a wrong type', body: '{"name":[5],"litres":1}', says: 'Property name must be a string.' },
    { why: 'of no number', body: '{"name":"fern","litres":"1.5"}', says: 'Property litres must be an integer.' },
    {
      why: 'wrong in an alternative',
      body: '{"name":"fern","litres":1,"note":{}}',
      says: 'Property note must be a string or null.',
    },
    {
      why: 'wrong inside',
      body: '{"name":"fern","litres":1,"plants":[{"latin":null}]}',
      says: 'Property plants[0].latin must be a string.',
    },
    { why: 'lacking keys', body: '{}', says: 'Missing required properties: name, litres.' },
    { why: 'absent', body: '', says: 'The request body must be an object.' },
    { why: 'an array', body: '[]', says: 'The request body must be an object.' },
    {
      why: 'with a key too many',
      body: '{"name":"fern","litres":1,"foo":1}',
      says: 'Unable to map property foo.\nKnown properties include: name, litres, note, plants',
    },
    { why: 'polluting', body: '{"name":"fern","litres":1,"__proto__":{}}', says: 'Unable to map property __proto__.' },
    {
      why: 'ambiguous',
      body: '{"name":"fern","litres":1,"name":"x"}',
      says: 'The request body has the property name twice in one object.',
    },
    { why: 'too deep', body: '['.repeat(5000), says: 'The request body is nested too deeply.' },
    {
      why: 'of too many values',
      body: `[${'1,'.repeat(300_000)}1]`,
      says: 'The request body has more than 300000 values.',
    },
    {
      why: 'of too many properties',
      body: `{${Array.from({ length: 10_001 }, (_, n) => `"k${n}":1`).join()}}`,
      says: 'The request body has an object with more than 10000 properties.',
    },
    {
      why: 'no UTF-8',
      body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]),
      says: 'The request body is not valid UTF-8.',
    },
  ])('$why are refused with 400', async ({ body, says }) => {
    await using http = await startHttp(garden)
    const answer = await fetch(`${http.api}/pots`, { method: 'POST', headers: { ...json, ...asAda }, body })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({ type: 'ApiError', message: says })
  })

  test('that violate constraints are refused with a list of all invalid fields', async () => {
    await using http = await startHttp(garden)
    const answer = await fetch(`${http.api}/pots`, potOf({ name: 'f', litres: 0 }))
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual([
      {
        message: 'must NOT have fewer than 2 characters',
        message_template: '{minLength}',
        path: 'name',
        invalid_value: 'f',
      },
      { message: 'must be >= 1', message_template: '{minimum}', path: 'litres', invalid_value: 0 },
    ])
  })

  test('are refused without secrets, and without the parts that may contain them', async () => {
    const body = Type.Object({
      lock: Type.Object({ password: Type.String({ maxLength: 4 }) }),
      labels: Type.Array(Type.String(), { maxItems: 1 }),
    })
    const lockPot = operation({ ...createPot, id: 'pots.lock', path: '/pots/lock', body, answers: { 204: NoBody } })
    await using http = await startHttp((api) => serve(api, lockPot, () => null))
    const sent = { lock: { password: 'hunter2' }, labels: ['hunter', '2'] }
    const answer = await fetch(`${http.api}/pots/lock`, potOf(sent))
    expect(await answer.json()).toMatchObject([
      { path: 'lock.password', invalid_value: null },
      { path: 'labels', invalid_value: null },
    ])
  })

  test('may be absent where the operation allows it, even with a content type', async () => {
    await using http = await startHttp(garden)
    const absent = await fetch(`${http.api}/pots/a/tend`, { method: 'POST', headers: json })
    expect(await absent.json()).toEqual({ with: null })
    const wrong = await fetch(`${http.api}/pots/a/tend`, { ...potOf({ with: {} }) })
    expect(wrong.status).toBe(400)
  })

  test('are ignored, whatever their type, if the operation has none', async () => {
    await using http = await startHttp(garden)
    const answer = await fetch(`${http.api}/pots/a/water`, {
      method: 'PUT',
      headers: { 'x-requested-by': 'test', 'content-type': 'text/plain', ...asAda },
      body: 'not { json',
    })
    expect(answer.status).toBe(204)
    expect(await answer.text()).toBe('')
  })
})

test('a response that the handler sends itself, at once or later, is sent once', async () => {
  await using http = await startHttp((api) => {
    serve(api, operation({ ...listPots, id: 'now', path: '/now' }), ({ reply }) => reply.type('text/plain').send('now'))
    serve(api, operation({ ...listPots, id: 'later', path: '/later' }), async ({ reply }) =>
      reply.type('text/plain').send('later'),
    )
  })
  expect((await http.ask('GET', '/now', undefined)).body).toBe('now')
  expect((await http.ask('GET', '/later', undefined)).body).toBe('later')
  expect(JSON.stringify(http.logged())).not.toContain('already sent')
})

test('a client that disconnects during a response causes no error', async () => {
  const left = Promise.withResolvers<void>()
  await using http = await startHttp((api) => {
    serve(api, operation({ ...listPots, id: 'endless', path: '/endless' }), async ({ request, reply }) => {
      const output = new PassThrough()
      output.write('on and on')
      request.raw.socket.on('close', () => {
        output.end()
        left.resolve()
      })
      return reply.type('text/event-stream').header('cache-control', 'no-store').send(output)
    })
  })
  const reader = new AbortController()
  const answer = await fetch(`${http.api}/endless`, { headers: asAda, signal: reader.signal })
  await answer.body?.getReader().read()
  reader.abort()
  await left.promise
  // Fastify would log an error only after the connection has been closed on this side, too.
  await setImmediate()
  expect(JSON.stringify(http.logged())).not.toContain('already sent')
})
