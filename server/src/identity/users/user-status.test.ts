import { expect, test } from 'vitest'
import { ROOT_PASSWORD, startIdentity } from '../../testing/start-identity.ts'

test('disabling a user ends its sessions and blocks token and password; enabling unblocks these', async () => {
  await using logyard = await startIdentity()
  const id = await logyard.addUser('ada')
  const session = await logyard.signIn('ada')
  const token = `${Object((await logyard.call('POST', '/users/ada/tokens/t', { as: session })).body).token}:token`
  const password = 'ada:ada-password'
  const statuses = async () => {
    const all = []
    for (const as of [session, token, password]) all.push((await logyard.call('GET', '/users/ada', { as })).status)
    return all
  }
  expect(await statuses()).toEqual([200, 200, 200])

  const disabled = await logyard.call('PUT', `/users/${id}/status/disabled`, {
    headers: { 'Content-Type': 'text/odd' },
  })
  expect([disabled.status, disabled.text]).toEqual([200, ''])
  expect(await statuses()).toEqual([401, 401, 401])
  const body = { username: 'ada', password: 'ada-password' }
  expect((await logyard.call('POST', '/system/sessions', { as: '', body })).status).toBe(401)

  expect((await logyard.call('PUT', `/users/${id}/status/ENABLED`)).status).toBe(200)
  expect(await statuses()).toEqual([401, 200, 200])
})

test('setting the current status returns 304, an unknown one 400', async () => {
  await using logyard = await startIdentity()
  const id = await logyard.addUser('ada')
  const unchanged = await logyard.call('PUT', `/users/${id}/status/enabled`)
  expect([unchanged.status, unchanged.text]).toEqual([304, ''])
  expect((await logyard.call('PUT', `/users/${id}/status/asleep`)).status).toBe(400)
  expect((await logyard.call('PUT', '/users/nobody/status/enabled')).status).toBe(404)
})

test('users change their password with the old one; administrators change other passwords without it', async () => {
  await using logyard = await startIdentity()
  const id = await logyard.addUser('ada')
  await logyard.addUser('boss', { roles: ['Admin'] })
  await logyard.addUser('clerk', { permissions: ['users:passwordchange:ada'] })
  const path = `/users/${id}/password`
  const change = async (as: string, body: object) => (await logyard.call('PUT', path, { as, body })).status
  const wrong = { type: 'ApiError', message: 'Old password is missing or incorrect.' }
  const without = await logyard.call('PUT', path, { as: 'ada:ada-password', body: { password: 'new' } })
  expect([without.status, without.body]).toEqual([400, wrong])
  expect(await change('ada:ada-password', { password: 'new', old_password: 'nope' })).toBe(400)
  expect(await change('clerk:clerk-password', { password: 'new' })).toBe(400)
  expect(await change('ada:ada-password', { password: 'new', old_password: 'ada-password' })).toBe(204)
  expect(await change('ada:ada-password', { password: 'x', old_password: 'new' })).toBe(401)
  expect(await change('boss:boss-password', { password: 'newer' })).toBe(204)
  expect((await logyard.call('GET', '/users/ada', { as: 'ada:newer' })).status).toBe(200)

  const boss = (await logyard.identity.accounts.read()).findByName('boss')?.user.id
  const own = { as: 'boss:boss-password', body: { password: 'new' } }
  expect((await logyard.call('PUT', `/users/${boss}/password`, own)).status).toBe(400)
})

test('an empty new password is refused, and so is changing the password of another user', async () => {
  await using logyard = await startIdentity()
  const id = await logyard.addUser('ada')
  await logyard.addUser('bob')
  const path = `/users/${id}/password`
  const empty = await logyard.call('PUT', path, { body: { password: '' } })
  expect(empty.body).toMatchObject({ type: 'ValidationApiError', validation_errors: { password: [{}] } })
  const foreign = await logyard.call('PUT', path, { as: 'bob:bob-password', body: { password: 'x' } })
  expect([foreign.status, foreign.body]).toEqual([
    403,
    { type: 'ApiError', message: 'Not allowed to change password for user ada' },
  ])
})

test('a disabled root user cannot sign in and is not listed', async () => {
  await using logyard = await startIdentity({ isRootEnabled: false })
  expect((await logyard.call('GET', '/users')).status).toBe(401)
  const body = { username: 'admin', password: ROOT_PASSWORD }
  expect((await logyard.call('POST', '/system/sessions', { as: '', body })).status).toBe(401)
})
