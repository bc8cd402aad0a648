/** Directories that do not answer: how long sign-ins wait, and which sign-ins do. */
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeCertificate } from '../../ingest/inputs/transports/make-certificate.ts'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { type IdentityUnderTest, startIdentity } from '../../testing/start-identity.ts'
import { adBackend } from '../auth-services/testing/backend-drafts.ts'
import { ANSWER_LIMIT_MS, CONNECT_LIMIT_MS, CONNECTING_LIMIT_MS, CONVERSATION_LIMIT_MS } from './directory-limits.ts'
import { openDirectorySocket } from './directory-socket.ts'
import { createSilentAddresses } from './silent-addresses.ts'
import { startTestDirectory, type TestDirectory } from './testing/test-directory.ts'
import { adPerson } from './testing/test-people.ts'

const SERVICES = '/system/authentication/services'
const SKIPPED_MS = 10_000
const limits = { connectMs: 150, connectingMs: 300, answerMs: 300, conversationMs: 5000, skippedMs: SKIPPED_MS }
/** For a directory that answers at first, also if the machine is busy. */
const PATIENT = { ...limits, connectMs: 3000, connectingMs: 3000, answerMs: 3000, conversationMs: 15_000 }

let server: IdentityUnderTest
let directory: TestDirectory
beforeEach(async () => {
  server = await startIdentity({ directoryLimits: limits })
  directory = await startTestDirectory()
  directory.entries = [adPerson('ada'), adPerson('bob')]
  await activate(adBackend(directory.port))
  await server.addUser('carl')
})
afterEach(async () => {
  await server[Symbol.asyncDispose]()
  await directory[Symbol.asyncDispose]()
})

async function activate(draft: object, { call } = server): Promise<void> {
  const created = await call('POST', `${SERVICES}/backends`, { body: draft })
  const { id } = Object(created.body).backend
  await call('POST', `${SERVICES}/configuration`, { body: { active_backend: id } })
}

const signIn = async (username: string, password: string, { call } = server) => {
  const { status } = await call('POST', '/system/sessions', { as: '', body: { username, password } })
  return status
}

test('the time limits of a sign-in are a few seconds', () => {
  expect(CONNECT_LIMIT_MS).toBeLessThanOrEqual(CONNECTING_LIMIT_MS)
  expect(CONNECTING_LIMIT_MS + ANSWER_LIMIT_MS).toBeLessThanOrEqual(CONVERSATION_LIMIT_MS)
  expect(CONVERSATION_LIMIT_MS).toBeLessThanOrEqual(15_000)
})

test.each(['connect', 'bind', 'search'] as const)(
  'while the directory hangs at %s, a wrong password of a local user is refused, and other names get 503',
  async (point) => {
    directory.hangsAt = point
    expect(await signIn('carl', 'wrong')).toBe(401)
    expect(await signIn('ada', 'ada-in-ad')).toBe(503)
    expect(await signIn('carl', 'carl-password')).toBe(200)
    expect(server.logged()).toMatch(/did not answer (?:within 0\.3 seconds|a moment ago)/)
  },
)

test('an address that did not answer is skipped, then tried by one sign-in at a time, and used once it answers', async () => {
  directory.hangsAt = 'bind'
  expect(await signIn('ada', 'ada-in-ad')).toBe(503)
  expect(directory.connections()).toBe(1)
  expect(await Promise.all([signIn('ada', 'ada-in-ad'), signIn('bob', 'bob-in-ad'), signIn('carl', 'x')])).toEqual([
    503, 503, 401,
  ])
  expect(directory.connections()).toBe(1)

  server.clock.advance(SKIPPED_MS + 1)
  expect(await Promise.all([signIn('ada', 'ada-in-ad'), signIn('bob', 'bob-in-ad')])).toEqual([503, 503])
  expect(directory.connections()).toBe(2)

  directory.hangsAt = undefined
  expect(await signIn('ada', 'ada-in-ad')).toBe(503)
  server.clock.advance(SKIPPED_MS + 1)
  expect(await signIn('ada', 'ada-in-ad')).toBe(200)
  expect(await Promise.all([signIn('ada', 'ada-in-ad'), signIn('bob', 'bob-in-ad')])).toEqual([200, 200])
})

test('a search that takes too long fails for its user only', async () => {
  directory.hangsAt = 'search'
  expect(await signIn('ada', 'ada-in-ad')).toBe(503)
  directory.hangsAt = undefined
  expect(await signIn('bob', 'bob-in-ad')).toBe(200)
})

test('after two late searches in a row, one sign-in at a time finds out whether the directory searches again', async () => {
  directory.hangsAt = 'search'
  expect(await signIn('ada', 'ada-in-ad')).toBe(503)
  expect(await signIn('bob', 'bob-in-ad')).toBe(503)
  expect(directory.connections()).toBe(2)
  expect(await Promise.all([signIn('ada', 'ada-in-ad'), signIn('bob', 'bob-in-ad')])).toEqual([503, 503])
  expect(directory.connections()).toBe(2)

  server.clock.advance(SKIPPED_MS + 1)
  expect(await Promise.all([signIn('ada', 'ada-in-ad'), signIn('bob', 'bob-in-ad')])).toEqual([503, 503])
  expect(directory.connections()).toBe(3)

  directory.hangsAt = undefined
  expect(await signIn('ada', 'ada-in-ad')).toBe(503)
  server.clock.advance(SKIPPED_MS + 1)
  expect(await signIn('ada', 'ada-in-ad')).toBe(200)
  expect(await signIn('bob', 'bob-in-ad')).toBe(200)
})

test('searches that the directory ends at the time limit are late searches, others that fail are not', async () => {
  const [busy, timeLimitExceeded] = [51, 3]
  directory.searchCode = busy
  for (let at = 0; at < 3; at += 1) expect(await signIn('ada', 'ada-in-ad')).toBe(503)
  expect(directory.connections()).toBe(3)
  directory.searchCode = timeLimitExceeded
  for (let at = 0; at < 3; at += 1) expect(await signIn('ada', 'ada-in-ad')).toBe(503)
  expect(directory.connections()).toBe(5)
})

test('late searches of login tests do not keep users out', async () => {
  directory.hangsAt = 'search'
  const body = {
    backend_configuration: adBackend(directory.port),
    user_login: { username: 'ada', password: 'ada-in-ad' },
  }
  for (let at = 0; at < 2; at += 1) {
    const tested = await server.call('POST', `${SERVICES}/test/backend/login`, { body })
    expect(tested.body).toMatchObject({ success: false, errors: [expect.stringContaining('did not answer')] })
  }
  directory.hangsAt = undefined
  expect(await signIn('ada', 'ada-in-ad')).toBe(200)
})

test('an address that does not answer over StartTLS is skipped too', async () => {
  const made = makeCertificate({
    commonName: '127.0.0.1',
    names: ['127.0.0.1'],
    serial: Buffer.from([1]),
    from: new Date('2020-01-01'),
    to: new Date('2090-01-01'),
  })
  const startTls = { key: Buffer.from(made.key), cert: Buffer.from(made.certificate) }
  await using secure = await startTestDirectory({ startTls })
  secure.entries = directory.entries
  await using patient = await startIdentity({ directoryLimits: PATIENT })
  await activate(adBackend(secure.port, {}, { transport_security: 'start_tls', verify_certificates: false }), patient)
  expect(await signIn('ada', 'ada-in-ad', patient)).toBe(200)
  secure.hangsAt = 'bind'
  expect([await signIn('ada', 'ada-in-ad', patient), await signIn('bob', 'bob-in-ad', patient)]).toEqual([503, 503])
  expect(secure.connections()).toBe(2)
})

test('a connection test asks the directory in any case, and its success ends the skipping', async () => {
  directory.hangsAt = 'bind'
  expect(await signIn('ada', 'ada-in-ad')).toBe(503)
  directory.hangsAt = undefined
  const tried = await server.call('POST', `${SERVICES}/test/backend/connection`, {
    body: { backend_configuration: adBackend(directory.port) },
  })
  expect(tried.body).toMatchObject({ success: true })
  expect(await signIn('ada', 'ada-in-ad')).toBe(200)
})

const settingsOf = (host: string, port: number) => ({
  ...adBackend(port).config,
  type: 'active-directory' as const,
  servers: [{ host, port }],
  transport_security: 'tls' as const,
  verify_certificates: true,
  user_search_pattern: '',
  user_full_name_attribute: '',
  group_mapping: null,
})
const conversation = () => ({
  limits,
  silent: createSilentAddresses({ clock: fixedClock('2026-03-01T09:00:00.000Z'), skippedMs: SKIPPED_MS }),
  signal: new AbortController().signal,
})

test('of the addresses of a server, one that does not answer is skipped by the next sign-in', async () => {
  const accepted: Socket[] = []
  await using hanging = createServer((socket) => void accepted.push(socket))
  await once(hanging.listen(0, '127.0.0.2'), 'listening')
  const { port } = Object(hanging.address())
  using _accepted = { [Symbol.dispose]: () => accepted.forEach((socket) => void socket.destroy()) }
  // It has no TLS, but says so at once.
  await using other = createServer((socket) =>
    socket
      .on('error', () => undefined)
      .resume()
      .end('no TLS here'),
  )
  await once(other.listen(port, '127.0.0.3'), 'listening')
  const both = async () => [{ address: '127.0.0.2' }, { address: '127.0.0.3' }]
  const sharing = conversation()
  const open = () => openDirectorySocket(settingsOf('ad.example.org', port), sharing, both)
  for (let at = 0; at < 3; at += 1) await expect(open()).rejects.toThrow(/version number|packet length|disconnected/)
  expect(accepted).toHaveLength(1)
})

test('a name that is not resolved in time is not looked up again for a while', async () => {
  let lookups = 0
  const never = () => {
    lookups += 1
    return new Promise<never>(() => undefined)
  }
  const sharing = conversation()
  const open = () => openDirectorySocket(settingsOf('ad.example.org', 636), sharing, never)
  await expect(open()).rejects.toThrow('the name ad.example.org was not resolved within 0.15 seconds')
  await expect(open()).rejects.toThrow('did not answer a moment ago')
  expect(lookups).toBe(1)
})
