/** Signing in through a real OpenLDAP; skipped where it is not installed. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCertificate } from '../../ingest/inputs/transports/make-certificate.ts'
import { type IdentityUnderTest, startIdentity } from '../../testing/start-identity.ts'
import { ldapBackend } from '../auth-services/testing/backend-drafts.ts'
import { isSlapdInstalled, SLAPD_ADMIN, SLAPD_PASSWORD, type Slapd, startSlapd } from './testing/start-slapd.ts'

const SERVICES = '/system/authentication/services'

const person = (uid: string, dn = `uid=${uid},dc=example,dc=org`) => `dn: ${dn}
objectClass: inetOrgPerson
uid: ${uid}
cn: ${uid} of OpenLDAP
sn: ${uid}
mail: ${uid}@example.org
userPassword: ${uid}-in-ldap

`
const LDIF = `${person('ada')}${person('bob')}${person('eve', `cn=eve \\28x\\2C y\\29 \\2A,dc=example,dc=org`)}dn: cn=operators,dc=example,dc=org
objectClass: groupOfNames
cn: operators
member: uid=ada,dc=example,dc=org

`

const referral = (port: number) => `dn: ou=elsewhere,dc=example,dc=org
objectClass: referral
objectClass: extensibleObject
ou: elsewhere
ref: ldap://127.0.0.1:${port}/ou=elsewhere,dc=example,dc=org

`

const certificateOf = (name: string) =>
  makeCertificate({
    commonName: name,
    names: [name],
    serial: Buffer.from([1]),
    from: new Date('2020-01-01'),
    to: new Date('2090-01-01'),
  })

describe.skipIf(!isSlapdInstalled)('with OpenLDAP', () => {
  let server: IdentityUnderTest
  let slapd: Slapd
  let lured = 0
  const lure = createServer(() => {
    lured += 1
  })
  beforeAll(async () => {
    server = await startIdentity()
    lure.listen(0, '127.0.0.1')
    await once(lure, 'listening')
    const address = lure.address()
    const lurePort = typeof address === 'object' && address !== null ? address.port : 0
    slapd = await startSlapd(`${LDIF}${referral(lurePort)}`, { tls: certificateOf('localhost') })
    const { roles } = Object((await server.call('GET', '/authz/roles?per_page=0')).body)
    const idOf = (name: string) => roles.find((role: { name: string }) => role.name === name).id
    const draft = ldapBackend(
      { default_roles: [idOf('Reader')] },
      {
        servers: [{ host: 'localhost', port: slapd.port }],
        system_user_dn: SLAPD_ADMIN,
        system_user_password: SLAPD_PASSWORD,
        group_mapping: {
          search_base: 'dc=example,dc=org',
          roles: [{ group: 'operators', role_ids: [idOf('Alerts Manager')] }],
        },
      },
    )
    const created = await server.call('POST', `${SERVICES}/backends`, { body: draft })
    const { id } = Object(created.body).backend
    await server.call('POST', `${SERVICES}/configuration`, { body: { active_backend: id } })
  })
  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    await slapd[Symbol.asyncDispose]()
    lure.close()
  })
  const signIn = (username: string, password: string) =>
    server.call('POST', '/system/sessions', { as: '', body: { username, password } })

  test('a person signs in and gets the default roles and those of the groups', async () => {
    expect(await signIn('ada', 'ada-in-ldap')).toMatchObject({ status: 200, body: { username: 'ada' } })
    expect((await server.call('GET', '/users/ada')).body).toMatchObject({
      external: true,
      full_name: 'ada of OpenLDAP',
      roles: ['Alerts Manager', 'Reader'],
    })
    expect((await signIn('ada', 'wrong')).status).toBe(401)
    expect((await signIn('*', 'ada-in-ldap')).status).toBe(401)
  })

  test('a DN with the syntax of filters and names is no trouble', async () => {
    expect((await signIn('eve', 'eve-in-ldap')).status).toBe(200)
    expect((await server.call('GET', '/users/eve')).body).toMatchObject({ roles: ['Reader'] })
  })

  test('the id of the entry stays the same at each sign-in', async () => {
    const uidOf = async () => {
      await signIn('bob', 'bob-in-ldap')
      const { users } = Object((await server.call('GET', '/users/paginated?query=username:bob')).body)
      return users.map((user: { auth_service_uid: string }) => user.auth_service_uid)
    }
    const first = await uidOf()
    expect(Buffer.from(first[0], 'base64').toString()).toMatch(/^[0-9a-f-]{36}$/)
    expect(await uidOf()).toEqual(first)
  })

  test('a referral is not followed', async () => {
    expect((await signIn('ada', 'ada-in-ldap')).status).toBe(200)
    expect((await signIn('somebody-elsewhere', 'any')).status).toBe(401)
    expect(lured).toBe(0)
  })

  test('StartTLS works with a certificate that is trusted and names the server, and with no other', async () => {
    const login = async (port: number, more: object = {}) => {
      const username = 'bob'
      const config = {
        servers: [{ host: 'localhost', port }],
        transport_security: 'start_tls',
        system_user_dn: SLAPD_ADMIN,
        system_user_password: { set_value: SLAPD_PASSWORD },
        ...more,
      }
      const body = {
        backend_configuration: ldapBackend({}, config),
        user_login: { username, password: `${username}-in-ldap` },
      }
      return Object((await server.call('POST', `${SERVICES}/test/backend/login`, { body })).body)
    }
    const refused = { success: false, errors: [expect.stringContaining('certificate')] }
    expect(await login(slapd.port)).toMatchObject(refused)
    const trusted = certificateOf('localhost')
    const misnamed = certificateOf('elsewhere.example.org')
    await using right = await startSlapd(LDIF, { tls: trusted })
    await using wrong = await startSlapd(LDIF, { tls: misnamed })
    expect(await login(right.port, { ca_certificates: trusted.certificate })).toMatchObject({ success: true })
    expect(await login(right.port, { ca_certificates: misnamed.certificate })).toMatchObject(refused)
    const usual = getCACertificates('default')
    // As NODE_EXTRA_CA_CERTS does at the start.
    setDefaultCACertificates([...usual, trusted.certificate, misnamed.certificate])
    try {
      expect(await login(right.port)).toMatchObject({ success: true })
      expect(await login(wrong.port)).toMatchObject({
        success: false,
        errors: [expect.stringMatching(/altnames|localhost/)],
      })
      expect(await login(slapd.port)).toMatchObject(refused)
    } finally {
      setDefaultCACertificates(usual)
    }
  })
})
