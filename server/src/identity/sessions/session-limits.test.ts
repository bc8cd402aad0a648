import { expect, test } from 'vitest'
import { ROOT_PASSWORD, startIdentity } from '../../testing/start-identity.ts'

test('beyond the limit the least recently used session of a user ends; frequent sign-ins have to wait', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('ada', { permissions: [] })
  const signIn = (username: string, password: string) =>
    logyard.call('POST', '/system/sessions', { as: '', body: { username, password } })
  const isValid = async (session: string) =>
    Object((await logyard.call('GET', '/system/sessions', { as: `${session}:session` })).body).is_valid
  const ofAda = String(Object((await signIn('ada', 'ada-password')).body).session_id)

  const sessions: string[] = []
  const open = async () => {
    logyard.clock.advance(1)
    sessions.push(String(Object((await signIn('admin', ROOT_PASSWORD)).body).session_id))
  }
  for (let n = 0; n < 50; n++) await open()
  logyard.clock.advance(1000)
  const [first = '', second = ''] = sessions
  expect(await isValid(first)).toBe(true)
  await open()
  expect(await isValid(first)).toBe(true)
  expect(await isValid(second)).toBe(false)
  expect(await isValid(sessions.at(-1) ?? '')).toBe(true)

  const statuses: number[] = []
  for (let n = 0; n < 60; n++) statuses.push((await signIn('admin', ROOT_PASSWORD)).status)
  expect(statuses.at(-1)).toBe(429)
  expect((await signIn('ada', 'ada-password')).status).toBe(200)
  expect(await isValid(ofAda)).toBe(true)
  logyard.clock.advance(1000)
  expect((await signIn('admin', ROOT_PASSWORD)).status).toBe(200)
})
