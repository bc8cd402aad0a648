import { expect, test } from 'vitest'
import { type IdentityUnderTest, startIdentity } from '../../testing/start-identity.ts'

const BUILT_IN = [
  'Admin',
  'Reader',
  'Views Manager',
  'Alerts Manager',
  'Dashboard Creator',
  'Event Definition Creator',
  'Event Notification Creator',
  'Auditor',
  'Metrics Reader',
  'User Inspector',
  'Sidecar System (Internal)',
]
const writers = { name: 'Writers', description: 'write', permissions: ['streams:create'] }

const roleId = async (logyard: IdentityUnderTest, name: string) => {
  const role = (await logyard.identity.accounts.read()).findRoleByName(name)
  if (role === undefined) throw new Error(`no role ${name}`)
  return role.id
}

test('the eleven built-in roles exist, are read-only, and cannot be changed or deleted', async () => {
  await using logyard = await startIdentity()
  const { roles, total } = Object((await logyard.call('GET', '/roles')).body)
  expect(total).toBe(11)
  expect(roles.map((role: { name: string }) => role.name).sort()).toEqual(BUILT_IN.toSorted())
  expect(roles.every((role: { read_only: boolean }) => role.read_only)).toBe(true)
  expect(roles.find((role: { name: string }) => role.name === 'Reader').permissions).toHaveLength(14)

  const put = await logyard.call('PUT', '/roles/Reader', { body: writers })
  expect([put.status, put.body]).toEqual([400, { type: 'ApiError', message: 'Cannot update read only role Reader' }])
  const deleted = await logyard.call('DELETE', '/roles/Reader')
  expect([deleted.status, deleted.body]).toEqual([
    400,
    { type: 'ApiError', message: 'Cannot delete read only system role Reader' },
  ])
  const byId = await logyard.call('DELETE', `/authz/roles/${await roleId(logyard, 'Reader')}`)
  expect([byId.status, byId.body]).toEqual([405, { type: 'ApiError', message: 'HTTP 405 Method Not Allowed' }])
})

test('role names are compared ignoring case', async () => {
  await using logyard = await startIdentity()
  const again = await logyard.call('POST', '/roles', { body: { ...writers, name: 'reader' } })
  expect([again.status, again.body]).toEqual([400, { type: 'ApiError', message: 'Role reader already exists.' }])
  expect((await logyard.call('GET', '/roles/READER')).body).toMatchObject({ name: 'Reader' })
  const missing = await logyard.call('GET', '/roles/none')
  expect([missing.status, missing.body]).toEqual([404, { type: 'ApiError', message: 'No role found with name none' }])
})

test('a role is created with a Location header, changed, renamed and deleted', async () => {
  await using logyard = await startIdentity()
  const created = await logyard.call('POST', '/roles', { body: { ...writers, read_only: 'true' } })
  expect([created.status, created.body]).toEqual([201, { ...writers, read_only: false }])
  expect(created.headers.get('location')).toMatch(/\/roles\/Writers$/)

  const body = { name: 'Authors', permissions: ['streams:edit'], read_only: true }
  const changed = await logyard.call('PUT', '/roles/writers', { body })
  expect([changed.status, changed.body]).toEqual([200, { ...body, description: 'write' }])
  expect((await logyard.call('GET', '/roles/Authors')).body).toMatchObject({ read_only: false, description: 'write' })
  expect((await logyard.call('GET', '/roles/Writers')).status).toBe(404)
  const toTaken = await logyard.call('PUT', '/roles/Authors', { body: { ...body, name: 'READER' } })
  expect([toTaken.status, toTaken.body]).toEqual([400, { type: 'ApiError', message: 'Role READER already exists.' }])

  expect((await logyard.call('DELETE', '/roles/authors')).status).toBe(204)
  expect((await logyard.call('DELETE', '/roles/authors')).status).toBe(404)
})

test.each([
  { body: { name: 'x' }, message: 'Missing required properties: permissions.' },
  { body: { name: 'a\nb', permissions: [] }, message: 'Couldn\'t create role "a\nb"' },
  { body: { name: '', permissions: [] }, message: 'Couldn\'t create role ""' },
])('the role $body is refused: $message', async ({ body, message }) => {
  await using logyard = await startIdentity()
  const answer = await logyard.call('POST', '/roles', { body })
  expect([answer.status, answer.body]).toEqual([400, { type: 'ApiError', message }])
})

test('users with a deleted role lose it and its permissions without signing in again', async () => {
  await using logyard = await startIdentity()
  await logyard.call('POST', '/roles', { body: { ...writers, permissions: ['users:list'] } })
  await logyard.addUser('ada', { roles: ['Reader', 'Writers'] })
  const as = await logyard.signIn('ada')
  expect((await logyard.call('GET', '/users', { as })).status).toBe(200)
  await logyard.call('PUT', '/roles/Writers', { body: { ...writers, permissions: ['streams:read'] } })
  expect((await logyard.call('GET', '/users', { as })).status).toBe(403)
  await logyard.call('PUT', '/roles/Writers', { body: { ...writers, permissions: ['users:list'] } })
  expect((await logyard.call('GET', '/users', { as })).status).toBe(200)
  expect((await logyard.call('DELETE', '/roles/Writers')).status).toBe(204)
  expect((await logyard.call('GET', '/users', { as })).status).toBe(403)
  expect((await logyard.call('GET', '/users/ada', { as })).body).toMatchObject({ roles: ['Reader'] })
  const stored = (await logyard.identity.accounts.read()).findByName('ada')?.user
  expect(stored?.role_ids).toEqual([await roleId(logyard, 'Reader')])
})

test('members are added and removed by name', async () => {
  await using logyard = await startIdentity()
  await logyard.call('POST', '/roles', { body: writers })
  await logyard.addUser('ada')
  const path = '/roles/writers/members/ada'
  expect((await logyard.call('PUT', path, { body: { ignored: true } })).status).toBe(204)
  const members = await logyard.call('GET', '/roles/writers/members')
  expect(members.body).toMatchObject({
    role: 'Writers',
    users: [
      { username: 'ada', timezone: 'UTC', session_active: false, last_activity: null, roles: ['Reader', 'Writers'] },
    ],
  })
  for (let twice = 0; twice < 2; twice += 1) expect((await logyard.call('DELETE', path)).status).toBe(204)
  expect((await logyard.call('GET', '/roles/writers/members')).body).toEqual({ role: 'Writers', users: [] })
  const missing = await logyard.call('PUT', '/roles/writers/members/nobody')
  expect([missing.status, missing.body]).toEqual([
    404,
    { type: 'ApiError', message: 'User nobody has not been found.' },
  ])
})

test('a role is assigned to all users or none, and removed from one user at a time', async () => {
  await using logyard = await startIdentity()
  await logyard.call('POST', '/roles', { body: writers })
  const path = `/authz/roles/${await roleId(logyard, 'Writers')}`
  await logyard.addUser('ada')
  await logyard.addUser('bob')
  await logyard.addUser('clerk', { permissions: ['users:rolesedit:ada'] })
  const assigned = async () => {
    const { users } = Object((await logyard.call('GET', `${path}/assignees`)).body)
    return users.map((user: { username: string }) => user.username)
  }
  const assign = async (body: string[], as?: string) =>
    logyard.call('PUT', `${path}/assignees`, as === undefined ? { body } : { body, as })

  expect((await assign(['ada', 'nobody'])).body).toMatchObject({ message: 'Cannot find user with name: nobody' })
  expect((await assign(['ada', 'bob'], 'clerk:clerk-password')).status).toBe(403)
  expect(await assigned()).toEqual([])
  expect((await assign(['ada', 'bob'])).status).toBe(204)
  expect(await assigned()).toEqual(['ada', 'bob'])
  expect((await logyard.call('DELETE', `${path}/assignees/ada`)).status).toBe(404)
  expect((await logyard.call('DELETE', `${path}/assignee/ada`)).status).toBe(204)
  expect(await assigned()).toEqual(['bob'])
  expect((await logyard.call('DELETE', `${path}/assignee/nobody`)).status).toBe(404)
  const noRole = await logyard.call('PUT', '/authz/roles/5f0000000000000000000000/assignees', { body: ['ada'] })
  expect([noRole.status, noRole.body]).toEqual([
    404,
    { type: 'ApiError', message: 'Cannot find role with id: 5f0000000000000000000000' },
  ])
})

test('assignees can be searched by name, and are listed without sessions and without root', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('boss', { roles: ['Admin'] })
  await logyard.addUser('chief', { roles: ['Admin'] })
  await logyard.signIn('boss')
  const path = `/authz/roles/${await roleId(logyard, 'Admin')}/assignees`
  expect((await logyard.call('GET', path)).body).toMatchObject({ total: 2, count: 2, query: '' })
  expect((await logyard.call('GET', `${path}?query=bos`)).body).toMatchObject({
    total: 1,
    users: [{ username: 'boss', roles: ['Admin'], session_active: null, last_activity: null }],
  })
})

test('a page of roles lists the users of each role, or an empty list', async () => {
  await using logyard = await startIdentity()
  const id = await logyard.addUser('ada')
  const body = Object((await logyard.call('GET', '/authz/roles?query=manager&order=desc')).body)
  expect(body).toMatchObject({ total: 2, count: 2, page: 1, per_page: 50, query: 'manager', grand_total: 11 })
  expect(body.roles.map((role: { name: string }) => role.name)).toEqual(['Views Manager', 'Alerts Manager'])
  expect(Object.values(body.context.users)).toEqual([[], []])

  const all = Object((await logyard.call('GET', '/authz/roles?per_page=0')).body)
  const reader = await roleId(logyard, 'Reader')
  expect(Object.keys(all.context.users)).toHaveLength(11)
  expect(all.context.users[reader]).toContainEqual({ id, username: 'ada' })
  expect(all.context.users[await roleId(logyard, 'Admin')]).toEqual([])
})

test('a role is read by its id, and the roles of a user by its name', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('ada', { roles: ['Reader', 'User Inspector'] })
  const id = await roleId(logyard, 'User Inspector')
  expect((await logyard.call('GET', `/authz/roles/${id}`)).body).toMatchObject({ id, permissions: ['users:read'] })
  const missing = await logyard.call('GET', '/authz/roles/nope')
  expect([missing.status, missing.body]).toEqual([
    404,
    { type: 'ApiError', message: 'Could not find role with id: nope' },
  ])

  const page = await logyard.call('GET', '/authz/roles/user/ada?query=insp')
  expect(page.body).toMatchObject({ total: 1, grand_total: 2, query: 'insp', roles: [{ id, name: 'User Inspector' }] })
  const nobody = await logyard.call('GET', '/authz/roles/user/nobody')
  expect([nobody.status, nobody.body]).toEqual([404, { type: 'ApiError', message: "Couldn't find user: nobody" }])
})

test('the permission catalogue and the permissions of a user name need no sign-in', async () => {
  await using logyard = await startIdentity()
  const catalogue = await logyard.call('GET', '/system/permissions', { as: '' })
  expect(catalogue.body).toMatchObject({ permissions: { streams: ['changestate', 'create', 'edit', 'read'] } })
  const own = await logyard.call('GET', '/system/permissions/reader/Ada', { as: '' })
  expect(own.body).toEqual({
    permissions: ['edit', 'passwordchange', 'tokencreate', 'tokenlist', 'tokenremove'].map((one) => `users:${one}:Ada`),
  })
})
