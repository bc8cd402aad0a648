/** The connection test and the login test. */

import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type IdentityUnderTest, startIdentity } from '../../testing/start-identity.ts'
import { adBackend } from '../auth-services/testing/backend-drafts.ts'
import { startTestDirectory, type TestDirectory } from './testing/test-directory.ts'
import { adPerson } from './testing/test-people.ts'

const TEST = '/system/authentication/services/test/backend'

let server: IdentityUnderTest
let directory: TestDirectory
beforeAll(async () => {
  server = await startIdentity()
  directory = await startTestDirectory()
  directory.entries = [adPerson('ada'), adPerson('bob', { isDisabled: true })]
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await directory[Symbol.asyncDispose]()
})

const connection = async (draft: object, more: object = {}) =>
  (await server.call('POST', `${TEST}/connection`, { body: { backend_configuration: draft, ...more } })).body
const login = async (user_login: object | null, draft: object = adBackend(directory.port)) =>
  (await server.call('POST', `${TEST}/login`, { body: { backend_configuration: draft, user_login } })).body

test('a connection with the password of the system user succeeds, and with a wrong one fails', async () => {
  const address = `[127.0.0.1:${directory.port}]`
  expect(await connection(adBackend(directory.port))).toEqual({
    success: true,
    message: `Successfully connected to ${address}`,
    errors: [],
    result: {},
  })
  expect(await connection(adBackend(directory.port, {}, { system_user_password: 'wrong' }))).toEqual({
    success: false,
    message: `Couldn't establish connection to ${address}`,
    errors: ['the directory refused the system user reader@example.org'],
    result: {},
  })
})

test('a closed port is reported, and the rest of the settings does not matter', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port } = Object(closed.address())
  closed.close()
  await once(closed, 'close')
  const answer = await connection(adBackend(port, { title: '' }, { user_search_base: '' }))
  expect(answer).toMatchObject({
    success: false,
    errors: [`Nothing answers at 127.0.0.1:${port} (connection refused).`],
    result: {},
  })
})

test('one user runs a few tests at a time', async () => {
  await using silent = createServer().listen(0, '127.0.0.1')
  const accepted: { destroy(): void }[] = []
  silent.on('connection', (socket) => void accepted.push(socket))
  await once(silent, 'listening')
  const { port } = Object(silent.address())
  const tested = () => server.call('POST', `${TEST}/connection`, { body: { backend_configuration: adBackend(port) } })
  const first = [tested(), tested()]
  await expect.poll(() => accepted.length).toBe(2)
  expect(await tested()).toMatchObject({ status: 429, body: { type: 'ApiError' } })
  for (const socket of accepted) socket.destroy()
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200])
})

test('the stored password is used for its own server only', async () => {
  const created = await server.call('POST', '/system/authentication/services/backends', {
    body: adBackend(directory.port),
  })
  const { id: backend_id } = Object(created.body).backend
  const kept = { system_user_password: { keep_value: true } }
  expect(await connection(adBackend(directory.port, {}, kept), { backend_id })).toMatchObject({ success: true })
  await using other = await startTestDirectory()
  expect(await connection(adBackend(other.port, {}, kept), { backend_id })).toMatchObject({
    success: false,
    errors: ['The server has changed. Enter the password again.'],
  })
  expect(other.binds).toEqual([])
})

test('the login test shows what the directory answered, and creates no user', async () => {
  expect(await login({ username: 'ada', password: 'ada-in-ad' })).toEqual({
    success: true,
    message: `Successfully logged in ada into [127.0.0.1:${directory.port}]`,
    errors: [],
    result: {
      user_exists: true,
      login_success: true,
      user_details: {
        dn: adPerson('ada').dn,
        account_enabled: 'true',
        'unique_id (objectGUID)': Buffer.from('ada------------\xff', 'latin1').toString('base64'),
        sAMAccountName: 'ada',
        displayName: 'ada of the directory',
        email: 'ada@mail.example.org',
      },
    },
  })
  expect((await server.call('GET', '/users/ada')).status).toBe(404)
})

test.each([
  { username: 'ada', password: 'wrong', message: 'Login for user ada failed', user_exists: true },
  { username: 'nobody', password: 'wrong', message: "User nobody doesn't exist", user_exists: false },
  { username: 'bob', password: 'bob-in-ad', message: 'Login for user bob failed', user_exists: true },
])('the login of $username with $password fails: $message', async ({ message, user_exists, ...user }) => {
  expect(await login(user)).toMatchObject({ success: false, message, result: { user_exists, login_success: false } })
})

test('a login test needs a name and a password, and settings that could be stored', async () => {
  expect(await login(null)).toMatchObject({ success: false, message: 'Missing username and password' })
  const empty = adBackend(directory.port)
  const withoutPassword = await server.call('POST', `${TEST}/login`, {
    body: { backend_configuration: empty, user_login: { username: 'ada', password: '' } },
  })
  expect(withoutPassword).toMatchObject({ status: 400, body: { type: 'ApiError' } })
  const refused = await server.call('POST', `${TEST}/login`, {
    body: { backend_configuration: adBackend(directory.port, { title: '' }), user_login: null },
  })
  expect(refused).toMatchObject({ status: 400, body: { failed: true, errors: { title: ['Title cannot be empty.'] } } })
})
