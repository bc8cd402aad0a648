/** Sign-ins through a real provider. */
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PROVIDER_CONVERSATIONS } from './oidc-sign-in.ts'
import { OIDC, type SignIns, startSignIns } from './testing/start-sign-ins.ts'
import { createTestBrowser } from './testing/test-browser.ts'
import { CLIENT_SECRET } from './testing/test-provider.ts'

let signIns: SignIns
let roles: Map<string, string>

beforeAll(async () => {
  signIns = await startSignIns()
  const { server } = signIns
  const all = Object((await server.call('GET', '/authz/roles?per_page=0')).body).roles
  roles = new Map(all.map(({ id, name }: { id: string; name: string }) => [name, id]))
  await signIns.connect({
    default_roles: [roleId('Reader')],
    role_mapping: {
      claim: 'realm.groups',
      roles: [
        { value: 'ops', role_ids: [roleId('Alerts Manager')] },
        { value: 'makers', role_ids: [roleId('Dashboard Creator')] },
      ],
    },
  })
})
afterAll(() => signIns[Symbol.asyncDispose]())
beforeEach(() => {
  signIns.provider.person = ada()
  signIns.provider.hangsAt = undefined
  signIns.provider.answersAt = undefined
})

const roleId = (name: string) => roles.get(name) ?? ''
const ada = (more: object = {}) => ({
  sub: 'person-1',
  preferred_username: 'ada',
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  realm: { groups: ['ops'] },
  ...more,
})
const pageWith = (outcome: string) => expect.stringMatching(new RegExp(`/streams\\?query=a&sign-in=${outcome}$`))

async function signedIn() {
  const browser = createTestBrowser()
  expect(await signIns.signIn(browser)).toEqual(pageWith('done'))
  const { status, body } = await signIns.openSession(browser)
  expect(status).toBe(200)
  return { browser, session: `${Object(body).session_id}:session`, username: Object(body).username }
}

const user = async (name: string, as?: string) =>
  (await signIns.server.call('GET', `/users/${name}`, as === undefined ? {} : { as })).body

test('a person signs in, is created with roles by claims, and gets others at the next sign-in', async () => {
  const { session, username } = await signedIn()
  expect(username).toBe('ada')
  expect(await user('ada', session)).toMatchObject({
    username: 'ada',
    full_name: 'Ada Lovelace',
    email: 'ada@example.org',
    external: true,
    roles: ['Alerts Manager', 'Reader'],
  })

  signIns.provider.person = ada({ name: 'Ada King', realm: { groups: ['makers', 'unknown'] } })
  await signedIn()
  expect(await user('ada')).toMatchObject({ full_name: 'Ada King', roles: ['Dashboard Creator', 'Reader'] })
  expect(signIns.server.logged()).not.toContain(CLIENT_SECRET)
})

test('the ticket that opens the session works once, and only for the browser that began', async () => {
  const browser = createTestBrowser()
  const address = await signIns.comeBack(browser)
  const other = createTestBrowser()
  const elsewhere = await other.request(address)
  expect(elsewhere.headers.get('location')).toMatch(/\/\?sign-in=expired$/)
  expect((await signIns.openSession(other)).status).toBe(401)

  const returned = await browser.request(address)
  const cookies = returned.headers.getSetCookie().join('\n')
  expect(cookies).toMatch(
    /logyard-oidc-ticket=\S+ Path=\/api\/logyard\/authentication\/oidc; .*HttpOnly; SameSite=Strict/,
  )
  const ticket = browser.cookies(new URL(address).origin).get('logyard-oidc-ticket') ?? ''
  expect(ticket).not.toBe('')
  expect((await signIns.openSession(browser)).status).toBe(200)
  const replayed = await fetch(`${signIns.server.url}${OIDC}/session`, {
    method: 'POST',
    headers: { 'X-Requested-By': 'test', cookie: `logyard-oidc-ticket=${ticket}` },
  })
  expect(replayed.status).toBe(401)
})

test('a provider that does not respond does not block sign-ins through another', async () => {
  const sockets: Socket[] = []
  const hanging = createServer((socket) => void sockets.push(socket))
  await once(hanging.listen(0, '127.0.0.1'), 'listening')
  await signIns.connect({ id: 'slow', issuer: `http://127.0.0.1:${Object(hanging.address()).port}` })
  const begin = (id: string) => signIns.server.call('POST', `${OIDC}/sign-in/${id}`, { as: '', body: {} })
  const begun = Array.from({ length: PROVIDER_CONVERSATIONS + 1 }, () => begin('slow'))
  expect((await Promise.race(begun)).status).toBe(429)
  expect((await begin('ours')).status).toBe(200)
  for (const socket of sockets) socket.destroy()
  hanging.close()
  const statuses = (await Promise.all(begun)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 503)).toHaveLength(PROVIDER_CONVERSATIONS)
})
