/** Two servers on one settings store: what one of them changes about people is true on the other at once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type IdentityUnderTest, startIdentity } from '../testing/start-identity.ts'
import { OIDC, type SignIns, startSignIns } from './oidc/testing/start-sign-ins.ts'
import { createTestBrowser } from './oidc/testing/test-browser.ts'

let signIns: SignIns
let one: IdentityUnderTest
let two: IdentityUnderTest

beforeAll(async () => {
  signIns = await startSignIns()
  one = signIns.server
  two = await startIdentity({ beside: one })
})

afterAll(async () => {
  await two[Symbol.asyncDispose]()
  await signIns[Symbol.asyncDispose]()
})

test('a session that began on one node is good on the other, and ends on both with its sign-out', async () => {
  const id = await one.addUser('ada')
  const session = await one.signIn('ada')
  const me = await two.call('GET', '/system/sessions', { as: session })
  expect(me.body).toMatchObject({ is_valid: true })
  await one.call('DELETE', `/system/sessions/${session.split(':')[0]}`, { as: session })
  expect((await two.call('GET', `/users/id/${id}`, { as: session })).status).toBe(401)
})

test.each([
  ['is disabled', (id: string) => one.call('PUT', `/users/${id}/status/disabled`), 401],
  [
    'gets a new password',
    (id: string) => one.call('PUT', `/users/${id}/password`, { body: { password: 'another-1' } }),
    401,
  ],
  ['is deleted', (id: string) => one.call('DELETE', `/users/id/${id}`), 401],
])('a user who %s on one node is signed out on the other at once', async (what, change, status) => {
  const name = `person-${what.replaceAll(' ', '-')}`
  const id = await one.addUser(name)
  const session = await two.signIn(name)
  expect((await two.call('GET', `/users/id/${id}`, { as: session })).status).toBe(200)
  expect((await change(id)).status).toBeLessThan(300)
  expect((await two.call('GET', `/users/id/${id}`, { as: session })).status).toBe(status)
})

test('a role that is taken away on one node gives nothing on the other', async () => {
  const id = await one.addUser('carol', { roles: ['Reader', 'Admin'] })
  const session = await two.signIn('carol')
  expect((await two.call('GET', '/roles', { as: session })).status).toBe(200)
  await one.call('PUT', `/users/${id}`, { body: { roles: ['Reader'] } })
  expect((await two.call('GET', '/roles', { as: session })).status).toBe(403)
})

test('the node that lists tokens shows the value of one that the other node has just created', async () => {
  const id = await one.addUser('dora')
  const session = await one.signIn('dora')
  const created = await one.call('POST', `/users/${id}/tokens/laptop`, { as: session })
  const listed = await two.call('GET', `/users/${id}/tokens`, { as: session })
  const value = Reflect.get(Object(created.body), 'token')
  expect(value).toMatch(/^[0-9a-v]{52}$/)
  expect(listed.body).toMatchObject({ tokens: [{ token: value }] })
  const inOtherSession = await two.call('GET', `/users/${id}/tokens`, { as: await two.signIn('dora') })
  expect(inOtherSession.body).toMatchObject({ tokens: [{ token: expect.stringMatching(/^\*{4}/) }] })
  expect((await two.call('GET', `/users/${id}/tokens`, { as: `${value}:token` })).status).toBe(200)
})

test('wrong passwords are counted over both nodes', async () => {
  await one.addUser('eve')
  const statuses: number[] = []
  for (let at = 0; at < 12; at += 1) {
    const node = at % 2 === 0 ? one : two
    const body = { username: 'eve', password: `guess-${at}` }
    statuses.push((await node.call('POST', '/system/sessions', { as: '', body, from: '10.0.0.7' })).status)
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(7)
})

test('a browser begins a sign-in through a provider on one node and finishes it on the other, once', async () => {
  await signIns.connect()
  signIns.provider.person = { sub: 'person-1', preferred_username: 'grace', name: 'Grace', email: 'grace@example.org' }
  const browser = createTestBrowser()
  const callback = new URL(await signIns.comeBack(browser))
  const moved = new URL(callback.pathname + callback.search, two.url)
  const cookieOf = (origin: string) =>
    [...browser.cookies(origin)].map(([name, value]) => `${name}=${value}`).join('; ')
  const atNodes = { cookie: cookieOf(callback.origin), 'X-Requested-By': 'test' }
  const finished = await fetch(moved, { headers: atNodes, redirect: 'manual' })
  expect(finished.headers.get('location')).toContain('sign-in=done')
  const repeated = await fetch(callback, { headers: atNodes, redirect: 'manual' })
  expect(repeated.headers.get('location')).toContain('sign-in=expired')

  const [ticket = ''] =
    finished.headers
      .getSetCookie()
      .find((line) => line.includes('ticket'))
      ?.split(';') ?? []
  const open = (node: IdentityUnderTest) =>
    node.call('POST', `${OIDC}/session`, { as: '', headers: { cookie: ticket } })
  const session = await open(one)
  expect(session.status).toBe(200)
  expect((await open(two)).status).toBe(401)
})
