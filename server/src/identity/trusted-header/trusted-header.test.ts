/** Users whom a proxy names in a header. Calls of the tests come from 127.0.0.1, which is a trusted proxy. */
import { request } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type IdentityUnderTest, startIdentity } from '../../testing/start-identity.ts'
import { adBackend } from '../auth-services/testing/backend-drafts.ts'
import { startTestDirectory } from '../ldap/testing/test-directory.ts'
import { adPerson } from '../ldap/testing/test-people.ts'

const CONFIG = '/system/authentication/http-header-auth-config'

let server: IdentityUnderTest
beforeEach(async () => {
  server = await startIdentity()
  await server.addUser('ada')
})
afterEach(() => server[Symbol.asyncDispose]())

const configure = (body: object) => server.call('PUT', CONFIG, { body })
const named = (username: string, header = 'remote-user', path = '/users/ada') =>
  server.call('GET', path, { as: '', headers: { [header]: username } })

test('the header is ignored until an administrator switches it on', async () => {
  expect((await server.call('GET', CONFIG)).body).toEqual({ enabled: false, username_header: 'Remote-User' })
  expect((await named('ada')).status).toBe(401)
  expect((await configure({ enabled: true })).body).toEqual({ enabled: true, username_header: 'Remote-User' })
  expect((await named('ada')).body).toMatchObject({ username: 'ada' })
  expect((await named('ada', 'REMOTE-USER')).status).toBe(200)
  await configure({ enabled: true, username_header: 'X-User' })
  expect((await named('ada')).status).toBe(401)
  expect((await named('ada', 'x-user')).status).toBe(200)
})

test('asking for the session creates one, which works without the header', async () => {
  await configure({ enabled: true })
  const validated = Object((await named('ada', 'remote-user', '/system/sessions')).body)
  expect(validated).toEqual({ is_valid: true, session_id: expect.any(String), username: 'ada' })
  expect((await server.call('GET', '/users/ada', { as: `${validated.session_id}:session` })).status).toBe(200)
  const again = await server.call('GET', '/system/sessions', {
    as: `${validated.session_id}:session`,
    headers: { 'remote-user': 'ada' },
  })
  expect(again.body).toEqual({ is_valid: true, session_id: null, username: null })
  const signedIn = await server.call('GET', '/logyard/audit/entries?event=session:create')
  expect(Object(signedIn.body).entries).toMatchObject([
    { username: 'ada', credential: 'trusted-proxy', outcome: 'done' },
  ])
  const undefinedSession = { as: 'undefined:session', headers: { 'remote-user': 'ada' } }
  expect((await server.call('GET', '/users/ada', undefinedSession)).status).toBe(200)
})

test('a page of another origin opens no sessions', async () => {
  await configure({ enabled: true })
  const validate = (site: string, more: object = { isForged: true }) =>
    server.call('GET', '/system/sessions', {
      as: '',
      headers: { 'remote-user': 'ada', 'sec-fetch-site': site },
      ...more,
    })
  const none = { is_valid: true, session_id: null, username: null }
  expect((await validate('cross-site')).body).toEqual(none)
  expect((await validate('same-site')).body).toEqual(none)
  const opened = { is_valid: true, session_id: expect.any(String), username: 'ada' }
  expect((await validate('same-origin')).body).toEqual(opened)
  expect((await validate('cross-site', {})).body).toEqual(opened)
})

test('the header names neither the root user, nor service accounts, nor disabled or unknown users', async () => {
  await configure({ enabled: true })
  const id = await server.addUser('bob')
  await server.call('PUT', `/users/${id}/status/disabled`)
  for (const username of ['admin', 'graylog-sidecar', 'bob', 'nobody', 'ada, bob', '', ' ']) {
    expect((await named(username, 'remote-user', '/users')).status, username).toBe(401)
  }
})

test('wrong credentials are not helped by the header', async () => {
  await configure({ enabled: true })
  const wrong = await server.call('GET', '/users/ada', { as: 'ada:wrong', headers: { 'remote-user': 'ada' } })
  expect(wrong.status).toBe(401)
})

test('a peer that is no trusted proxy cannot name anybody, whatever it says about itself', async () => {
  await configure({ enabled: true })
  const { hostname, port } = new URL(server.url)
  const status = await new Promise<number | undefined>((resolve, reject) => {
    request(
      {
        host: hostname,
        port,
        path: '/api/users/ada',
        localAddress: '127.0.0.2',
        headers: { 'remote-user': 'ada', 'x-forwarded-for': '127.0.0.1' },
      },
      (answer) => resolve(answer.statusCode),
    )
      .on('error', reject)
      .end()
  })
  expect(status).toBe(401)
})

test('a person of the active directory is created without a password', async () => {
  await configure({ enabled: true })
  await using directory = await startTestDirectory()
  directory.entries = [adPerson('grace'), adPerson('dan', { isDisabled: true })]
  const created = await server.call('POST', '/system/authentication/services/backends', {
    body: adBackend(directory.port),
  })
  const { id } = Object(created.body).backend
  await server.call('POST', '/system/authentication/services/configuration', { body: { active_backend: id } })
  expect((await named('grace', 'remote-user', '/users/grace')).body).toMatchObject({ external: true })
  expect((await named('dan', 'remote-user', '/users/dan')).status).toBe(401)
})

test.each(['', ' ', 'a b', 'a:b', 'Authorization', 'Cookie'])('%j is refused as a name of the header', async (name) => {
  expect((await configure({ enabled: true, username_header: name })).status).toBe(400)
})
