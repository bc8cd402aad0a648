/** Signing in through a directory with the habits of Active Directory. */
import { ProtocolOperation } from 'ldapts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type MadeCertificate, makeCertificate } from '../../ingest/inputs/transports/make-certificate.ts'
import { type IdentityUnderTest, startIdentity } from '../../testing/start-identity.ts'
import { adBackend } from '../auth-services/testing/backend-drafts.ts'
import { resultMessage } from './testing/ber-messages.ts'
import {
  DOMAIN,
  SYSTEM_PASSWORD,
  SYSTEM_USER,
  startTestDirectory,
  type TestDirectory,
} from './testing/test-directory.ts'
import { adGroup, adPerson } from './testing/test-people.ts'

const SERVICES = '/system/authentication/services'

let server: IdentityUnderTest
let directory: TestDirectory
beforeEach(async () => {
  server = await startIdentity()
  directory = await startTestDirectory()
  directory.entries = [adPerson('ada'), adPerson('bob', { isDisabled: true })]
})
afterEach(async () => {
  await server[Symbol.asyncDispose]()
  await directory[Symbol.asyncDispose]()
})

const signIn = (username: string, password: string, from?: string) =>
  server.call('POST', '/system/sessions', {
    as: '',
    body: { username, password },
    ...(from === undefined ? {} : { from }),
  })
const roleId = async (name: string) => {
  const { roles } = Object((await server.call('GET', '/authz/roles?per_page=0')).body)
  return roles.find((role: { name: string }) => role.name === name).id
}

async function activate(facts: object = {}, config: object = {}): Promise<string> {
  const created = await server.call('POST', `${SERVICES}/backends`, {
    body: adBackend(directory.port, facts, config),
  })
  expect(created.status, created.text).toBe(200)
  const { id } = Object(created.body).backend
  await server.call('POST', `${SERVICES}/configuration`, { body: { active_backend: id } })
  return id
}

test('the first sign-in creates an external user with the default roles, by either name of the person', async () => {
  const reader = await roleId('Reader')
  const id = await activate({ default_roles: [reader, 'deleted-role'] })
  expect(await signIn('ada', 'ada-in-ad')).toMatchObject({ status: 200, body: { username: 'ada' } })
  expect((await signIn('ADA@example.org', 'ada-in-ad')).body).toMatchObject({ username: 'ada' })
  expect((await server.call('GET', '/users/ada')).body).toMatchObject({
    full_name: 'ada of the directory',
    email: 'ada@mail.example.org',
    external: true,
    roles: ['Reader'],
    session_timeout_ms: 28_800_000,
  })
  const page = await server.call('GET', `${SERVICES}/backends/${id}/users`)
  expect(page.body).toMatchObject({
    total: 1,
    grand_total: 1,
    users: [{ username: 'ada', auth_service_id: id, roles: [reader] }],
    context: { roles: { [reader]: { title: 'Reader' } } },
  })
  // The system user finds the person, who then binds with the principal name.
  expect(directory.binds.slice(0, 2)).toEqual(['reader@example.org', 'ada@example.org'])
  const change = { old_password: 'ada-in-ad', password: 'another one' }
  const user = await server.call('GET', '/users/ada')
  const refused = await server.call('PUT', `/users/${Object(user.body).id}/password`, { body: change })
  expect(refused.body).toMatchObject({ message: 'Cannot change password for external user.' })
})

test('wrong and empty passwords, unknown people and disabled accounts are refused alike', async () => {
  await activate()
  expect(await signIn('ada', 'wrong')).toMatchObject({ status: 401, text: '' })
  expect(await signIn('nobody', 'wrong')).toMatchObject({ status: 401, text: '' })
  expect(await signIn('bob', 'bob-in-ad')).toMatchObject({ status: 401, text: '' })
  expect((await server.call('GET', '/users', { as: 'ada:' })).status).toBe(401)
  expect((await server.call('GET', '/users/bob')).status).toBe(404)
})

test('names with the syntax of filters match nobody else', async () => {
  await activate()
  for (const name of ['*', 'a*', 'ada)(objectClass=*', '*)(|(objectClass=*', '\\61da', 'ada\u0000']) {
    expect((await signIn(name, 'ada-in-ad', '10.1.1.1')).status).not.toBe(200)
  }
  expect((await server.call('GET', '/users/ada')).status).toBe(404)
})

test('an entry is refused if its name would not be allowed here, or belongs to the root user or a service', async () => {
  const named = (name: string) => ({ attributes: { sAMAccountName: name, userPrincipalName: `${name}@example.org` } })
  directory.entries = [
    adPerson('star', { attributes: { ...named('x').attributes, sAMAccountName: 'a*b' } }),
    adPerson('root', { attributes: { ...named('Admin').attributes } }),
    adPerson('sidecar', { attributes: { ...named('graylog-sidecar').attributes } }),
  ]
  await activate()
  for (const [name, password] of [
    ['x@example.org', 'star-in-ad'],
    ['Admin@example.org', 'root-in-ad'],
    ['graylog-sidecar', 'sidecar-in-ad'],
  ] as const) {
    expect((await signIn(name, password)).status).toBe(401)
  }
  expect(server.logged()).toContain('the name is not allowed')
})

test('a renamed person keeps the user, and what the directory says replaces what stands here', async () => {
  await activate()
  await signIn('ada', 'ada-in-ad')
  const before = Object((await server.call('GET', '/users/ada')).body)
  const [ada] = directory.entries
  const attributes = { ...ada?.attributes, sAMAccountName: 'lovelace', displayName: '', mail: '' }
  directory.entries = [{ ...adPerson('ada'), attributes }]
  expect((await signIn('lovelace', 'ada-in-ad')).status).toBe(200)
  expect((await server.call('GET', '/users/lovelace')).body).toMatchObject({
    id: before.id,
    full_name: 'lovelace',
    email: 'unknown@unknown.invalid',
  })
})

test('a user whom an administrator disabled stays disabled', async () => {
  await activate()
  await signIn('ada', 'ada-in-ad')
  const { id } = Object((await server.call('GET', '/users/ada')).body)
  await server.call('PUT', `/users/${id}/status/disabled`)
  expect((await signIn('ada', 'ada-in-ad')).status).toBe(401)
})

test('groups give and withdraw the roles that they are mapped to, nested ones included', async () => {
  const [reader, alerts, views] = [
    await roleId('Reader'),
    await roleId('Alerts Manager'),
    await roleId('Views Manager'),
  ]
  const { dn } = adPerson('ada')
  const oncall = adGroup('On call (night)', [dn])
  directory.entries = [adPerson('ada'), oncall, adGroup('Operations', [oncall.dn]), adGroup('Others', [])]
  const group_mapping = {
    search_base: DOMAIN,
    roles: [
      { group: 'operations', role_ids: [alerts] },
      { group: `CN=Others, OU=Groups, ${DOMAIN}`, role_ids: [views] },
    ],
  }
  await activate({ default_roles: [reader] }, { group_mapping })
  const roles = async () => {
    expect((await signIn('ada', 'ada-in-ad')).status).toBe(200)
    return Object((await server.call('GET', '/users/ada')).body).roles
  }
  expect(await roles()).toEqual(['Alerts Manager', 'Reader'])
  directory.entries = [adPerson('ada'), adGroup('Operations', []), adGroup('Others', [dn])]
  expect(await roles()).toEqual(['Reader', 'Views Manager'])
})

test('a group is not the one whose DN it has as its name', async () => {
  const { dn } = adPerson('ada')
  const operations = adGroup('Operations', [])
  const pretender = adGroup('Mine', [dn])
  const attributes = { ...pretender.attributes, cn: operations.dn }
  directory.entries = [adPerson('ada'), operations, { ...pretender, attributes }]
  const mapped = [
    { group: operations.dn, role_ids: [await roleId('Admin')] },
    { group: pretender.dn, role_ids: [await roleId('Reader')] },
  ]
  await activate({}, { group_mapping: { search_base: DOMAIN, roles: mapped } })
  expect((await signIn('ada', 'ada-in-ad')).status).toBe(200)
  expect((await server.call('GET', '/users/ada')).body).toMatchObject({ roles: ['Reader'] })
})

test('a person in 10,000 groups signs in', async () => {
  const { dn } = adPerson('ada')
  const groups = Array.from({ length: 10_000 }, (_, at) => adGroup(`group ${at}`, [dn]))
  directory.entries = [adPerson('ada'), ...groups]
  const mapped = [{ group: 'group 9999', role_ids: [await roleId('Reader')] }]
  await activate({}, { group_mapping: { search_base: DOMAIN, roles: mapped } })
  expect((await signIn('ada', 'ada-in-ad')).status).toBe(200)
  expect((await server.call('GET', '/users/ada')).body).toMatchObject({ roles: ['Reader'] })
})

test('while the directory is down its users get 503, and users of this server sign in', async () => {
  await activate()
  await server.addUser('carl')
  await directory[Symbol.asyncDispose]()
  const unavailable = { message: 'Authentication service unavailable' }
  expect(await signIn('ada', 'ada-in-ad')).toMatchObject({ status: 503, body: unavailable })
  expect((await signIn('carl', 'carl-password')).status).toBe(200)
  expect((await signIn('carl', 'wrong')).status).toBe(401)
  expect((await server.call('GET', '/users')).status).toBe(200)
  directory = await startTestDirectory()
})

test.each(['connect', 'bind', 'search'] as const)(
  'a directory that hangs at %s holds up neither the root user nor users of this server',
  async (point) => {
    await activate()
    await server.addUser('carl')
    directory.hangsAt = point
    const waiting = new AbortController()
    const hanging = fetch(`${server.url}/users/ada`, {
      headers: { Authorization: `Basic ${btoa('ada:ada-in-ad')}` },
      signal: waiting.signal,
    }).catch(() => undefined)
    await expect.poll(() => directory.connections()).toBe(1)
    if (point !== 'connect') await expect.poll(() => directory.binds).toEqual([SYSTEM_USER])
    expect((await signIn('carl', 'carl-password')).status).toBe(200)
    expect((await server.call('GET', '/users')).status).toBe(200)
    waiting.abort()
    await hanging
  },
)

test('sign-ins that wait for a directory do not keep other users of their address out', async () => {
  await activate()
  await server.addUser('carl')
  directory.hangsAt = 'bind'
  const from = '10.7.7.7'
  const waiting = new AbortController()
  const hanging = Array.from({ length: 30 }, (_, at) =>
    fetch(`${server.url}/users`, {
      headers: { Authorization: `Basic ${btoa(`person-${at}:secret`)}`, 'X-Forwarded-For': from },
      signal: waiting.signal,
    }).catch(() => undefined),
  )
  await expect.poll(() => directory.connections(), { timeout: 8000 }).toBe(hanging.length)
  expect((await signIn('carl', 'carl-password', from)).status).toBe(200)
  expect((await server.call('GET', '/users', { from })).status).toBe(200)
  waiting.abort()
  await Promise.all(hanging)
})

test('a program that sends the password with each request does not ask the directory each time', async () => {
  await activate({ default_roles: [await roleId('Reader')] })
  const ask = () => server.call('GET', '/users/ada', { as: 'ada:ada-in-ad' })
  expect((await ask()).status).toBe(200)
  expect((await ask()).status).toBe(200)
  expect(directory.connections()).toBe(1)
  server.clock.advance(61_000)
  expect((await ask()).status).toBe(200)
  expect(directory.connections()).toBe(2)
  // After a change of the service, passwords are checked again.
  await server.call('POST', `${SERVICES}/configuration`, { body: { active_backend: null } })
  expect((await ask()).status).toBe(401)
})

test('wrong passwords are slowed down before the directory sees them, so that accounts there are not locked', async () => {
  await activate()
  let last = 401
  for (let at = 0; at < 12 && last !== 429; at += 1) last = (await signIn('ada', `guess ${at}`)).status
  expect(last).toBe(429)
  const asked = directory.binds.length
  expect((await signIn('ada', 'one more')).status).toBe(429)
  expect(directory.binds.length).toBe(asked)
})

const issued = (name: string, issuer?: MadeCertificate & { readonly commonName: string }) =>
  makeCertificate({
    commonName: name,
    names: [name],
    serial: Buffer.from([issuer === undefined ? 1 : 2]),
    from: new Date('2020-01-01'),
    to: new Date('2090-01-01'),
    ...(issuer === undefined ? { isAuthority: true } : { issuer }),
  })
const tlsOf = ({ key, certificate }: MadeCertificate) => ({ key: Buffer.from(key), cert: Buffer.from(certificate) })
const authority = { commonName: 'authority.example.org', ...issued('authority.example.org') }
const otherAuthority = issued('other.example.org')

describe.each(['tls', 'start_tls'] as const)('over %s', (kind) => {
  const start = async (made: MadeCertificate) => {
    const tls = tlsOf(made)
    const secure = await startTestDirectory(kind === 'tls' ? { tls } : { startTls: tls })
    secure.entries = directory.entries
    return secure
  }
  const login = async (port: number, config: object) => {
    const backend_configuration = adBackend(port, {}, { transport_security: kind, ...config })
    const body = { backend_configuration, user_login: { username: 'ada', password: 'ada-in-ad' } }
    return (await server.call('POST', `${SERVICES}/test/backend/login`, { body })).body
  }
  const refused = { success: false, errors: [expect.stringMatching(/certificate|altnames/)] }

  test('a certificate of an unknown authority is refused unless checks are off', async () => {
    await using secure = await start(issued('127.0.0.1', authority))
    expect(await login(secure.port, { verify_certificates: true })).toMatchObject(refused)
    expect(secure.binds).toEqual([])
    expect(await login(secure.port, { verify_certificates: false })).toMatchObject({ success: true })
  })

  test('a certificate of an authority of the service is accepted if it names the server', async () => {
    await using secure = await start(issued('127.0.0.1', authority))
    await using misnamed = await start(issued('elsewhere.example.org', authority))
    const other = { ca_certificates: otherAuthority.certificate }
    const both = { ca_certificates: `# Ours\n${otherAuthority.certificate}${authority.certificate}` }
    expect(await login(secure.port, other)).toMatchObject(refused)
    expect(await login(misnamed.port, both)).toMatchObject(refused)
    expect([...secure.binds, ...misnamed.binds]).toEqual([])
    expect(await login(secure.port, both)).toMatchObject({ success: true })
  })
})

test('a user signs in through a directory with a private authority', async () => {
  await using secure = await startTestDirectory({ tls: tlsOf(issued('127.0.0.1', authority)) })
  secure.entries = directory.entries
  const config = { ...adBackend(secure.port).config, transport_security: 'tls' }
  await activate({ config: { ...config, ca_certificates: authority.certificate } })
  expect((await signIn('ada', 'ada-in-ad')).status).toBe(200)
})

test('a response that is inserted before TLS is ignored', async () => {
  await using secure = await startTestDirectory({ startTls: tlsOf(issued('127.0.0.1', authority)) })
  // "The password is right": all but the last byte, which the first byte of the real response completes.
  secure.beforeTls = resultMessage(3, ProtocolOperation.LDAP_RES_BIND, 0, 'forged').subarray(0, -1)
  const config = { transport_security: 'start_tls', ca_certificates: authority.certificate }
  const connect = async (system_user_password: string) => {
    const draft = adBackend(secure.port, {}, { ...config, system_user_password })
    return (
      await server.call('POST', `${SERVICES}/test/backend/connection`, { body: { backend_configuration: draft } })
    ).body
  }
  expect(await connect('wrong')).toMatchObject({
    success: false,
    errors: [`the directory refused the system user ${SYSTEM_USER}`],
  })
  expect(await connect(SYSTEM_PASSWORD)).toMatchObject({ success: true })
})

test('StartTLS that the directory refuses sends no password', async () => {
  const draft = adBackend(directory.port, {}, { transport_security: 'start_tls' })
  const tried = await server.call('POST', `${SERVICES}/test/backend/connection`, {
    body: { backend_configuration: draft },
  })
  expect(tried.body).toMatchObject({
    success: false,
    message: expect.stringContaining("Couldn't establish connection"),
  })
  expect(directory.binds).toEqual([])
})

test('garbage from a directory is a problem with a text, not a crash', async () => {
  directory.greeting = Buffer.concat(
    Array.from({ length: 20_000 }, () => Buffer.from([0x30, 0x0c, 2, 1, 9, 0x61, 7, 10, 1, 0, 4, 0, 4, 0])),
  )
  const draft = adBackend(directory.port, {}, {})
  const answer = server.call('POST', `${SERVICES}/test/backend/connection`, { body: { backend_configuration: draft } })
  await expect.poll(() => directory.connections()).toBe(1)
  await directory[Symbol.asyncDispose]()
  expect((await answer).body).toMatchObject({ success: false })
  expect((await server.call('GET', '/users')).status).toBe(200)
  directory = await startTestDirectory()
})
