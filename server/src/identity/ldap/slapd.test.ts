/** Signing in through a real OpenLDAP; skipped where it is not installed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

describe.skipIf(!isSlapdInstalled)('with OpenLDAP', () => {
  let server: IdentityUnderTest
  let slapd: Slapd
  beforeAll(async () => {
    server = await startIdentity()
    slapd = await startSlapd(LDIF)
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
  }, 60_000)
  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    await slapd[Symbol.asyncDispose]()
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
})
