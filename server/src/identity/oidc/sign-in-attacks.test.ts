/** Attempts to sign in as somebody else, and providers that are broken or hostile. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { OIDC, providerDraft, type SignIns, startSignIns } from './testing/start-sign-ins.ts'
import { createTestBrowser } from './testing/test-browser.ts'

let signIns: SignIns
let isAllowed: boolean | ((url: string) => boolean) = true
const LIMIT_MS = 1000

beforeAll(async () => {
  signIns = await startSignIns({
    providerRequestMs: LIMIT_MS,
    isUrlAllowed: async (url) => (typeof isAllowed === 'boolean' ? isAllowed : isAllowed(url)),
  })
  await signIns.connect()
  await signIns.server.addUser('local')
})
afterAll(() => signIns[Symbol.asyncDispose]())
beforeEach(() => {
  isAllowed = true
  signIns.provider.person = { sub: 'person-1', preferred_username: 'grace', name: 'Grace', email: 'g@example.org' }
  signIns.provider.hangsAt = undefined
  signIns.provider.answersAt = undefined
  // The budget of the address and the caches are those of another hour.
  signIns.server.clock.advance(3_600_000)
})

const outcomeOf = (page: string) => new URL(page, 'http://server').searchParams.get('sign-in')
const signIn = async (browser = createTestBrowser()) => outcomeOf(await signIns.signIn(browser))
const stored = async () => (await signIns.server.identity.accounts.read()).stored().map(({ user }) => user)

/** The provider and the library have the time of the machine. */
const secondsNow = () => Math.floor(Date.now() / 1000)

/** The ID token of the answer, changed: under its old signature, or signed again. */
function changedToken(change: (claims: Record<string, unknown>) => object, by: 'old' | 'provider' | 'stranger') {
  return (answer: string) => {
    const tokens = JSON.parse(answer)
    const [head, body = '', signature] = String(tokens.id_token).split('.')
    const claims = JSON.stringify(change(JSON.parse(Buffer.from(body, 'base64url').toString())))
    const unsigned = `${head}.${Buffer.from(claims).toString('base64url')}`
    if (by === 'old') return JSON.stringify({ ...tokens, id_token: `${unsigned}.${signature}` })
    const { privateKey: stranger } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const key = by === 'provider' ? signIns.provider.privateKey : stranger
    const changed = sign('sha256', Buffer.from(unsigned), { key, dsaEncoding: 'ieee-p1363' })
    return JSON.stringify({ ...tokens, id_token: `${unsigned}.${changed.toString('base64url')}` })
  }
}

test.each([
  {
    what: 'another subject under the old signature',
    answer: changedToken((claims) => ({ ...claims, sub: 'person-2' }), 'old'),
  },
  { what: 'the signature of another key', answer: changedToken((claims) => claims, 'stranger') },
  { what: 'another nonce', answer: changedToken((claims) => ({ ...claims, nonce: 'x' }), 'provider') },
  {
    what: 'another issuer',
    answer: changedToken((claims) => ({ ...claims, iss: 'https://evil.example' }), 'provider'),
  },
  { what: 'another audience', answer: changedToken((claims) => ({ ...claims, aud: 'another' }), 'provider') },
  { what: 'an ID token that is over', answer: changedToken((claims) => ({ ...claims, exp: 1000 }), 'provider') },
  {
    what: 'an ID token of the year 5138',
    answer: changedToken((claims) => ({ ...claims, iat: 99_999_999_999 }), 'provider'),
  },
  {
    what: 'an ID token of tomorrow',
    answer: changedToken(
      (claims) => ({ ...claims, iat: secondsNow() + 86_400, exp: secondsNow() + 90_000 }),
      'provider',
    ),
    reason: 'the ID token was issued in the future',
  },
  {
    what: 'an ID token without an end in sight',
    answer: changedToken((claims) => ({ ...claims, exp: secondsNow() + 500 * 86_400 }), 'provider'),
    reason: 'the ID token is valid for more than 400 days',
  },
  { what: 'no ID token', answer: (text: string) => JSON.stringify({ ...JSON.parse(text), id_token: undefined }) },
  {
    what: 'an unsigned ID token',
    answer: (text: string) => text.replace(/"id_token":"[^"]+"/, '"id_token":"e30.e30."'),
  },
  { what: 'no JSON', answer: () => '<html>' },
])('an answer with $what is refused', async ({ answer, reason = '"reason":' }) => {
  signIns.provider.answersAt = { path: '/token', answer }
  expect(await signIn()).toBe('rejected')
  expect(signIns.server.logged()).toContain(reason)
  expect(await stored()).not.toContainEqual(expect.objectContaining({ external: true }))
})

test('an answer that the provider signs again as it was is accepted', async () => {
  signIns.provider.person = { sub: 'person-0', preferred_username: 'zero' }
  signIns.provider.answersAt = { path: '/token', answer: changedToken((claims) => claims, 'provider') }
  expect(await signIn()).toBe('done')
})

test('user info about another person is refused', async () => {
  signIns.provider.answersAt = {
    path: '/me',
    answer: () => JSON.stringify({ sub: 'person-2', preferred_username: 'x' }),
  }
  expect(await signIn()).toBe('rejected')
})

test('a state of another sign-in is refused, and the browser that began can still finish', async () => {
  const browser = createTestBrowser()
  const address = await signIns.comeBack(browser)
  const wrong = new URL(address)
  wrong.searchParams.set('state', 'x')
  expect(outcomeOf((await browser.request(wrong.href)).headers.get('location') ?? '')).toBe('expired')
  expect(outcomeOf((await browser.request(address)).headers.get('location') ?? '')).toBe('done')
})

test('a code works once, also when its cookie is brought back', async () => {
  const browser = createTestBrowser()
  const address = await signIns.comeBack(browser)
  const cookie = `logyard-oidc=${browser.cookies(new URL(address).origin).get('logyard-oidc')}`
  expect(outcomeOf((await browser.request(address)).headers.get('location') ?? '')).toBe('done')
  const again = await fetch(address, { headers: { cookie }, redirect: 'manual' })
  expect(outcomeOf(again.headers.get('location') ?? '')).toBe('expired')
})

test('a sign-in is over after ten minutes, and its ticket after one', async () => {
  const slow = createTestBrowser()
  const address = await signIns.comeBack(slow)
  signIns.server.clock.advance(10 * 60_000)
  expect(outcomeOf((await slow.request(address)).headers.get('location') ?? '')).toBe('expired')

  const browser = createTestBrowser()
  expect(await signIn(browser)).toBe('done')
  signIns.server.clock.advance(60_000)
  expect((await signIns.openSession(browser)).status).toBe(401)
})

test('a callback for another provider than the one that was begun is refused', async () => {
  const browser = createTestBrowser()
  const address = await signIns.comeBack(browser)
  const elsewhere = await browser.request(address.replace('/callback/ours', '/callback/theirs'))
  expect(outcomeOf(elsewhere.headers.get('location') ?? '')).toBe('expired')
})

test.each(['local', 'LOCAL', 'admin', 'Admin', 'id', 'a:b', '*', '', 'loc\u200bal', '\uff4cocal', ' local', 'a\nb'])(
  'a person who claims the name %j is not allowed in',
  async (name) => {
    signIns.provider.person = { sub: `thief of ${name}`, preferred_username: name }
    const before = await stored()
    expect(await signIn()).toBe('not-allowed')
    expect(await stored()).toEqual(before)
  },
)

test('a provider that has no claim of the user name is recognised in the log', async () => {
  signIns.provider.person = { sub: 'nameless', email: 'nameless@example.org' }
  expect(await signIn()).toBe('not-allowed')
  expect(signIns.server.logged()).toMatch(/"subject":"nameless".*"it lacks the claim of the user name"/)
})

test('a name does not pass to another person of the same provider, and a new claim does not rename', async () => {
  signIns.provider.person = { sub: 'first', preferred_username: 'hopper' }
  expect(await signIn()).toBe('done')
  signIns.provider.person = { sub: 'second', preferred_username: 'hopper' }
  expect(await signIn()).toBe('not-allowed')
  signIns.provider.person = { sub: 'first', preferred_username: 'local' }
  expect(await signIn()).toBe('done')
  expect((await stored()).filter(({ external }) => external).map(({ username }) => username)).toContain('hopper')
})

test('claims with hostile names and values become plain texts', async () => {
  const long = 'x'.repeat(5000)
  signIns.provider.person = {
    sub: 'hostile',
    preferred_username: 'hostile',
    name: `<script>\u0000\n${long}`,
    email: long,
    groups: ['__proto__', 'constructor'],
  }
  expect(await signIn()).toBe('done')
  const user = (await stored()).find(({ username }) => username === 'hostile')
  expect(user?.full_name).toHaveLength(200)
  expect(user?.full_name).toMatch(/^<script> x/)
  expect(user?.email).toBe('unknown@unknown.invalid')
  expect(user?.role_ids).toEqual([])
})

test('a provider that hangs delays only its own users, and for a bounded time', async () => {
  signIns.provider.hangsAt = '/token'
  expect(await signIn()).toBe('unavailable')
  signIns.server.clock.advance(3_600_000)
  signIns.provider.hangsAt = '/.well-known'
  await expect(signIns.begin(createTestBrowser())).rejects.toThrow('503')
  expect(await signIns.server.signIn('local')).toMatch(/:session$/)
})

test.each([
  { endpoint: 'authorization_endpoint', address: 'javascript:alert(1)' },
  { endpoint: 'authorization_endpoint', address: 'no address' },
  { endpoint: 'end_session_endpoint', address: 'data:text/html,x' },
])('a provider whose $endpoint is $address cannot be used', async ({ endpoint, address }) => {
  const path = '/.well-known/openid-configuration'
  const answer = (original: string) => JSON.stringify({ ...JSON.parse(original), [endpoint]: address })
  signIns.provider.answersAt = { path, answer }
  await expect(signIns.begin(createTestBrowser())).rejects.toThrow('503')
  const problem = `The provider announces an ${endpoint} that is no http or https URL.`
  expect(signIns.server.logged()).toContain(problem)
  const { issuer } = signIns.provider
  const { body } = await signIns.server.call('POST', `${OIDC}/test`, { body: { issuer } })
  expect(body).toMatchObject({ success: false, errors: [problem] })
})

const ISSUER = '/.well-known/openid-configuration'
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const keysOf = (key: object, count: number) => JSON.stringify({ keys: Array(count).fill({ kty: 'RSA', ...key }) })
const within = (text: string) => () => `{"x":${text}}`

test.each([
  { path: ISSUER, what: 'deep', answer: within(nested(33)), problem: 'more than 32 nested values' },
  { path: '/token', what: 'deep', answer: within(nested(400_000)), problem: 'more than 32 nested values' },
  { path: '/me', what: 'many', answer: within(`[0${',0'.repeat(400_000)}]`), problem: 'more than 20000 values' },
  {
    path: '/jwks',
    what: 'many',
    answer: within(`{"a":0${',"a":0'.repeat(10_001)}}`),
    problem: 'more than 20000 values',
  },
  {
    path: '/token',
    what: 'long',
    // Its claims are JSON of their own, which is deep.
    answer: (text: string) => text.replace(/"id_token":"[^"]+"/, `"id_token":"e30.${'W1tb'.repeat(40_000)}."`),
    problem: 'a text of more than 131072 bytes',
  },
  { path: '/me', what: 'bare', answer: () => 'W1tb'.repeat(40_000), problem: 'a text of more than 131072 bytes' },
  { path: '/jwks', what: 'keys', answer: () => keysOf({}, 101), problem: 'publishes more than 100 keys' },
  {
    path: '/jwks',
    what: 'a key',
    answer: () => keysOf({ n: 'A'.repeat(2732), e: 'AQAB' }, 1),
    problem: 'publishes an RSA key of more than 16384 bits',
  },
])('a provider whose response to $path is too much work ($what) is refused in words', async (row) => {
  const { path, answer, problem } = row
  signIns.provider.answersAt = { path, answer }
  const outcome = await signIn().catch(String)
  expect(outcome).toMatch(path === ISSUER ? /503/ : /^unavailable$/)
  expect(signIns.server.logged()).toContain(problem)
  if (path !== ISSUER && path !== '/jwks') return
  const { body } = await signIns.server.call('POST', `${OIDC}/test`, { body: { issuer: signIns.provider.issuer } })
  expect(Object(body).errors).toEqual([expect.stringContaining(problem)])
})

test('keys as long and as many as the limits are accepted', async () => {
  const others = Array(99).fill({ kty: 'RSA', kid: 'other', n: 'A'.repeat(2730), e: 'AQAB' })
  signIns.provider.answersAt = {
    path: '/jwks',
    answer: (text) => JSON.stringify({ keys: [...JSON.parse(text).keys, ...others] }),
  }
  signIns.provider.person = { sub: 'person-of-keys', preferred_username: 'keys' }
  expect(await signIn()).toBe('done')
})

test('a huge answer and an address that is not whitelisted end the sign-in', async () => {
  signIns.provider.answersAt = { path: '/token', answer: () => `{"x":"${'y'.repeat(20 * 1024 * 1024)}"}` }
  expect(await signIn()).toBe('unavailable')
  const browser = createTestBrowser()
  signIns.provider.answersAt = undefined
  const address = await signIns.comeBack(browser)
  isAllowed = false
  expect(outcomeOf((await browser.request(address)).headers.get('location') ?? '')).toBe('unavailable')
  expect(signIns.server.logged()).toContain('is not whitelisted')
})

test('the test of an issuer names each address that sign-ins would miss on the whitelist', async () => {
  const { issuer } = signIns.provider
  const tested = async () => (await signIns.server.call('POST', `${OIDC}/test`, { body: { issuer } })).body
  expect(await tested()).toMatchObject({ success: true, errors: [], announced: { signing_keys: 1 } })
  isAllowed = (url) => url.includes('/.well-known/') || url.endsWith('/jwks')
  expect(await tested()).toMatchObject({
    success: false,
    errors: [`URL ${issuer}/token is not whitelisted.`, `URL ${issuer}/me is not whitelisted.`],
    announced: { signing_keys: 1 },
  })
  isAllowed = (url) => !url.endsWith('/jwks')
  const errors = [`URL ${issuer}/jwks is not whitelisted.`]
  expect(await tested()).toMatchObject({ success: false, errors, announced: { token_endpoint: `${issuer}/token` } })
})

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  'x',
])('a sign-in cannot return to %j', async (path) => {
  await expect(signIns.begin(createTestBrowser(), 'ours', path)).rejects.toThrow('400')
})

test('a person can refuse at the provider', async () => {
  signIns.provider.person = undefined
  expect(await signIn()).toBe('cancelled')
})

test('an address that begins again and again has to wait, and sign-ins that succeed do not count', async () => {
  const begun = async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.9' }
    return signIns.server.call('POST', `${OIDC}/sign-in/ours`, { as: '', body: {}, headers })
  }
  const statuses = new Set<number>()
  for (let at = 0; at < 61; at += 1) statuses.add((await begun()).status)
  expect([...statuses]).toEqual([200, 429])
  for (let at = 0; at < 40; at += 1) expect(await signIn()).toBe('done')
})

test('a browser that comes back from the provider to an address without attempts is told to wait', async () => {
  const browser = createTestBrowser()
  const address = await signIns.comeBack(browser)
  let last = 200
  while (last === 200) last = (await signIns.server.call('POST', `${OIDC}/sign-in/ours`, { as: '', body: {} })).status
  expect(last).toBe(429)
  expect(outcomeOf((await browser.request(address)).headers.get('location') ?? '')).toBe('busy')
})

test('a disabled user, an inactive provider and a deleted user open no session', async () => {
  const { server } = signIns
  const browser = createTestBrowser()
  signIns.provider.person = { sub: 'leaver', preferred_username: 'leaver' }
  expect(await signIn(browser)).toBe('done')
  const leaver = (await stored()).find(({ username }) => username === 'leaver')
  await server.call('PUT', `/users/${leaver?.id}/status/disabled`)
  expect((await signIns.openSession(browser)).status).toBe(401)
  expect(await signIn()).toBe('not-allowed')

  await server.call('DELETE', `/users/id/${leaver?.id}`)
  const other = createTestBrowser()
  expect(await signIn(other)).toBe('done')
  const again = (await stored()).find(({ username }) => username === 'leaver')
  expect(again?.id).not.toBe(leaver?.id)
  await server.call('DELETE', `/users/id/${again?.id}`)
  expect((await signIns.openSession(other)).status).toBe(401)

  const late = createTestBrowser()
  const address = await signIns.comeBack(late)
  await server.call('PUT', `${OIDC}/providers/ours/activation`, { body: { active: false } })
  expect(outcomeOf((await late.request(address)).headers.get('location') ?? '')).toBe('rejected')
  await expect(signIns.begin(createTestBrowser())).rejects.toThrow('404')
  await server.call('PUT', `${OIDC}/providers/ours/activation`, { body: { active: true } })
})

test('a provider with another issuer does not find users of the old issuer', async () => {
  const { server } = signIns
  signIns.provider.person = { sub: 'person-9', preferred_username: 'nine' }
  expect(await signIn()).toBe('done')
  const moved = providerDraft(signIns.provider.issuer.replace('127.0.0.1', 'localhost'))
  const { id: _id, ...draft } = moved
  expect((await server.call('PUT', `${OIDC}/providers/ours`, { body: draft })).status).toBe(200)
  // It announces itself under its own name, which is another issuer.
  await expect(signIns.begin(createTestBrowser())).rejects.toThrow('503')
  const kept = { ...draft, client_secret: { keep_value: true } }
  const back = await server.call('PUT', `${OIDC}/providers/ours`, {
    body: { ...kept, issuer: signIns.provider.issuer },
  })
  expect(back.status).toBe(400)
  expect(back.text).toContain('Enter the secret again.')
  const { id: _ours, ...right } = providerDraft(signIns.provider.issuer)
  expect((await server.call('PUT', `${OIDC}/providers/ours`, { body: right })).status).toBe(200)
})

test('another spelling of the issuer is the same issuer, with the same users and the same secret', async () => {
  const { server, provider } = signIns
  signIns.provider.person = { sub: 'person-10', preferred_username: 'ten' }
  expect(await signIn()).toBe('done')
  const { id: _id, ...draft } = providerDraft(`${provider.issuer.replace('http', 'HTTP')}/`)
  const body = { ...draft, client_secret: { keep_value: true } }
  const changed = await server.call('PUT', `${OIDC}/providers/ours`, { body })
  expect(changed.body).toMatchObject({ issuer: provider.issuer })
  expect(await signIn()).toBe('done')
})
