/** A provider ends sessions here without a browser; and what others try with its tokens. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { OIDC, type SignIns, startSignIns } from './testing/start-sign-ins.ts'
import { createTestBrowser, type TestBrowser } from './testing/test-browser.ts'
import { CLIENT_ID, CLIENT_SECRET } from './testing/test-provider.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

let signIns: SignIns
let tokens = 0

beforeAll(async () => {
  // The provider has the time of the machine.
  signIns = await startSignIns({ startAt: new Date().toISOString(), providerRequestMs: 1000 })
  await signIns.connect()
})
afterAll(() => signIns[Symbol.asyncDispose]())
beforeEach(() => {
  signIns.provider.person = { sub: 'person-1', preferred_username: 'ada' }
  signIns.provider.hangsAt = undefined
})

interface SignedIn {
  readonly browser: TestBrowser
  /** Credentials for `Authorization`. */
  readonly session: string
  /** Session id at the provider. */
  readonly sid: string
}

async function signedIn(): Promise<SignedIn> {
  const browser = createTestBrowser()
  expect(await signIns.signIn(browser)).toMatch(/sign-in=done$/)
  const { body } = await signIns.openSession(browser)
  const sessionId = String(Object(body).session_id)
  const origin = await signIns.server.identity.sessions.originOf(sessionId)
  return { browser, session: `${sessionId}:session`, sid: origin?.sid ?? '' }
}

const isSignedIn = async ({ session }: SignedIn) =>
  (await signIns.server.call('GET', '/users/ada', { as: session })).status === 200

type Changes = Readonly<Record<string, unknown>>

const secondsNow = () => Math.floor(signIns.server.clock.now().getTime() / 1000)

/** As the provider makes it, changed. */
function logoutToken(claims: Changes, { head = {}, key = signIns.provider.privateKey }: TokenOptions = {}): string {
  tokens += 1
  const whole = {
    iss: signIns.provider.issuer,
    aud: CLIENT_ID,
    iat: secondsNow(),
    exp: secondsNow() + 120,
    jti: `token ${tokens}`,
    events: { [EVENT]: {} },
    ...claims,
  }
  const parts = [{ alg: 'ES256', typ: 'logout+jwt', kid: 'first', ...head }, whole]
  const unsigned = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const signature = sign('sha256', Buffer.from(unsigned), { key, dsaEncoding: 'ieee-p1363' })
  return `${unsigned}.${signature.toString('base64url')}`
}
interface TokenOptions {
  readonly head?: Changes
  readonly key?: KeyObject
}

/** As providers send it: a form, without any header of ours. */
const send = async (token: string, { id = 'ours', headers = {}, more = {} }: SendOptions = {}) => {
  const response = await fetch(`${signIns.server.url}${OIDC}/back-channel-logout/${id}`, {
    method: 'POST',
    headers: { ...headers },
    body: new URLSearchParams({ logout_token: token, ...more }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
interface SendOptions {
  readonly id?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly more?: Readonly<Record<string, string>>
}

test('signing out at the provider ends the sessions that came from there, and no others', async () => {
  const first = await signedIn()
  const second = await signedIn()
  expect(first.sid).not.toBe(second.sid)
  const { issuer } = signIns.provider

  const page = await (await first.browser.request(`${issuer}/session/end?client_id=${CLIENT_ID}`)).text()
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const body = new URLSearchParams({ xsrf, logout: 'yes' })
  const ended = await first.browser.request(`${issuer}/session/end/confirm`, { method: 'POST', body })
  expect(ended.status).toBe(303)

  await expect.poll(() => isSignedIn(first)).toBe(false)
  expect(await isSignedIn(second)).toBe(true)
  const { body: audit } = await signIns.server.call('GET', '/logyard/audit/entries?event=session:delete')
  expect(JSON.stringify(audit)).toContain('"identity-provider"')
})

test('a token that names the person ends all sessions, one that names a session only that one', async () => {
  const [first, second] = [await signedIn(), await signedIn()]
  const one = await send(logoutToken({ sub: 'person-1', sid: first.sid }))
  expect(one).toMatchObject({ status: 200, text: '' })
  expect(one.headers.get('cache-control')).toBe('no-store')
  expect([await isSignedIn(first), await isSignedIn(second)]).toEqual([false, true])
  expect((await send(logoutToken({ sid: second.sid }))).status).toBe(200)
  expect(await isSignedIn(second)).toBe(false)

  const [third, fourth] = [await signedIn(), await signedIn()]
  expect((await send(logoutToken({ sub: 'person-2' }))).status).toBe(200)
  expect((await send(logoutToken({ sub: 'person-2', sid: third.sid }))).status).toBe(200)
  expect(await isSignedIn(third)).toBe(true)
  expect((await send(logoutToken({ sub: 'person-1' }), { more: { unknown: 'x' } })).status).toBe(200)
  expect([await isSignedIn(third), await isSignedIn(fourth)]).toEqual([false, false])
})

test('a sign-in that has come back but has no session yet does not open one', async () => {
  const browser = createTestBrowser()
  expect(await signIns.signIn(browser)).toMatch(/sign-in=done$/)
  expect((await send(logoutToken({ sub: 'person-1' }))).status).toBe(200)
  expect((await signIns.openSession(browser)).status).toBe(401)
  const again = await signedIn()
  expect(await isSignedIn(again)).toBe(true)
})

const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
/** Signed with the secret of the client, which HS256 tokens would be. */
const bySecret = (claims: Changes) => {
  const [, payload = ''] = logoutToken(claims).split('.')
  const head = Buffer.from('{"alg":"HS256","typ":"logout+jwt"}').toString('base64url')
  return `${head}.${payload}.${Buffer.from(CLIENT_SECRET).toString('base64url')}`
}
const unsigned = (claims: Changes) => {
  const [, payload = ''] = logoutToken(claims).split('.')
  return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
}
const sub = 'person-1'

test.each([
  { what: 'another key', token: () => logoutToken({ sub }, { key: stranger }) },
  { what: 'an unknown key id', token: () => logoutToken({ sub }, { key: stranger, head: { kid: 'other' } }) },
  { what: 'a key of its own', token: () => logoutToken({ sub }, { key: stranger, head: { jwk: publicJwk() } }) },
  { what: 'no signature', token: () => unsigned({ sub }) },
  { what: 'the secret of the client as a key', token: () => bySecret({ sub }) },
  { what: 'another issuer', token: () => logoutToken({ sub, iss: 'https://evil.example' }) },
  { what: 'another audience', token: () => logoutToken({ sub, aud: 'another' }) },
  { what: 'no audience', token: () => logoutToken({ sub, aud: undefined }) },
  { what: 'a nonce, as ID tokens have', token: () => logoutToken({ sub, nonce: 'x' }) },
  { what: 'an empty nonce', token: () => logoutToken({ sub, nonce: null }) },
  { what: 'no events', token: () => logoutToken({ sub, events: undefined }) },
  { what: 'another event', token: () => logoutToken({ sub, events: { 'http://schemas.openid.net/event/other': {} } }) },
  { what: 'an event that is no object', token: () => logoutToken({ sub, events: { [EVENT]: true } }) },
  { what: 'a list of events', token: () => logoutToken({ sub, events: [EVENT] }) },
  { what: 'no id', token: () => logoutToken({ sub, jti: undefined }) },
  { what: 'an id that is no text', token: () => logoutToken({ sub, jti: 7 }) },
  { what: 'no time', token: () => logoutToken({ sub, iat: undefined }) },
  { what: 'an old time', token: () => logoutToken({ sub, iat: secondsNow() - 3600, exp: secondsNow() + 3600 }) },
  { what: 'a time to come', token: () => logoutToken({ sub, iat: secondsNow() + 3600, exp: secondsNow() + 7200 }) },
  { what: 'an end that is over', token: () => logoutToken({ sub, exp: secondsNow() - 3600 }) },
  { what: 'neither person nor session', token: () => logoutToken({}) },
  { what: 'an empty person', token: () => logoutToken({ sub: '' }) },
  { what: 'a list of persons', token: () => logoutToken({ sub: [sub] }) },
  { what: 'a person and a faulty session', token: () => logoutToken({ sub, sid: { a: 1 } }) },
  { what: 'the type of an access token', token: () => logoutToken({ sub }, { head: { typ: 'at+jwt' } }) },
  { what: 'an unknown critical header', token: () => logoutToken({ sub }, { head: { crit: ['x'], x: 1 } }) },
  { what: 'no token', token: () => 'token' },
  { what: 'five parts', token: () => 'a.b.c.d.e' },
  { what: 'nothing', token: () => '' },
])('a token with $what ends no session', async ({ token }) => {
  const person = await signedIn()
  expect(await send(token())).toMatchObject({
    status: 400,
    text: expect.stringContaining('The logout token was refused.'),
  })
  expect(await isSignedIn(person)).toBe(true)
})

const publicJwk = () => {
  const { d: _private, ...jwk } = stranger.export({ format: 'jwk' })
  return jwk
}

test('a token works once, for its own provider, and not for sessions that begin later', async () => {
  const { server } = signIns
  await signIns.connect({ id: 'theirs', client_id: 'another' })
  const person = await signedIn()
  const token = logoutToken({ sub })
  expect((await send(token, { id: 'theirs' })).status).toBe(400)
  expect((await send(token, { id: 'unknown' })).status).toBe(400)
  expect((await send(token)).status).toBe(200)
  expect(await isSignedIn(person)).toBe(false)
  expect((await send(token)).status).toBe(400)

  const early = logoutToken({ sub })
  server.clock.advance(90_000)
  const later = await signedIn()
  expect((await send(early)).status).toBe(200)
  expect(await isSignedIn(later)).toBe(true)
})

test('other bodies are refused, and a session of the sender does not matter', async () => {
  const person = await signedIn()
  const address = `${signIns.server.url}${OIDC}/back-channel-logout/ours`
  const post = async (body: string, type = 'application/x-www-form-urlencoded', headers: object = {}) => {
    const init = { method: 'POST', body, headers: { 'content-type': type, ...headers } }
    return (await fetch(address, init)).status
  }
  expect(await post('')).toBe(400)
  expect(await post('a=b')).toBe(400)
  expect(await post('logout_token=a&logout_token=b')).toBe(400)
  expect(await post('logout_token=%ff')).toBe(400)
  expect(await post(`logout_token=${'x'.repeat(9000)}`)).toBe(400)
  expect(await post(`logout_token=${'x'.repeat(20_000)}`)).toBe(413)
  expect(await post('__proto__=x&constructor=y')).toBe(400)
  expect(await post('logout_token=x', 'text/plain')).toBe(415)
  const authorization = `Basic ${btoa(person.session)}`
  expect(await post('logout_token=x', undefined, { authorization })).toBe(400)
  expect(await isSignedIn(person)).toBe(true)
})

test('no other operation accepts a form', async () => {
  const sent = await fetch(`${signIns.server.url}/system/sessions`, {
    method: 'POST',
    headers: { 'X-Requested-By': 'test' },
    body: new URLSearchParams({ username: 'admin', password: 'x' }),
  })
  expect(sent.status).toBe(415)
})

test('a provider whose keys cannot be read gets 503, so that it can send the token again', async () => {
  const person = await signedIn()
  signIns.server.clock.advance(3_600_000)
  const renewed = await signedIn()
  signIns.server.clock.advance(11 * 60_000)
  signIns.provider.hangsAt = '/jwks'
  const token = logoutToken({ sub })
  expect((await send(token)).status).toBe(503)
  expect(await isSignedIn(renewed)).toBe(true)
  signIns.provider.hangsAt = undefined
  expect((await send(token)).status).toBe(200)
  expect([await isSignedIn(person), await isSignedIn(renewed)]).toEqual([false, false])
})

test('an address that sends invalid tokens has to wait, and costs the provider little', async () => {
  const headers = { 'X-Forwarded-For': '203.0.113.7' }
  const asked = signIns.provider.requests.length
  const statuses = new Set<number>()
  for (let at = 0; at < 70; at += 1) {
    const token = logoutToken({ sub }, { key: stranger, head: { kid: `unknown ${at}` } })
    statuses.add((await send(token, { headers })).status)
  }
  expect([...statuses]).toEqual([400, 429])
  expect(signIns.provider.requests.length - asked).toBeLessThan(5)
  for (let at = 0; at < 70; at += 1) expect((await send(logoutToken({ sub }))).status).toBe(200)
})
