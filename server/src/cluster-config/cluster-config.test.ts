import { Type } from 'typebox'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type IdentityUnderTest, startIdentity } from '../testing/start-identity.ts'
import { createClusterConfig } from './cluster-config.ts'
import type { OwnClusterConfig } from './config-registry.ts'

const SET = 'org.example.SetByDefault'
const UNSET = 'org.example.Unset'
const document = Type.Object({ size: Type.Integer(), note: Type.String() })
const draft = Type.Object(
  { size: Type.Integer({ minimum: 0, maximum: 10 }), note: Type.Optional(Type.String({ maxLength: 20 })) },
  { additionalProperties: false },
)
const SECRET = 'org.example.WithSecret'
const withKey = Type.Object(
  { size: Type.Integer(), key: Type.Union([Type.String(), Type.Null()]) },
  { additionalProperties: false },
)
const complete = ({ size, note = '' }: { size: number; note?: string }) => (size === 7 ? undefined : { size, note })

let logyard: IdentityUnderTest
let secret: OwnClusterConfig<{ size: number; key: string | null } | undefined>
beforeEach(async () => {
  logyard = await startIdentity({
    async area(api, { settings }) {
      const configs = createClusterConfig({ settings })
      configs.register({ key: SET, draft, document, complete, default: { size: 1, note: 'usual' } })
      configs.register({ key: UNSET, draft, document, complete, default: undefined })
      secret = configs.register({
        key: SECRET,
        draft: withKey,
        document: withKey,
        complete: (config) => config,
        secrets: ['key'],
        default: undefined,
      })
      configs.routes(api)
    },
  })
})
afterEach(() => logyard[Symbol.asyncDispose]())

const pathOf = (key: string) => `/system/cluster_config/${key}`
const get = (key: string) => logyard.call('GET', pathOf(key))
const put = (key: string, body: unknown) => logyard.call('PUT', pathOf(key), { body })
const keys = async () => (await logyard.call('GET', '/system/cluster_config')).body

test('a document is its default until it is replaced, and again once it is deleted', async () => {
  expect((await get(SET)).body).toEqual({ size: 1, note: 'usual' })
  expect(await put(SET, { size: 2 })).toMatchObject({ status: 202, body: { size: 2, note: '' } })
  expect((await get(SET)).body).toEqual({ size: 2, note: '' })
  for (let times = 0; times < 2; times++) {
    expect((await logyard.call('DELETE', pathOf(SET))).status).toBe(204)
    expect((await get(SET)).body).toEqual({ size: 1, note: 'usual' })
  }
})

test('a document without a default is empty, and not in the list, while nothing is stored', async () => {
  expect(await get(UNSET)).toMatchObject({ status: 204, text: '' })
  expect(await keys()).toEqual({ total: 1, classes: [SET] })
  expect((await put(UNSET, { size: 3, note: 'mine' })).status).toBe(202)
  expect((await get(UNSET)).body).toEqual({ size: 3, note: 'mine' })
  expect(await keys()).toEqual({ total: 2, classes: [SET, UNSET] })
  await logyard.call('DELETE', pathOf(UNSET))
  expect((await get(UNSET)).status).toBe(204)
})

test.each([
  ['nothing', undefined],
  ['null', null],
  ['a list', []],
  ['an unknown field', { size: 1, more: 1 }],
  ['a value beyond its bounds', { size: 11 }],
  ['what the area refuses', { size: 7 }],
])('%s is refused, and the stored document stays', async (_what, body) => {
  await put(SET, { size: 5 })
  expect(await put(SET, body)).toMatchObject({
    status: 400,
    body: { type: 'ApiError', message: `Couldn't parse cluster configuration "${SET}".` },
  })
  expect((await get(SET)).body).toEqual({ size: 5, note: '' })
})

test.each(['no.such.Key', '__proto__', 'constructor', `${SET}%2F`])('the unknown key %s is not found', async (key) => {
  const body = { type: 'ApiError', message: `Couldn't find configuration class "${decodeURIComponent(key)}"` }
  expect(await get(key)).toMatchObject({ status: 404, body })
  expect(await put(key, { size: 1 })).toMatchObject({ status: 404, body })
  expect(await logyard.call('DELETE', pathOf(key))).toMatchObject({ status: 404, body })
})

test('a client that accepts only schemas gets the schema of the document', async () => {
  const answer = await logyard.call('GET', pathOf(SET), { headers: { accept: 'application/schema+json' } })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    expect.stringMatching(/^application\/schema\+json/),
  ])
  expect(answer.body).toMatchObject({ type: 'object', required: ['size', 'note'] })
  const both = await logyard.call('GET', pathOf(SET), { headers: { accept: 'application/json, application/*' } })
  expect(both.body).toEqual({ size: 1, note: 'usual' })
})

test('reading, changing and deleting each need their permission', async () => {
  await logyard.addUser('editor', { permissions: ['clusterconfigentry:edit'] })
  await logyard.addUser('both', { permissions: ['clusterconfigentry:edit', 'clusterconfigentry:create'] })
  const as = (name: string) => ({ as: `${name}:${name}-password` })
  const body = { size: 4 }
  expect((await logyard.call('GET', pathOf(SET), as('editor'))).status).toBe(200)
  expect((await logyard.call('PUT', pathOf(SET), { ...as('editor'), body })).status).toBe(403)
  expect((await logyard.call('PUT', pathOf(SET), { ...as('both'), body })).status).toBe(202)
  expect((await logyard.call('DELETE', pathOf(SET), as('both'))).status).toBe(403)
  expect((await logyard.call('GET', pathOf(SET), { as: '' })).status).toBe(401)
})

test('a secret is never answered, and stays while clients send back its placeholder', async () => {
  const masked = { size: 1, key: '<password set>' }
  let changes = 0
  using _listening = secret.onChange(() => {
    changes += 1
  })
  expect((await put(SECRET, { size: 1, key: 'open sesame' })).body).toEqual(masked)
  expect((await get(SECRET)).body).toEqual(masked)
  expect(await secret.read()).toEqual({ size: 1, key: 'open sesame' })
  expect((await put(SECRET, { size: 2, key: '<password set>' })).body).toEqual({ ...masked, size: 2 })
  expect(await secret.read()).toEqual({ size: 2, key: 'open sesame' })
  await put(SECRET, { size: 3, key: null })
  await put(SECRET, { size: 4, key: '<password set>' })
  expect((await get(SECRET)).body).toEqual({ size: 4, key: null })
  await put(SET, { size: 2 })
  expect(changes).toBe(4)
})
