import { expect, test } from 'vitest'
import { startIdentity } from '../../testing/start-identity.ts'

const draft = { username: 'ada', password: 'secret', email: 'ada@example.com', full_name: 'Ada', permissions: [] }
const taken = { type: 'ApiError', message: 'Cannot create user ada. Username is already taken.' }

test('creating a user returns 201 without a body, and the location of the user', async () => {
  await using logyard = await startIdentity()
  const created = await logyard.call('POST', '/users', { body: draft })
  expect([created.status, created.text]).toEqual([201, ''])
  expect(created.headers.get('location')).toMatch(/\/users\/ada$/)
  const again = await logyard.call('POST', '/users', { body: draft })
  expect([again.status, again.body]).toEqual([400, taken])
})

test('a name is unique ignoring case, and cannot be that of the root user', async () => {
  await using logyard = await startIdentity()
  await logyard.call('POST', '/users', { body: draft })
  for (const username of ['ADA', 'admin', 'Admin', 'graylog-sidecar']) {
    const answer = await logyard.call('POST', '/users', { body: { ...draft, username } })
    expect(answer.body).toMatchObject({ message: `Cannot create user ${username}. Username is already taken.` })
  }
})

test('of two clients that create the same user concurrently exactly one succeeds', async () => {
  await using logyard = await startIdentity()
  const all = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      logyard.call('POST', '/users', { body: { ...draft, username: at % 2 === 0 ? 'ada' : 'Ada' } }),
    ),
  )
  expect(all.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400, 400, 400])
})

test('creating a user with an unknown key is refused, naming it and the known keys', async () => {
  await using logyard = await startIdentity()
  const answer = await logyard.call('POST', '/users', { body: { ...draft, foo: 1 } })
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({
    type: 'ApiError',
    message: expect.stringMatching(/^Unable to map property foo\.\nKnown properties include: username, password/),
  })
})

test('an update ignores unknown keys, the name and the password', async () => {
  await using logyard = await startIdentity()
  const id = await logyard.addUser('ada')
  const body = { foo: 1, username: 'eve', password: 'other', full_name: 'Ada L.' }
  expect((await logyard.call('PUT', `/users/${id}`, { body })).status).toBe(204)
  const user = await logyard.call('GET', '/users/ada', { as: 'ada:ada-password' })
  expect(user.body).toMatchObject({ username: 'ada', full_name: 'Ada L.' })
  expect((await logyard.call('GET', '/users/eve')).status).toBe(404)
})

test.each([
  { field: 'username', value: 'x'.repeat(101) },
  { field: 'username', value: '' },
  { field: 'username', value: 'a*b' },
  { field: 'username', value: 'a\nb' },
  { field: 'username', value: 'a\ud800' },
  { field: 'username', value: 'a:b' },
  { field: 'username', value: 'a,b' },
  { field: 'username', value: 'paginated' },
  { field: 'username', value: 'ID' },
  { field: 'password', value: '' },
  { field: 'email', value: '' },
  { field: 'email', value: 'x'.repeat(255) },
  { field: 'full_name', value: 'x'.repeat(201) },
  { field: 'session_timeout_ms', value: -2 },
])('a user with the $field "$value" is refused with that field', async ({ field, value }) => {
  await using logyard = await startIdentity()
  const answer = await logyard.call('POST', '/users', { body: { ...draft, [field]: value } })
  expect(answer.status).toBe(400)
  expect(answer.body).toEqual({
    type: 'ValidationApiError',
    message: 'Validation failed!',
    validation_errors: { [field]: [{ error: expect.any(String) }] },
  })
})

test('role names ignore case, unknown ones are refused, and a user without `roles` gets none', async () => {
  await using logyard = await startIdentity()
  const create = (username: string, more: object) =>
    logyard.call('POST', '/users', { body: { ...draft, username, ...more } })
  expect((await create('one', { roles: ['reader'] })).status).toBe(201)
  expect((await logyard.call('GET', '/users/one')).body).toMatchObject({ roles: ['Reader'] })
  expect((await create('two', { roles: ['nope', 'Reader', 'never'] })).body).toMatchObject({
    message: 'Invalid role names: nope, never',
  })
  expect((await create('three', {})).status).toBe(201)
  expect((await logyard.call('GET', '/users/three')).body).toMatchObject({ roles: [] })
  expect((await create('four', { roles: ['Admin'], service_account: true })).body).toMatchObject({
    message: 'Cannot assign Admin role to service account',
  })
})

test('a new user has the defaults of every field', async () => {
  await using logyard = await startIdentity()
  await logyard.call('POST', '/users', { body: { ...draft, timezone: 'Moon/Base' } })
  const { body } = await logyard.call('GET', '/users/ada')
  expect(body).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{24}$/),
    username: 'ada',
    email: 'ada@example.com',
    full_name: 'Ada',
    permissions: expect.arrayContaining(['users:edit:ada', 'users:tokenlist:ada']),
    grn_permissions: [],
    preferences: { updateUnfocussed: false, enableSmartSearch: true },
    timezone: null,
    session_timeout_ms: 28_800_000,
    read_only: false,
    external: false,
    startpage: null,
    roles: [],
    session_active: false,
    last_activity: null,
    client_address: null,
    account_status: 'enabled',
    service_account: false,
  })
})

test('preferences are replaced as a whole, without adding defaults', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('ada')
  const as = 'ada:ada-password'
  const put = await logyard.call('PUT', '/users/ada/preferences', { as, body: { preferences: { a: 1 } } })
  expect([put.status, put.text]).toEqual([204, ''])
  expect(Object((await logyard.call('GET', '/users/ada', { as })).body).preferences).toEqual({ a: 1 })
  const other = await logyard.call('PUT', '/users/nobody/preferences', { as, body: { preferences: {} } })
  expect(other.status).toBe(403)
})

test('the start page is cleared by an empty object, unchanged by null, and set by type and id', async () => {
  await using logyard = await startIdentity()
  const id = await logyard.addUser('ada', { timezone: 'Europe/Berlin' })
  const after = async (startpage: unknown) => {
    expect((await logyard.call('PUT', `/users/${id}`, { body: { startpage } })).status).toBe(204)
    const user = Object((await logyard.call('GET', '/users/ada')).body)
    return [user.startpage, user.timezone]
  }
  const stream = { type: 'stream', id: 'x' }
  expect(await after(stream)).toEqual([stream, 'Europe/Berlin'])
  expect(await after(null)).toEqual([stream, 'Europe/Berlin'])
  expect(await after({})).toEqual([null, 'Europe/Berlin'])
  expect(await after(stream)).toEqual([stream, 'Europe/Berlin'])
  expect(await after({ type: 'stream', id: null })).toEqual([null, 'Europe/Berlin'])
})

test('a start page can be cleared when its entity is deleted', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('ada', { startpage: { type: 'stream', id: 'gone' } })
  await logyard.addUser('bob', { startpage: { type: 'stream', id: 'kept' } })
  await logyard.identity.users.clearStartpages('gone')
  expect((await logyard.call('GET', '/users/ada')).body).toMatchObject({ startpage: null })
  expect((await logyard.call('GET', '/users/bob')).body).toMatchObject({ startpage: { type: 'stream', id: 'kept' } })
})

test.each([
  { timezone: 'Asia/Tokyo', is: 'Asia/Tokyo' },
  { timezone: '', is: null },
  { timezone: null, is: null },
  { timezone: 'Moon/Base', is: 'Europe/Berlin' },
  { timezone: undefined, is: 'Europe/Berlin' },
])('after an update to $timezone the time zone is $is', async ({ timezone, is }) => {
  await using logyard = await startIdentity()
  const id = await logyard.addUser('ada', { timezone: 'Europe/Berlin' })
  await logyard.call('PUT', `/users/${id}`, { body: { timezone } })
  expect((await logyard.call('GET', '/users/ada')).body).toMatchObject({ timezone: is })
})

test('only administrators can change the session timeout, and 0 leaves it unchanged', async () => {
  await using logyard = await startIdentity()
  const id = await logyard.addUser('ada')
  await logyard.addUser('clerk', { permissions: ['users:edit'] })
  const after = async (as: string | undefined, session_timeout_ms: number) => {
    const change = { body: { session_timeout_ms }, ...(as === undefined ? {} : { as }) }
    expect((await logyard.call('PUT', `/users/${id}`, change)).status).toBe(204)
    return Object((await logyard.call('GET', '/users/ada')).body).session_timeout_ms
  }
  expect(await after('clerk:clerk-password', 1000)).toBe(28_800_000)
  expect(await after(undefined, 60_000)).toBe(60_000)
  expect(await after(undefined, 0)).toBe(60_000)
})

test('users can change their own name, but not their roles or other users', async () => {
  await using logyard = await startIdentity()
  const id = await logyard.addUser('ada')
  const bob = await logyard.addUser('bob')
  const as = 'ada:ada-password'
  const body = { full_name: 'Countess', roles: ['Admin'], permissions: ['*'] }
  expect((await logyard.call('PUT', `/users/${id}`, { as, body })).status).toBe(204)
  expect((await logyard.call('GET', '/users/ada', { as })).body).toMatchObject({
    full_name: 'Countess',
    roles: ['Reader'],
    permissions: expect.not.arrayContaining(['*']),
  })
  const other = await logyard.call('PUT', `/users/${bob}`, { as, body })
  expect(other.status).toBe(403)
  expect(other.body).toEqual({ type: 'ApiError', message: 'Not authorized to access resource id <bob>' })
})

test('a refusal by name hides whether the user exists, a refusal by id does not', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('ada')
  const as = 'ada:ada-password'
  const status = async (path: string) => (await logyard.call('GET', path, { as })).status
  expect(await status('/users/admin')).toBe(403)
  expect(await status('/users/nobody')).toBe(403)
  expect(await status('/users/id/5f0000000000000000000000')).toBe(404)
  expect(await status('/users/id/local:admin')).toBe(403)
  const missing = await logyard.call('GET', '/users/nobody')
  expect([missing.status, missing.body]).toEqual([404, { type: 'ApiError', message: "Couldn't find user nobody" }])
})

test('permissions are visible to the user itself and to users who may change them', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('ada', { permissions: ['Streams:Read:5F'] })
  await logyard.addUser('clerk', { permissions: ['users:edit'] })
  const seenBy = async (as?: string) =>
    Object((await logyard.call('GET', '/users/ada', as === undefined ? {} : { as })).body).permissions
  expect(await seenBy('ada:ada-password')).toEqual(expect.arrayContaining(['messages:read', 'streams:read:5f']))
  expect(await seenBy('clerk:clerk-password')).toEqual([])
  expect(await seenBy()).toContain('streams:read:5f')
})

test('permissions are returned in lower case and compared ignoring case', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('Bob')
  const answer = await logyard.call('GET', '/users/Bob', { as: 'Bob:Bob-password' })
  expect(answer.status).toBe(200)
  expect(Object(answer.body).permissions).toContain('users:edit:bob')
})

test('deleting a user requires the plain permission, deletes tokens and sessions, and frees the name', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('bob')
  await logyard.addUser('self', { permissions: ['users:edit:bob'] })
  await logyard.addUser('clerk', { permissions: ['users:edit'] })
  const session = await logyard.signIn('bob')
  const token = Object((await logyard.call('POST', '/users/bob/tokens/t', { as: session })).body).token
  expect((await logyard.call('DELETE', '/users/bob', { as: 'self:self-password' })).status).toBe(403)
  const gone: string[] = []
  using _tokens = logyard.settings.onChange('tokens', ({ collection }) => gone.push(collection))
  using _sessions = logyard.settings.onChange('sessions', ({ collection }) => gone.push(collection))
  expect((await logyard.call('DELETE', '/users/bob', { as: 'clerk:clerk-password' })).status).toBe(204)
  expect(gone.sort()).toEqual(['sessions', 'tokens'])
  expect((await logyard.call('DELETE', '/users/bob')).status).toBe(404)
  for (const as of [session, `${token}:token`, 'bob:bob-password']) {
    expect((await logyard.call('GET', '/users/bob', { as })).status).toBe(401)
  }
  await logyard.addUser('bob')
  for (const as of [session, `${token}:token`]) {
    expect((await logyard.call('GET', '/users/bob', { as })).status).toBe(401)
  }
})

test('every change of the root user is refused', async () => {
  await using logyard = await startIdentity()
  const before = (await logyard.call('GET', '/users/admin')).body
  const calls: [string, string, unknown?][] = [
    ['PUT', '/users/local:admin', { full_name: 'x' }],
    ['PUT', '/users/admin', { full_name: 'x' }],
    ['DELETE', '/users/id/local:admin'],
    ['DELETE', '/users/admin'],
    ['PUT', '/users/local:admin/status/disabled'],
    ['PUT', '/users/admin/preferences', { preferences: { a: 1 } }],
    ['PUT', '/users/admin/permissions', { permissions: [] }],
    ['DELETE', '/users/admin/permissions'],
    ['PUT', '/users/local:admin/password', { password: 'x', old_password: 'y' }],
  ]
  for (const [method, path, body] of calls) {
    const answer = await logyard.call(method, path, body === undefined ? {} : { body })
    expect([path, answer.status >= 400 && answer.status < 500]).toEqual([path, true])
  }
  expect((await logyard.call('GET', '/users/admin')).body).toEqual(before)
})

test('a user can be addressed by its name where an id is expected', async () => {
  await using logyard = await startIdentity()
  const id = await logyard.addUser('ada')
  for (const [path, full_name] of [
    ['/users/ada', 'By name'],
    [`/users/${id}`, 'By id'],
  ]) {
    expect((await logyard.call('PUT', path ?? '', { body: { full_name } })).status).toBe(204)
    expect((await logyard.call('GET', `/users/id/${id}`)).body).toMatchObject({ full_name })
  }
  const missing = await logyard.call('PUT', '/users/nobody', { body: {} })
  expect([missing.status, missing.body]).toEqual([
    404,
    { type: 'ApiError', message: "Couldn't find user with ID nobody" },
  ])
})

test('permissions from roles, shares and the user itself are not stored with the user', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('ada')
  const permissions = ['messages:read', 'users:edit:ada', 'streams:read:1']
  expect((await logyard.call('PUT', '/users/ada/permissions', { body: { permissions } })).status).toBe(204)
  expect((await logyard.identity.accounts.read()).findByName('ada')?.user.permissions).toEqual(['streams:read:1'])
  expect((await logyard.call('DELETE', '/users/ada/permissions')).status).toBe(204)
  expect(Object((await logyard.call('GET', '/users/ada')).body).permissions).not.toContain('streams:read:1')
  expect((await logyard.call('DELETE', '/users/nobody/permissions')).status).toBe(404)
})

test('an administrator cannot be made a service account', async () => {
  await using logyard = await startIdentity()
  const boss = await logyard.addUser('boss', { roles: ['Admin'] })
  const robot = await logyard.addUser('robot', { service_account: true })
  const refusal = async (id: string, body: object) => (await logyard.call('PUT', `/users/${id}`, { body })).body
  expect(await refusal(boss, { service_account: true })).toMatchObject({
    message: 'Cannot make Admin into service account',
  })
  expect(await refusal(robot, { roles: ['Admin'] })).toMatchObject({
    message: 'Cannot assign Admin role to service account',
  })
  expect((await logyard.call('PUT', `/roles/Admin/members/robot`)).status).toBe(400)
  expect(Object((await logyard.call('GET', '/users/robot')).body).permissions).not.toContain('users:edit:robot')
})

test('name, email and password of an external user cannot be changed', async () => {
  await using logyard = await startIdentity()
  const id = await logyard.addUser('ldap')
  await makeExternal(logyard, id)
  const body = { email: 'x@example.com', full_name: 'X', timezone: 'Asia/Tokyo' }
  expect((await logyard.call('PUT', `/users/${id}`, { body })).status).toBe(204)
  expect((await logyard.call('GET', '/users/ldap')).body).toMatchObject({
    external: true,
    email: 'ldap@example.com',
    full_name: 'ldap Example',
    timezone: 'Asia/Tokyo',
  })
  const password = await logyard.call('PUT', `/users/${id}/password`, { body: { password: 'new' } })
  expect([password.status, password.body]).toEqual([
    403,
    { type: 'ApiError', message: 'Cannot change password for external user.' },
  ])
  expect((await logyard.call('GET', '/users/ldap', { as: 'ldap:ldap-password' })).status).toBe(401)
})

/** Makes the user external, as an authentication service would. */
async function makeExternal(logyard: Awaited<ReturnType<typeof startIdentity>>, id: string) {
  const stored = (await logyard.identity.accounts.read()).findById(id)?.user
  if (stored === undefined) throw new Error('no such user')
  const document = { ...stored, external: true, auth_service_id: 'service', auth_service_uid: 'uid' }
  await logyard.settings.commit([{ collection: 'users', kind: 'replace', id, document }])
}

test('a new password ends all sessions of the user except the current one, but no tokens', async () => {
  await using logyard = await startIdentity()
  const id = await logyard.addUser('ada')
  const [own, other] = [await logyard.signIn('ada'), await logyard.signIn('ada')]
  await logyard.addUser('eve')
  const stranger = await logyard.signIn('eve')
  const token = Object((await logyard.call('POST', `/users/${id}/tokens/robot`, { as: own })).body).token
  const statusOf = async (as: string, name = 'ada') => (await logyard.call('GET', `/users/${name}`, { as })).status

  const body = { old_password: 'ada-password', password: 'new secret' }
  expect((await logyard.call('PUT', `/users/${id}/password`, { as: own, body })).status).toBe(204)
  expect(await Promise.all([own, other, `${token}:token`].map((as) => statusOf(as)))).toEqual([200, 401, 200])

  const byAdmin = await logyard.call('PUT', `/users/${id}/password`, { body: { password: 'newer secret' } })
  expect(byAdmin.status).toBe(204)
  expect(await Promise.all([own, `${token}:token`].map((as) => statusOf(as)))).toEqual([401, 200])
  expect(await statusOf(stranger, 'eve')).toBe(200)
  expect(await statusOf('ada:newer secret')).toBe(200)
})

test('a password of a megabyte is refused before it is hashed', async () => {
  await using logyard = await startIdentity()
  const id = await logyard.addUser('ada')
  const long = 'x'.repeat(5000)
  const asked = [
    { method: 'POST', path: '/system/sessions', as: '', body: { username: 'ada', password: long } },
    { method: 'POST', path: '/system/sessions', as: '', body: { username: long, password: 'x' } },
    { method: 'PUT', path: `/users/${id}/password`, body: { old_password: long, password: 'x' } },
    { method: 'PUT', path: `/users/${id}/password`, body: { old_password: 'x', password: long } },
  ]
  for (const { method, path, ...request } of asked) {
    expect((await logyard.call(method, path, request)).status, path).toBe(400)
  }
  const huge = { username: 'ada', password: 'x'.repeat(1024 * 1024) }
  expect((await logyard.call('POST', '/system/sessions', { as: '', body: huge })).status).toBe(413)
})
