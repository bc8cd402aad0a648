import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { areSettingsFiles } from '../../testing/settings-of-folder.ts'
import { basic, ROOT_PASSWORD, startIdentity } from '../../testing/start-identity.ts'

const good = { username: 'admin', password: ROOT_PASSWORD }
const NOBODY = { is_valid: false, session_id: null, username: null }
const SOMEBODY = { is_valid: true, session_id: null, username: null }
const NO_EXTENSION = { 'X-Graylog-No-Session-Extension': 'true' }

const THREE_DAYS_MS = 259_200_000

test('signing in returns the session id, its end, the user name and the user id', async () => {
  await using logyard = await startIdentity()
  const answer = await logyard.call('POST', '/system/sessions', { as: '', body: { ...good, host: 'ignored' } })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({
    session_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    valid_until: '2026-03-01T17:00:00.000+0000',
    username: 'admin',
    user_id: 'local:admin',
  })
})

test('signing in needs the header X-Requested-By, with any value', async () => {
  await using logyard = await startIdentity()
  const forged = await logyard.call('POST', '/system/sessions', { as: '', body: good, isForged: true })
  expect(forged.status).toBe(400)
  expect(forged.body).toMatchObject({ type: 'ApiError', message: expect.stringContaining('X-Requested-By') })
})

test.each([
  { body: {}, names: 'username, password' },
  { body: { username: '', password: null }, names: 'username, password' },
  { body: { username: 'admin', password: '' }, names: 'password' },
  { body: { password: 'x' }, names: 'username' },
])('signing in with $body names the missing $names', async ({ body, names }) => {
  await using logyard = await startIdentity()
  const answer = await logyard.call('POST', '/system/sessions', { as: '', body })
  expect(answer.status).toBe(400)
  expect(answer.body).toEqual({ type: 'ApiError', message: `Missing required properties: ${names}.` })
})

test('a wrong password gives a 401 without a body, and only browsers get a password prompt', async () => {
  await using logyard = await startIdentity()
  const body = { username: 'admin', password: 'wrong' }
  const plain = await logyard.call('POST', '/system/sessions', { as: '', body })
  expect([plain.status, plain.text]).toEqual([401, ''])
  expect(plain.headers.get('www-authenticate')).toBe('Basic realm="Graylog Server session"')

  const headers = { 'X-Requested-With': 'XMLHttpRequest' }
  const script = await logyard.call('POST', '/system/sessions', { as: '', body, headers })
  expect([script.status, script.text]).toEqual([401, ''])
  expect(script.headers.get('www-authenticate')).toBeNull()

  const unknown = await logyard.call('POST', '/system/sessions', {
    as: '',
    body: { username: 'nobody', password: 'x' },
  })
  expect([unknown.status, unknown.text]).toEqual([401, ''])
})

test('a session is valid until it is deleted, whatever id the path of the DELETE names', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('ada')
  const session = await logyard.signIn('ada')
  const other = await logyard.signIn('ada')
  const root = await logyard.signIn('admin', ROOT_PASSWORD)
  expect((await logyard.call('GET', '/users/ada', { as: session })).status).toBe(200)

  const foreignId = root.split(':')[0]
  expect((await logyard.call('DELETE', `/system/sessions/${foreignId}`, { as: session })).status).toBe(204)
  expect((await logyard.call('GET', '/users/ada', { as: session })).status).toBe(401)
  expect((await logyard.call('DELETE', '/system/sessions/x', { as: session })).status).toBe(401)
  expect((await logyard.call('GET', '/users/ada', { as: other })).status).toBe(200)
  expect((await logyard.call('GET', '/users/admin', { as: root })).status).toBe(200)
})

test('a request with a password can end a session of its own user by id, but not of another user', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('ada')
  const own = await logyard.signIn('ada')
  const root = await logyard.signIn('admin', ROOT_PASSWORD)
  for (const session of [own, root]) {
    const path = `/system/sessions/${session.split(':')[0]}`
    expect((await logyard.call('DELETE', path, { as: 'ada:ada-password' })).status).toBe(204)
  }
  expect((await logyard.call('GET', '/users/ada', { as: own })).status).toBe(401)
  expect((await logyard.call('GET', '/users/admin', { as: root })).status).toBe(200)
})

test('validating reveals only whether the credentials are valid', async () => {
  await using logyard = await startIdentity()
  const session = await logyard.signIn('admin', ROOT_PASSWORD)
  const validate = async (as: string) => {
    const answer = await logyard.call('GET', '/system/sessions', { as })
    expect(answer.status).toBe(200)
    return answer.body
  }
  expect(await validate(session)).toEqual(SOMEBODY)
  expect(await validate(`admin:${ROOT_PASSWORD}`)).toEqual(SOMEBODY)
  expect(await validate('')).toEqual(NOBODY)
  expect(await validate('undefined:session')).toEqual(NOBODY)
  expect(await validate('00000000-0000-4000-8000-000000000000:session')).toEqual(NOBODY)
  expect(await validate('admin:wrong')).toEqual(NOBODY)
})

test('a session ends after its timeout of inactivity; calls that do not extend it are not activity', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('ada', { session_timeout_ms: 2000 })
  const idle = await logyard.signIn('ada')
  const busy = await logyard.signIn('ada')
  const statuses = []
  for (let poll = 0; poll < 6; poll += 1) {
    logyard.clock.advance(500)
    const polled = await logyard.call('GET', '/users/ada', { as: idle, headers: NO_EXTENSION })
    const used = await logyard.call('GET', '/users/ada', { as: busy })
    statuses.push([polled.status, used.status])
  }
  expect(statuses).toEqual([
    [200, 200],
    [200, 200],
    [200, 200],
    [401, 200],
    [401, 200],
    [401, 200],
  ])
})

test('a session with the timeout -1 never ends, and reports an end 1 ms in the past', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('ada', { session_timeout_ms: -1 })
  const body = { username: 'ada', password: 'ada-password' }
  const answer = await logyard.call('POST', '/system/sessions', { as: '', body })
  expect(answer.body).toMatchObject({ valid_until: '2026-03-01T08:59:59.999+0000' })
  const session = await logyard.signIn('ada')
  logyard.clock.advance(400 * 86_400_000)
  await logyard.identity.sessions.purge()
  expect((await logyard.call('GET', '/users/ada', { as: session })).status).toBe(200)
})

test('expired sessions are removed from the store', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('ada', { session_timeout_ms: 2000 })
  await logyard.signIn('ada')
  await logyard.signIn('admin', ROOT_PASSWORD)
  logyard.clock.advance(5 * 60_000)
  await logyard.identity.sessions.purge()
  expect((await logyard.identity.sessions.facts()).size).toBe(1)
  expect(logyard.logged()).toContain('expired sessions removed')
})

test('a session is there again after the clock was ahead for a while', async () => {
  await using logyard = await startIdentity({ isClockSteady: () => false })
  await logyard.addUser('ada', { session_timeout_ms: 3_600_000 })
  const session = await logyard.signIn('ada')
  const status = async () => (await logyard.call('GET', '/users/ada', { as: session })).status
  logyard.clock.setBy(THREE_DAYS_MS)
  logyard.clock.advance(5 * 60_000)
  expect(await status()).toBe(401)
  logyard.clock.setBy(-THREE_DAYS_MS)
  expect(await status()).toBe(200)
})

test('a session that was used while the clock was ahead ends after its timeout', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('ada', { session_timeout_ms: 20_000 })
  logyard.clock.setBy(THREE_DAYS_MS)
  const session = await logyard.signIn('ada')
  const status = async () => (await logyard.call('GET', '/users/ada', { as: session })).status
  expect(await status()).toBe(200)
  logyard.clock.setBy(-THREE_DAYS_MS)
  expect(await status()).toBe(200)
  logyard.clock.advance(20_000)
  expect(await status()).toBe(401)
})

test('a changed timeout applies from the next session on', async () => {
  await using logyard = await startIdentity()
  const id = await logyard.addUser('ada', { session_timeout_ms: 2000 })
  const before = await logyard.signIn('ada')
  await logyard.call('PUT', `/users/${id}`, { body: { session_timeout_ms: 60_000 } })
  const after = await logyard.signIn('ada')
  logyard.clock.advance(3000)
  expect((await logyard.call('GET', '/users/ada', { as: before })).status).toBe(401)
  expect((await logyard.call('GET', '/users/ada', { as: after })).status).toBe(200)
})

test('a service account cannot sign in, but can call the API with its password', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('robot', { service_account: true, permissions: ['users:list'] })
  const body = { username: 'robot', password: 'robot-password' }
  const answer = await logyard.call('POST', '/system/sessions', { as: '', body })
  expect(answer.status).toBe(400)
  expect(answer.body).toEqual({ type: 'ApiError', message: 'Cannot login with service account robot' })
  expect((await logyard.call('GET', '/users', { as: 'robot:robot-password' })).status).toBe(200)
})

test('signing in with the header of an old session creates a new session id', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('ada')
  const planted = '11111111-1111-4111-8111-111111111111:session'
  const live = await logyard.signIn('ada')
  const body = { username: 'ada', password: 'ada-password' }
  for (const as of [planted, live]) {
    const answer = await logyard.call('POST', '/system/sessions', { as, body })
    expect(answer.status).toBe(200)
    expect(answer.text).not.toContain(as.split(':')[0])
  }
  expect((await logyard.call('GET', '/users/ada', { as: planted })).status).toBe(401)
})

test('sessions, their activity and tokens survive a restart, sessions of the root user only with the same password', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'logyard-restart-'))
  try {
    let session = ''
    let root = ''
    let token = ''
    {
      await using logyard = await startIdentity({ folder })
      await logyard.addUser('ada', { session_timeout_ms: 10_000 })
      session = await logyard.signIn('ada')
      root = await logyard.signIn('admin', ROOT_PASSWORD)
      const created = await logyard.call('POST', '/users/ada/tokens/script', { as: 'ada:ada-password' })
      token = `${Object(created.body).token}:token`
      logyard.clock.advance(9000)
      expect((await logyard.call('GET', '/users/ada', { as: session })).status).toBe(200)
    }
    {
      await using logyard = await startIdentity({ folder, startAt: '2026-03-01T09:00:14.000Z' })
      expect((await logyard.call('GET', '/users', { as: root })).status).toBe(200)
    }
    const later = { folder, startAt: '2026-03-01T09:00:15.000Z', rootPassword: 'another one' }
    await using logyard = await startIdentity(later)
    expect((await logyard.call('GET', '/users', { as: root })).status).toBe(401)
    expect((await logyard.call('GET', '/users', { as: 'admin:another one' })).status).toBe(200)
    expect((await logyard.call('GET', '/users/ada', { as: session })).status).toBe(200)
    expect((await logyard.call('GET', '/users/ada', { as: token })).status).toBe(200)
    logyard.clock.advance(10_000)
    expect((await logyard.call('GET', '/users/ada', { as: session })).status).toBe(401)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test.runIf(areSettingsFiles)(
  'neither the settings file nor the log contains a session id, token or password',
  async () => {
    await using logyard = await startIdentity()
    await logyard.addUser('ada')
    const session = await logyard.signIn('ada')
    const created = await logyard.call('POST', '/users/ada/tokens/script', { as: session })
    const token = String(Object(created.body).token)
    await logyard.call('GET', '/users/ada', { as: `${token}:token` })
    await logyard.call('POST', '/system/sessions', { as: '', body: { username: 'ada', password: 'wrong-password' } })
    await logyard.call('POST', '/system/sessions', { as: '', body: { username: 'typed-in-wrong-box', password: 'x' } })
    const secrets = [
      session.split(':')[0],
      token,
      'ada-password',
      'wrong-password',
      'typed-in-wrong-box',
      ROOT_PASSWORD,
    ]

    const files = await readdir(logyard.folder)
    expect(files).toContain('settings.db-wal')
    for (const file of files) {
      const bytes = await readFile(join(logyard.folder, file), 'latin1')
      for (const secret of secrets) expect(bytes.includes(String(secret)), `${secret} in ${file}`).toBe(false)
      expect(bytes.includes('$argon2id$')).toBe(false)
    }
    for (const secret of secrets) expect(logyard.logged()).not.toContain(secret)
  },
)

test('1,000 guesses do not block the user at another address, and are logged in one line', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('ada')
  const guess = (at: number) =>
    logyard.call('POST', '/system/sessions', {
      as: '',
      from: '203.0.113.9',
      body: { username: 'ada', password: `guess-${at}` },
    })
  const counts: Record<number, number> = {}
  let retryAfter: string | null = null
  for (let round = 0; round < 50; round += 1) {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => guess(round * 20 + at)))
    for (const { status, headers } of answers) {
      counts[status] = (counts[status] ?? 0) + 1
      retryAfter = headers.get('retry-after') ?? retryAfter
    }
  }
  expect(counts).toEqual({ 401: 5, 429: 995 })
  expect(Number(retryAfter)).toBeGreaterThan(0)

  const body = { username: 'ada', password: 'ada-password' }
  const elsewhere = await logyard.call('POST', '/system/sessions', { as: '', from: '198.51.100.7', body })
  expect(elsewhere.status).toBe(200)
  const here = await logyard.call('POST', '/system/sessions', { as: '', from: '203.0.113.9', body })
  expect(here.status).toBe(429)
  expect(logyard.logged().split('slowed down')).toHaveLength(2)
})

test('concurrent calls with the right password are verified once and do not count as guesses', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('ada')
  const calls = Array.from({ length: 40 }, () => logyard.call('GET', '/users/ada', { as: 'ada:ada-password' }))
  expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([200]))
})

test.each([
  { header: basic('no colon'), status: 400 },
  { header: 'Basic %%%', status: 400 },
  { header: 'Basic', status: 400 },
  { header: `Basic ${Buffer.from([0xff, 0x3a, 0xff]).toString('base64')}`, status: 400 },
  { header: 'Bearer abc', status: 401 },
  { header: basic('undefined:session'), status: 401 },
  { header: basic(':session'), status: 401 },
  { header: basic(':token'), status: 401 },
  { header: basic(':'), status: 401 },
  { header: basic(`admin:${ROOT_PASSWORD}`), status: 200 },
  { header: basic(`admin:${ROOT_PASSWORD}`).replace('Basic', 'bAsIc'), status: 200 },
])('Authorization: $header is answered with $status', async ({ header, status }) => {
  await using logyard = await startIdentity()
  const answer = await logyard.call('GET', '/users', { as: '', headers: { Authorization: header } })
  expect(answer.status).toBe(status)
  if (status === 400) expect(answer.body).toMatchObject({ message: 'Invalid credentials in Authorization header' })
})

test('names and passwords are UTF-8, passwords may contain colons, and `session` ignores case', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('jürgen', { password: 'pässwort:mit:punkten' })
  const path = `/users/${encodeURIComponent('jürgen')}`
  expect((await logyard.call('GET', path, { as: 'jürgen:pässwort:mit:punkten' })).status).toBe(200)
  const session = await logyard.signIn('jürgen', 'pässwort:mit:punkten')
  expect((await logyard.call('GET', path, { as: session.replace('session', 'SESSION') })).status).toBe(200)
})
