import { expect, test } from 'vitest'
import { type IdentityUnderTest, startIdentity } from '../../testing/start-identity.ts'

const NEVER = '1970-01-01T00:00:00.000Z'

const create = async (logyard: IdentityUnderTest, path: string, body?: unknown) => {
  const answer = await logyard.call('POST', path, body === undefined ? {} : { body })
  expect(answer.status).toBe(200)
  return Object(answer.body)
}

const list = async (logyard: IdentityUnderTest, path: string) => Object((await logyard.call('GET', path)).body).tokens

test('a list has the last four characters of a token, and for ten minutes its value for its creator', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('ada')
  const token = await create(logyard, '/users/ada/tokens/nightly%20script')
  expect(token).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{24}$/),
    name: 'nightly script',
    token: expect.stringMatching(/^[0-9a-v]{52}$/),
    last_access: NEVER,
    created_at: '2026-03-01T09:00:00.000Z',
    expires_at: null,
  })
  const masked = [{ ...token, token: `****${token.token.slice(-4)}` }]
  const listed = async (as?: string) =>
    Object((await logyard.call('GET', '/users/ada/tokens', as === undefined ? {} : { as })).body).tokens
  expect(await listed()).toEqual([token])
  expect(await listed('ada:ada-password')).toEqual(masked)
  logyard.clock.advance(599_999)
  expect(await listed()).toEqual([token])
  logyard.clock.advance(1)
  expect(await listed()).toEqual(masked)
  expect(logyard.logged()).not.toContain(token.token)
  expect((await logyard.call('GET', '/users/ada', { as: `****${token.token.slice(-4)}:token` })).status).toBe(401)
})

test('the value of a token that was created in a session is listed in that session only', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('ada')
  const [session, other] = [await logyard.signIn('ada'), await logyard.signIn('ada')]
  const token = Object((await logyard.call('POST', '/users/ada/tokens/t', { as: session })).body)
  const listed = async (as: string) => Object((await logyard.call('GET', '/users/ada/tokens', { as })).body).tokens[0]
  expect((await listed(session)).token).toBe(token.token)
  expect((await listed(other)).token).toBe(`****${token.token.slice(-4)}`)
  await logyard.call('DELETE', `/system/sessions/${session.split(':')[0]}`, { as: session })
  for (const as of [other, await logyard.signIn('ada'), 'ada:ada-password']) {
    expect((await listed(as)).token).toBe(`****${token.token.slice(-4)}`)
  }
})

test('two tokens may have the same name', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('ada')
  await create(logyard, '/users/ada/tokens/same')
  await create(logyard, '/users/ada/tokens/same')
  expect((await list(logyard, '/users/ada/tokens')).map((token: { name: string }) => token.name)).toEqual([
    'same',
    'same',
  ])
})

test('using a token neither creates nor extends a session, and updates its last use', async () => {
  await using logyard = await startIdentity()
  const id = await logyard.addUser('ada')
  const { token } = await create(logyard, `/users/${id}/tokens/t`)
  logyard.clock.advance(5000)
  for (const word of ['token', 'TOKEN']) {
    expect((await logyard.call('GET', '/users/ada', { as: `${token}:${word}` })).status).toBe(200)
  }
  expect(await list(logyard, `/users/${id}/tokens`)).toMatchObject([{ last_access: '2026-03-01T09:00:05.000Z' }])
  expect((await logyard.identity.sessions.facts()).size).toBe(0)
})

test('a token is deleted by its id or its value, and is refused afterwards', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('ada')
  const [one, two] = [await create(logyard, '/users/ada/tokens/a'), await create(logyard, '/users/ada/tokens/b')]
  for (const [token, key] of [
    [one, one.id],
    [two, two.token],
  ]) {
    const as = `${token.token}:token`
    expect((await logyard.call('GET', '/users/ada', { as })).status).toBe(200)
    expect((await logyard.call('DELETE', `/users/ada/tokens/${key}`)).status).toBe(204)
    expect((await logyard.call('GET', '/users/ada', { as })).status).toBe(401)
    const again = await logyard.call('DELETE', `/users/ada/tokens/${key}`)
    expect([again.status, again.body]).toEqual([
      404,
      { type: 'ApiError', message: "Couldn't find access token for user ada" },
    ])
  }
})

test('deleting needs the header X-Requested-By, also with a token; reading does not', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('ada')
  const { id, token } = await create(logyard, '/users/ada/tokens/a')
  const forged = { as: `${token}:token`, isForged: true } as const
  expect((await logyard.call('DELETE', `/users/ada/tokens/${id}`, forged)).status).toBe(400)
  expect((await logyard.call('GET', '/users/ada/tokens', forged)).status).toBe(200)
  expect(await list(logyard, '/users/ada/tokens')).toHaveLength(1)
})

test('a token cannot be deleted under the path of another user', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('ada')
  await logyard.addUser('bob')
  const { id, token } = await create(logyard, '/users/ada/tokens/a')
  for (const key of [id, token]) expect((await logyard.call('DELETE', `/users/bob/tokens/${key}`)).status).toBe(404)
  expect((await logyard.call('GET', '/users/ada', { as: `${token}:token` })).status).toBe(200)
})

test('access to the tokens of other users is refused, naming the operation', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('ada')
  await logyard.addUser('bob')
  const as = 'bob:bob-password'
  for (const [method, path, what] of [
    ['GET', '/users/ada/tokens', 'list'],
    ['POST', '/users/ada/tokens/x', 'create'],
    ['DELETE', '/users/ada/tokens/x', 'remove'],
  ] as const) {
    const answer = await logyard.call(method, path, { as })
    expect([answer.status, answer.body]).toEqual([
      403,
      { type: 'ApiError', message: `Not allowed to ${what} tokens for user ada` },
    ])
    expect((await logyard.call(method, path.replace('ada', 'nobody'), { as })).status).toBe(404)
  }
})

test('the root user can have tokens', async () => {
  await using logyard = await startIdentity()
  const { id, token } = await create(logyard, '/users/local:admin/tokens/backup', {})
  expect((await logyard.call('GET', '/users', { as: `${token}:token` })).status).toBe(200)
  expect((await logyard.call('DELETE', `/users/local:admin/tokens/${id}`)).status).toBe(204)
  expect((await logyard.call('GET', '/users', { as: `${token}:token` })).status).toBe(401)
})

test('an expired token is refused and removed', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('ada')
  const inMs = await create(logyard, '/users/ada/tokens/a', { expires_in_ms: 60_000, other: 'ignored' })
  const at = await create(logyard, '/users/ada/tokens/b', { expires_at: '2026-03-01T10:02:00+01:00' })
  expect([inMs.expires_at, at.expires_at]).toEqual(['2026-03-01T09:01:00.000Z', '2026-03-01T09:02:00.000Z'])
  const status = async ({ token }: { token: string }) =>
    (await logyard.call('GET', '/users/ada', { as: `${token}:token` })).status
  expect([await status(inMs), await status(at)]).toEqual([200, 200])
  logyard.clock.advance(60_000)
  expect([await status(inMs), await status(at)]).toEqual([401, 200])
  await logyard.identity.tokens.purge()
  expect(await list(logyard, '/users/ada/tokens')).toMatchObject([{ name: 'b' }])
})

test.each([
  { body: { expires_at: 'tomorrow' } },
  { body: { expires_at: '2020-01-01T00:00:00Z' } },
  { body: { expires_in_ms: 0 } },
  { body: { expires_in_ms: 'soon' } },
  { body: { expires_in_ms: 5, expires_at: '2030-01-01T00:00:00Z' } },
])('the invalid expiry $body does not create a token that never expires', async ({ body }) => {
  await using logyard = await startIdentity()
  expect((await logyard.call('POST', '/users/local:admin/tokens/t', { body })).status).toBe(400)
  expect(await list(logyard, '/users/local:admin/tokens')).toEqual([])
})

test('the last use is written later, but the first use is written soon', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('ada')
  const { id, token } = await create(logyard, '/users/ada/tokens/a')
  await logyard.call('GET', '/users/ada', { as: `${token}:token` })
  const changed = Promise.withResolvers<readonly string[]>()
  using _listening = logyard.settings.onChange('tokens', ({ ids }) => changed.resolve(ids))
  logyard.clock.advance(1000)
  expect(await changed.promise).toEqual([id])
})
