/** The stored authentication services over HTTP. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCertificate } from '../../ingest/inputs/transports/make-certificate.ts'
import { areSettingsFiles } from '../../testing/settings-of-folder.ts'
import { type ApiRequest, type IdentityUnderTest, startIdentity } from '../../testing/start-identity.ts'
import { adBackend, ldapBackend } from './testing/backend-drafts.ts'

const BACKENDS = '/system/authentication/services/backends'
const CONFIGURATION = '/system/authentication/services/configuration'
const SECRET = 'a-password-of-the-directory'

let server: IdentityUnderTest
beforeAll(async () => {
  server = await startIdentity()
})
afterAll(() => server[Symbol.asyncDispose]())

const call = (method: string, path: string, body?: unknown, more: ApiRequest = {}) =>
  server.call(method, path, { ...more, ...(body === undefined ? {} : { body }) })

const authorityOf = (commonName: string) =>
  makeCertificate({
    commonName,
    names: [],
    serial: Buffer.from([1]),
    from: new Date('2020-01-01'),
    to: new Date('2090-01-01'),
    isAuthority: true,
  }).certificate

async function create(changes: object = {}, config: object = {}): Promise<string> {
  const { status, text, body } = await call('POST', BACKENDS, ldapBackend(changes, config))
  expect(status, text).toBe(200)
  return Object(body).backend.id
}

test('a service is created, listed, changed and deleted, and its password is never answered', async () => {
  const created = await call('POST', BACKENDS, ldapBackend({ title: 'Ours' }, { system_user_password: SECRET }))
  const { backend } = Object(created.body)
  expect(backend).toMatchObject({
    title: 'Ours',
    description: '',
    default_roles: [],
    config: {
      type: 'ldap',
      system_user_password: { is_set: true },
      verify_certificates: true,
      user_unique_id_attribute: 'entryUUID',
    },
  })
  const changed = ldapBackend({ title: 'Theirs' }, { system_user_password: { keep_value: true } })
  const updated = await call('PUT', `${BACKENDS}/${backend.id}`, { ...changed, id: 'another' })
  expect(Object(updated.body).backend).toMatchObject({
    id: backend.id,
    title: 'Theirs',
    config: { system_user_password: { is_set: true } },
  })
  const listed = await call('GET', `${BACKENDS}?query=theirs`)
  expect(listed.body).toMatchObject({ total: 1, count: 1, page: 1, per_page: 50, query: 'theirs' })
  expect(created.text + updated.text + listed.text).not.toContain(SECRET)
  if (areSettingsFiles) expect(readFileSync(join(server.folder, 'settings.db')).includes(SECRET)).toBe(false)

  expect((await call('DELETE', `${BACKENDS}/${backend.id}`)).status).toBe(204)
  const gone = await call('GET', `${BACKENDS}/${backend.id}`)
  expect(gone).toMatchObject({ status: 404, body: { message: `Couldn't find auth service backend ${backend.id}` } })
})

test('a service of Active Directory needs no names of attributes', async () => {
  const { servers, transport_security, user_search_base } = ldapBackend().config
  const config = { type: 'active-directory', servers, transport_security, user_search_base }
  const { body } = await call('POST', BACKENDS, { title: 'AD', config })
  expect(Object(body).backend.config).toMatchObject({
    user_search_pattern: '(&(objectClass=user)(|(userPrincipalName={0})(sAMAccountName={0})))',
    user_name_attribute: 'userPrincipalName',
    user_full_name_attribute: 'displayName',
  })
})

test.each([
  { name: 'a blank title', draft: ldapBackend({ title: ' ' }), field: 'title', text: 'Title cannot be empty.' },
  {
    name: 'two servers',
    draft: ldapBackend({}, { servers: [1, 2].map((port) => ({ host: 'localhost', port })) }),
    field: 'servers',
    text: 'Currently only a single server URL is supported.',
  },
  {
    name: 'no search base',
    draft: ldapBackend({}, { user_search_base: '' }),
    field: 'user_search_base',
    text: 'User search base cannot be empty.',
  },
  {
    name: 'a pattern that is no filter',
    draft: ldapBackend({}, { user_search_pattern: '(&(uid={0})' }),
    field: 'user_search_pattern',
    text: 'User search pattern cannot be parsed. It must be a valid LDAP filter.',
  },
  {
    name: 'a pattern of parentheses',
    draft: ldapBackend({}, { user_search_pattern: '('.repeat(3000) }),
    field: 'user_search_pattern',
    text: 'User search pattern cannot be parsed. It must be a valid LDAP filter.',
  },
  {
    name: 'no id attribute',
    draft: ldapBackend({}, { user_unique_id_attribute: '' }),
    field: 'user_unique_id_attribute',
    text: 'User unique ID attribute cannot be empty.',
  },
  {
    name: 'a password that is kept and deleted',
    draft: ldapBackend({}, { system_user_password: { keep_value: true, delete_value: true } }),
    field: 'system_user_password',
    text: 'Set, keep or delete the password: exactly one of them, and a new one must not be blank.',
  },
  {
    name: 'a text without certificates',
    draft: ldapBackend({}, { ca_certificates: 'ours' }),
    field: 'ca_certificates',
    text: 'CA certificates must be certificates in PEM form.',
  },
  {
    name: 'a damaged certificate',
    draft: ldapBackend({}, { ca_certificates: `${authorityOf('a')}${authorityOf('b').replace(/\n.{20}/, '\n')}` }),
    field: 'ca_certificates',
    text: 'CA certificate 2 cannot be read.',
  },
  {
    name: 'a private key',
    draft: ldapBackend({}, { ca_certificates: `${authorityOf('a')}-----BEGIN PRIVATE KEY-----` }),
    field: 'ca_certificates',
    text: 'Paste certificates only. This text has a private key.',
  },
  {
    name: 'too many certificates',
    draft: ldapBackend({}, { ca_certificates: authorityOf('a').repeat(21) }),
    field: 'ca_certificates',
    text: 'At most 20 CA certificates are allowed.',
  },
])('$name is refused at its field', async ({ draft, field, text }) => {
  const refused = await call('POST', BACKENDS, draft)
  expect(refused.status).toBe(400)
  expect(refused.body).toEqual({ failed: true, errors: { [field]: [text] }, error_context: {} })
})

test('a missing key and an unknown one are refused', async () => {
  const { user_search_base: _base, ...config } = ldapBackend().config
  const missing = await call('POST', BACKENDS, { ...ldapBackend(), config })
  expect(missing).toMatchObject({ status: 400, body: { type: 'ApiError' } })
  const unknown = await call('POST', BACKENDS, { ...ldapBackend(), colour: 'red' })
  expect(unknown).toMatchObject({ status: 400, body: { type: 'ApiError' } })
})

test('a stored password is kept for the same server only, and deleted on request', async () => {
  const id = await create({})
  const put = (config: object) => call('PUT', `${BACKENDS}/${id}`, ldapBackend({}, config))
  const isSet = async () =>
    Object((await call('GET', `${BACKENDS}/${id}`)).body).backend.config.system_user_password.is_set
  expect((await put({ system_user_password: { set_value: SECRET } })).status).toBe(200)
  const elsewhere = { servers: [{ host: 'evil.example.org', port: 389 }], system_user_password: { keep_value: true } }
  const refused = await put(elsewhere)
  expect(refused.status).toBe(400)
  expect(Object(refused.body).errors).toEqual({
    system_user_password: ['The server has changed. Enter the password again.'],
  })
  expect(await isSet()).toBe(true)
  expect((await put({ system_user_password: { delete_value: true } })).status).toBe(200)
  expect(await isSet()).toBe(false)
})

test('an LDAP service does not become one of Active Directory', async () => {
  const id = await create({})
  const changed = await call('PUT', `${BACKENDS}/${id}`, adBackend(389))
  const text = 'The type of a service cannot change. Create another service.'
  expect(changed).toMatchObject({ status: 400, body: { failed: true, errors: { config: [text] } } })
})

test('a stored password is not kept for a connection that protects it less', async () => {
  const secured = { transport_security: 'tls', verify_certificates: true }
  const id = await create({}, { ...secured, system_user_password: { set_value: SECRET } })
  const put = (config: object) =>
    call('PUT', `${BACKENDS}/${id}`, ldapBackend({}, { system_user_password: { keep_value: true }, ...config }))
  const less = { system_user_password: ['The connection is less protected than before. Enter the password again.'] }
  const refused = { status: 400, body: { errors: less } }
  expect(await put({ transport_security: 'none' })).toMatchObject(refused)
  expect(await put({ ...secured, verify_certificates: false })).toMatchObject(refused)
  expect((await put({ ...secured, transport_security: 'start_tls' })).status).toBe(200)
  expect((await put({ transport_security: 'none', system_user_password: { set_value: SECRET } })).status).toBe(200)
  expect((await put(secured)).status).toBe(200)
})

test('a stored password is not sent to servers of authorities that were added later', async () => {
  const secured = { transport_security: 'tls', ca_certificates: `# Ours\n${authorityOf('ours')}` }
  const id = await create({}, { ...secured, system_user_password: { set_value: SECRET } })
  const put = (config: object) =>
    call('PUT', `${BACKENDS}/${id}`, ldapBackend({}, { system_user_password: { keep_value: true }, ...config }))
  const changed = { system_user_password: ['The CA certificates have changed. Enter the password again.'] }
  const refused = { status: 400, body: { errors: changed } }
  expect(await put({ ...secured, ca_certificates: authorityOf('theirs') })).toMatchObject(refused)
  expect(await put({ ...secured, ca_certificates: null })).toMatchObject(refused)
  const { body } = await put(secured)
  const stored = Object(body).backend.config.ca_certificates
  expect(stored).toMatch(/^-----BEGIN CERTIFICATE-----\n/)
  expect((await put({ ...secured, ca_certificates: stored })).status).toBe(200)
})

test('at most one service is active, and the active one is not deleted', async () => {
  const id = await create({ title: 'Active one' })
  const activated = await call('POST', CONFIGURATION, { active_backend: id })
  expect(activated.body).toEqual({ configuration: { active_backend: id } })
  const active = await call('GET', '/system/authentication/services/active-backend')
  expect(active.body).toMatchObject({ backend: { id }, context: { backends_total: expect.any(Number) } })
  const deleted = await call('DELETE', `${BACKENDS}/${id}`)
  const inUse = `Authentication service backend ${id} is still in use`
  expect(deleted).toMatchObject({ status: 400, body: { message: inUse } })
  expect((await call('POST', CONFIGURATION, { active_backend: 'unknown' })).status).toBe(400)
  expect((await call('POST', CONFIGURATION, { active_backend: null })).body).toEqual({
    configuration: { active_backend: null },
  })
  expect((await call('DELETE', `${BACKENDS}/${id}`)).status).toBe(204)
})

test('readers of one service see that one only', async () => {
  const [one] = [await create({ title: 'Readable' }), await create({ title: 'Hidden' })]
  await server.addUser('ivy', { permissions: [`authservicebackend:read:${one}`] })
  const as = 'ivy:ivy-password'
  const listed = await call('GET', BACKENDS, undefined, { as })
  expect(Object(listed.body).backends.map(({ title }: { title: string }) => title)).toEqual(['Readable'])
  expect((await call('GET', CONFIGURATION, undefined, { as })).status).toBe(403)
  expect((await call('POST', BACKENDS, ldapBackend(), { as })).status).toBe(403)
})
