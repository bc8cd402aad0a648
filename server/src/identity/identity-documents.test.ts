/** What administrators configure for passwords, tokens and the page for signing in. */
import { PASSWORD_RULES_KEY } from '@logyard/contract/identity/password-rules'
import { SIGN_IN_NOTICE_KEY } from '@logyard/contract/identity/sign-in-notice'
import { TOKEN_SETTINGS_KEY } from '@logyard/contract/identity/token-settings'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type IdentityUnderTest, startIdentity } from '../testing/start-identity.ts'

const DAY_MS = 86_400_000

let logyard: IdentityUnderTest
beforeEach(async () => {
  logyard = await startIdentity({
    area: async (api, { clusterConfig }) => clusterConfig.routes(api),
  })
})
afterEach(() => logyard[Symbol.asyncDispose]())

const configure = async (key: string, body: unknown) =>
  (await logyard.call('PUT', `/system/cluster_config/${key}`, { body })).status
const STRICT = {
  min_length: 10,
  needs_upper_case: true,
  needs_lower_case: true,
  needs_digit: true,
  needs_special: true,
}
const reasons = (body: unknown) =>
  Object(body).validation_errors?.password?.map(({ error }: { error: string }) => error)

test('every way to set a password checks the rules, and the error names each broken one', async () => {
  const id = await logyard.addUser('ada')
  expect(await configure(PASSWORD_RULES_KEY, STRICT)).toBe(202)
  const draft = { username: 'bob', email: 'bob@example.org', full_name: 'Bob', permissions: [], roles: ['Reader'] }
  const created = await logyard.call('POST', '/users', { body: { ...draft, password: 'ßhort' } })
  expect(created.status).toBe(400)
  expect(created.body).toMatchObject({ type: 'ValidationApiError' })
  expect(reasons(created.body)).toEqual([
    'Password must have at least 10 characters.',
    'Password must have an upper case letter.',
    'Password must have a digit.',
    'Password must have a character that is no letter, digit or blank.',
  ])
  const own = (password: string) =>
    logyard.call('PUT', `/users/${id}/password`, {
      as: 'ada:ada-password',
      body: { old_password: 'ada-password', password },
    })
  expect(reasons((await own('LONG-ENOUGH-1')).body)).toEqual(['Password must have a lower case letter.'])
  const ofAdmin = await logyard.call('PUT', `/users/${id}/password`, { body: { password: 'Long but empty' } })
  expect(reasons(ofAdmin.body)).toEqual([
    'Password must have a digit.',
    'Password must have a character that is no letter, digit or blank.',
  ])
  expect((await own('Correct-Horse-1')).status).toBe(204)
  // Passwords from before stay valid.
  await logyard.call('DELETE', `/system/cluster_config/${PASSWORD_RULES_KEY}`)
  expect((await logyard.call('POST', '/users', { body: { ...draft, password: 'x' } })).status).toBe(201)
})

test('rules that no password can meet are refused', async () => {
  for (const bad of [{ ...STRICT, min_length: 101 }, { ...STRICT, min_length: 0 }, { ...STRICT, more: 1 }, {}]) {
    expect(await configure(PASSWORD_RULES_KEY, bad), JSON.stringify(bad)).toBe(400)
  }
})

test('a new token expires within the longest lifetime, whatever is requested', async () => {
  const id = await logyard.addUser('ada')
  const as = 'ada:ada-password'
  const create = (name: string, body?: unknown) =>
    logyard.call('POST', `/users/${id}/tokens/${name}`, { as, ...(body === undefined ? {} : { body }) })
  expect(Object((await create('before')).body).expires_at).toBe(null)
  expect(await configure(TOKEN_SETTINGS_KEY, { longest_lifetime_ms: DAY_MS, expired_retained_ms: 0 })).toBe(202)
  const latest = new Date(logyard.clock.now().getTime() + DAY_MS).toISOString()
  expect(Object((await create('silent')).body).expires_at).toBe(latest)
  expect((await create('short', { expires_in_ms: 60_000 })).status).toBe(200)
  for (const wish of [{ expires_in_ms: 2 * DAY_MS }, { expires_at: '2099-01-01T00:00:00.000Z' }]) {
    expect(await create('long', wish)).toMatchObject({
      status: 400,
      body: { message: `A token must expire by ${latest}: an administrator limits how long tokens are valid.` },
    })
  }
})

test('an expired token is refused at once, and stays in the list as long as configured', async () => {
  const id = await logyard.addUser('ada')
  await configure(TOKEN_SETTINGS_KEY, { longest_lifetime_ms: 60_000, expired_retained_ms: DAY_MS })
  const token = Object((await logyard.call('POST', `/users/${id}/tokens/one`)).body).token
  const used = async () => (await logyard.call('GET', '/users/ada', { as: `${token}:token` })).status
  const listed = async () => Object((await logyard.call('GET', `/users/${id}/tokens`)).body).tokens.length
  expect(await used()).toBe(200)
  logyard.clock.advance(61_000)
  expect(await used()).toBe(401)
  await logyard.identity.tokens.purge()
  expect(await listed()).toBe(1)
  logyard.clock.advance(DAY_MS)
  await logyard.identity.tokens.purge()
  expect(await listed()).toBe(0)
})

test('the notice is shown to everybody, and only plain text of limited length is accepted', async () => {
  const read = () => logyard.call('GET', '/logyard/sign-in-notice', { as: '' })
  expect((await read()).body).toEqual({ text: '' })
  expect(await configure(SIGN_IN_NOTICE_KEY, { text: ' Authorised use only.\n<b>Really</b> ' })).toBe(202)
  expect((await read()).body).toEqual({ text: 'Authorised use only.\n<b>Really</b>' })
  for (const text of ['x'.repeat(1001), 'a\u0000b', 'a\u001b[31mb', [7]])
    expect(await configure(SIGN_IN_NOTICE_KEY, { text })).toBe(400)
  await logyard.addUser('ada', { permissions: ['clusterconfigentry:edit'] })
  const edited = await logyard.call('PUT', `/system/cluster_config/${SIGN_IN_NOTICE_KEY}`, {
    as: 'ada:ada-password',
    body: { text: 'mine' },
  })
  expect(edited.status).toBe(403)
  await logyard.call('DELETE', `/system/cluster_config/${SIGN_IN_NOTICE_KEY}`)
  expect((await read()).body).toEqual({ text: '' })
})
