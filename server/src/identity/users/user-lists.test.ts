import { expect, test } from 'vitest'
import { type IdentityUnderTest, startIdentity } from '../../testing/start-identity.ts'

const page = async (logyard: IdentityUnderTest, query: string) => {
  const answer = await logyard.call('GET', `/users/paginated?${query}`)
  expect(answer.status).toBe(200)
  const body = Object(answer.body)
  const names: string[] = body.users.map((user: { username: string }) => user.username)
  return { body, names }
}

async function withUsers() {
  const logyard = await startIdentity()
  await logyard.addUser('bob', { full_name: 'Bob Builder', email: 'bob@Example.com' })
  await logyard.addUser('bobby', { full_name: 'Zed', email: 'bobby@other.org' })
  await logyard.addUser('ada', { full_name: 'abc', email: 'ada@example.com' })
  return logyard
}

test('the full list starts with root and shows the permissions of each user', async () => {
  await using logyard = await withUsers()
  const { users } = Object((await logyard.call('GET', '/users')).body)
  expect(users[0]).toMatchObject({
    id: 'local:admin',
    username: 'admin',
    full_name: 'Administrator',
    read_only: true,
    permissions: ['*'],
    roles: ['Admin'],
    timezone: 'UTC',
    session_timeout_ms: 28_800_000,
  })
  expect(users.map((user: { username: string }) => user.username)).toEqual([
    'admin',
    'graylog-sidecar',
    'bob',
    'bobby',
    'ada',
  ])
  expect(users[1]).toMatchObject({
    full_name: 'Sidecar System User (built-in)',
    email: 'sidecar@graylog.local',
    service_account: true,
    roles: ['Reader', 'Sidecar System (Internal)'],
  })
  expect(users[4].permissions).toContain('messages:read')
})

test('a page has the shape of the contract, 0 per page means all, and pages past the end are empty', async () => {
  await using logyard = await withUsers()
  const all = await page(logyard, 'per_page=0')
  expect(all.body).toMatchObject({ total: 4, count: 4, page: 1, per_page: 0, query: '' })
  expect(all.body).not.toHaveProperty('grand_total')
  // Upper case sorts before lower case.
  expect(all.names).toEqual(['bob', 'graylog-sidecar', 'bobby', 'ada'])
  expect((await page(logyard, 'page=2&per_page=3')).names).toEqual(['ada'])
  expect((await page(logyard, 'page=0&per_page=3')).body).toMatchObject({ page: 1, count: 3, total: 4 })
  expect((await page(logyard, 'page=99')).body).toMatchObject({ users: [], total: 4, count: 0 })
  expect((await page(logyard, 'sort=username&order=desc')).names).toEqual(['graylog-sidecar', 'bobby', 'bob', 'ada'])
  expect((await logyard.call('GET', '/users/paginated?page=abc')).status).toBe(404)
})

test.each([
  { query: 'email:example.com', names: ['ada', 'bob'] },
  { query: 'username:=bob', names: ['bob'] },
  { query: '-username:bob', names: ['ada', 'graylog-sidecar'] },
  { query: 'username:bobby,ada', names: ['ada', 'bobby'] },
  { query: 'nofield:bob', names: ['bob'] },
  { query: 'BUILDER', names: ['bob'] },
  { query: 'a.c', names: [] },
  { query: 'username:', names: ['ada', 'bob', 'bobby', 'graylog-sidecar'] },
])('$query finds $names', async ({ query, names }) => {
  await using logyard = await withUsers()
  const found = await page(logyard, `sort=username&query=${encodeURIComponent(encodeURIComponent(query))}`)
  expect(found.names).toEqual(names)
  expect(found.body.context.admin_user).toMatchObject({ username: 'admin', read_only: true })
})

test('root is never among the rows, but always in the context, whatever the query', async () => {
  await using logyard = await withUsers()
  const found = await page(logyard, 'query=matches-nobody')
  expect(found.body).toMatchObject({ users: [], context: { admin_user: { id: 'local:admin', username: 'admin' } } })
})

test('root is null in the context while it is switched off', async () => {
  await using logyard = await startIdentity({ isRootEnabled: false })
  const [roles] = [(await logyard.identity.accounts.read()).findRoleByName('Admin')]
  if (roles === undefined) throw new Error('no Admin role')
  await logyard.identity.users.create({
    username: 'boss',
    password: 'boss-password',
    email: 'boss@example.com',
    full_name: 'Boss',
    permissions: [],
    roles: ['Admin'],
  })
  const as = 'boss:boss-password'
  expect((await logyard.call('GET', '/users/paginated', { as })).body).toMatchObject({ context: { admin_user: null } })
  const { users } = Object((await logyard.call('GET', '/users', { as })).body)
  expect(users.map((user: { username: string }) => user.username)).not.toContain('admin')
  expect((await logyard.call('GET', '/users/admin', { as })).status).toBe(404)
})

test('each list shows the most recent session of a signed-in user, in its own format', async () => {
  await using logyard = await withUsers()
  const body = { username: 'bob', password: 'bob-password' }
  await logyard.call('POST', '/system/sessions', { as: '', from: '203.0.113.5', body })
  logyard.clock.advance(1000)
  const second = await logyard.call('POST', '/system/sessions', { as: '', from: '203.0.113.6', body })
  logyard.clock.advance(1000)
  await logyard.call('GET', '/users/bob', { as: `${Object(second.body).session_id}:session` })

  const seen = { last_activity: '2026-03-01T09:00:02.000+0000', client_address: '203.0.113.6' }
  const { users } = Object((await logyard.call('GET', '/users')).body)
  const summary = (name: string) => users.find((user: { username: string }) => user.username === name)
  expect(summary('bob')).toMatchObject({ session_active: true, ...seen })
  expect(summary('ada')).toMatchObject({ session_active: false, last_activity: null, client_address: null })
  expect(summary('ada')).toHaveProperty('external', false)
  expect(summary('ada')).not.toHaveProperty('external_user')

  const rows = (await page(logyard, 'sort=username')).body.users
  expect(rows[1]).toMatchObject({ username: 'bob', session_active: true, ...seen })
  expect(rows[0]).toEqual({
    id: expect.any(String),
    username: 'ada',
    full_name: 'abc',
    email: 'ada@example.com',
    external_user: false,
    read_only: null,
    roles: ['Reader'],
    session_active: null,
    last_activity: null,
    client_address: null,
    auth_service_id: null,
    auth_service_uid: null,
    account_status: 'enabled',
    service_account: false,
  })
})

test('the lists require users:list', async () => {
  await using logyard = await withUsers()
  for (const path of ['/users', '/users/paginated']) {
    const answer = await logyard.call('GET', path, { as: 'ada:ada-password' })
    expect([answer.status, answer.body]).toEqual([403, { type: 'ApiError', message: 'Not authorized' }])
  }
})
