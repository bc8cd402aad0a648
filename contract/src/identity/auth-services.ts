/** Directories (LDAP, Active Directory) that users sign in through, the active one of them, and tests of their settings. */
import { type Static, Type } from 'typebox'
import { MAX_PASSWORD, MAX_USERNAME } from '../http/bounds.ts'
import { byType } from '../http/by-type.ts'
import { crud, perObject } from '../http/crud.ts'
import { ApiError, nullable, pageFacts, pageQuery, refusedForm } from '../http/envelope.ts'
import { holds, inArea, NoBody, READS_ONLY, signedIn } from '../http/operation.ts'
import { primitiveInt } from '../http/primitive.ts'
import { UserOverview } from './users.ts'

const closed = { additionalProperties: false } as const
const optional = Type.Optional

const MAX_TITLE = 1000
const MAX_TEXT = 20_000
const MAX_HOST = 255
const MAX_DN = 2000
const MAX_FILTER = 4000
const MAX_ATTRIBUTE = 200
const MAX_SERVERS = 10
const MAX_PORT = 65_535
export const MAX_MAPPED_GROUPS = 500
const MAX_ROLES = 100
/** Characters of the certificates that a directory is checked against. */
export const MAX_CA_CERTIFICATES = 64 * 1024

export const TRANSPORT_SECURITIES = ['none', 'tls', 'start_tls'] as const
export type TransportSecurity = (typeof TRANSPORT_SECURITIES)[number]

/** Exactly one of the three properties; a plain text is the same as `set_value`. */
const SecretChange = Type.Object(
  {
    set_value: optional(nullable(Type.String({ maxLength: MAX_PASSWORD }))),
    keep_value: optional(nullable(Type.Boolean())),
    delete_value: optional(nullable(Type.Boolean())),
  },
  { title: 'SecretChange', ...closed },
)
export const SecretIn = nullable(Type.Union([Type.String({ maxLength: MAX_PASSWORD }), SecretChange]))
export type SecretIn = Static<typeof SecretIn>
export const SecretOut = Type.Object({ is_set: Type.Boolean() }, { title: 'SecretOut' })
export type SecretOut = Static<typeof SecretOut>

const dn = Type.String({ maxLength: MAX_DN })
const filter = Type.String({ maxLength: MAX_FILTER })
const attribute = Type.String({ maxLength: MAX_ATTRIBUTE })

export const DirectoryServer = Type.Object(
  { host: Type.String({ maxLength: MAX_HOST }), port: primitiveInt({ minimum: 1, maximum: MAX_PORT }) },
  { title: 'DirectoryServer', ...closed },
)

/** Our own. Roles that are named here are given at each sign-in to members of the group, and taken from others. */
export const GroupMapping = Type.Object(
  {
    search_base: dn,
    search_pattern: optional(
      Type.String({ maxLength: MAX_FILTER, description: '{0} is the DN of the user, {1} the name' }),
    ),
    roles: Type.Array(
      Type.Object(
        {
          group: Type.String({ maxLength: MAX_DN, description: 'DN or common name, in any case' }),
          role_ids: Type.Array(Type.String(), { maxItems: MAX_ROLES }),
        },
        { title: 'GroupRoles', ...closed },
      ),
      { maxItems: MAX_MAPPED_GROUPS },
    ),
  },
  { title: 'GroupMapping', ...closed },
)
export type GroupMapping = Static<typeof GroupMapping>

const shared = {
  servers: Type.Array(DirectoryServer, { maxItems: MAX_SERVERS }),
  transport_security: Type.Enum(TRANSPORT_SECURITIES),
  verify_certificates: optional(nullable(Type.Boolean({ description: 'True by default' }))),
  system_user_dn: optional(nullable(dn)),
  user_search_base: dn,
  user_search_pattern: Type.String({ maxLength: MAX_FILTER, description: '{0} is the name that the user entered' }),
  user_name_attribute: attribute,
  user_full_name_attribute: attribute,
  group_mapping: optional(nullable(GroupMapping)),
  ca_certificates: optional(
    nullable(
      Type.String({
        maxLength: MAX_CA_CERTIFICATES,
        description: 'Our own. PEM; if not empty, only certificates of these authorities are accepted',
      }),
    ),
  ),
}
const secretIn = { system_user_password: optional(SecretIn) }

export const LdapConfigDraft = Type.Object(
  {
    type: Type.Literal('ldap'),
    ...shared,
    ...secretIn,
    user_unique_id_attribute: optional(nullable(attribute)),
  },
  { title: 'LdapConfigDraft', ...closed },
)
export const AdConfigDraft = Type.Object(
  {
    type: Type.Literal('active-directory'),
    ...shared,
    ...secretIn,
    user_search_pattern: optional(nullable(filter)),
    user_name_attribute: optional(nullable(attribute)),
    user_full_name_attribute: optional(nullable(attribute)),
  },
  { title: 'AdConfigDraft', ...closed },
)
export type LdapConfigDraft = Static<typeof LdapConfigDraft>
export type AdConfigDraft = Static<typeof AdConfigDraft>
export const AUTH_SERVICE_TYPES = ['ldap', 'active-directory'] as const
export type AuthServiceType = (typeof AUTH_SERVICE_TYPES)[number]

const ConfigDraft = byType<LdapConfigDraft | AdConfigDraft>('AuthServiceConfigDraft', {
  ldap: LdapConfigDraft,
  'active-directory': AdConfigDraft,
})

const whole = {
  servers: Type.Array(DirectoryServer),
  transport_security: Type.Enum(TRANSPORT_SECURITIES),
  verify_certificates: Type.Boolean(),
  system_user_dn: Type.String(),
  user_search_base: Type.String(),
  user_search_pattern: Type.String(),
  user_name_attribute: Type.String(),
  user_full_name_attribute: Type.String(),
  group_mapping: nullable(GroupMapping),
  /** Missing in services that were stored before there was one. */
  ca_certificates: optional(Type.String()),
}
/** Without its password, as it is stored and used. */
export const LdapSettings = Type.Object({
  type: Type.Literal('ldap'),
  ...whole,
  user_unique_id_attribute: Type.String(),
})
export const AdSettings = Type.Object({ type: Type.Literal('active-directory'), ...whole })
export const DirectorySettings = Type.Union([LdapSettings, AdSettings])
export type DirectorySettings = Static<typeof DirectorySettings>

const secretOut = { system_user_password: SecretOut }
export const LdapConfig = Type.Object({ ...LdapSettings.properties, ...secretOut }, { title: 'LdapConfig' })
export const AdConfig = Type.Object({ ...AdSettings.properties, ...secretOut }, { title: 'AdConfig' })
export type DirectoryConfig = Static<typeof LdapConfig> | Static<typeof AdConfig>

const draftFacts = {
  title: Type.String({ maxLength: MAX_TITLE }),
  description: optional(nullable(Type.String({ maxLength: MAX_TEXT }))),
  default_roles: optional(
    nullable(Type.Array(Type.String(), { maxItems: MAX_ROLES, description: 'Ids, for new users' })),
  ),
  config: ConfigDraft,
}
export const AuthBackendDraft = Type.Object(
  { id: optional(nullable(Type.String({ description: 'Ignored' }))), ...draftFacts },
  { title: 'AuthBackendDraft', ...closed },
)
export type AuthBackendDraft = Static<typeof AuthBackendDraft>

export const AuthBackend = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    description: Type.String(),
    default_roles: Type.Array(Type.String(), { description: 'Ids' }),
    config: Type.Union([LdapConfig, AdConfig]),
  },
  { title: 'AuthBackend' },
)
export type AuthBackend = Static<typeof AuthBackend>

export const AuthBackendAnswer = Type.Object({ backend: AuthBackend }, { title: 'AuthBackendAnswer' })
export const ActiveAuthBackend = Type.Object(
  { backend: nullable(AuthBackend), context: Type.Object({ backends_total: Type.Integer() }) },
  { title: 'ActiveAuthBackend' },
)

export const AuthBackendPage = Type.Object({
  ...pageFacts,
  backends: Type.Array(AuthBackend),
  query: Type.String(),
  context: Type.Object({ active_backend: nullable(AuthBackend) }),
})

export const AuthBackendUsersPage = Type.Object({
  ...pageFacts,
  users: Type.Array(UserOverview, { description: 'Their roles are ids' }),
  query: Type.String(),
  grand_total: Type.Integer(),
  context: Type.Object({ roles: Type.Record(Type.String(), Type.Object({ title: Type.String() })) }),
})

export const AuthServiceConfiguration = Type.Object(
  { active_backend: nullable(Type.String()) },
  { title: 'AuthServiceConfiguration', ...closed },
)
const ConfigurationAnswer = Type.Object(
  { configuration: AuthServiceConfiguration },
  { title: 'AuthServiceConfigurationAnswer' },
)

export const AuthTest = Type.Object(
  {
    backend_id: optional(nullable(Type.String({ description: 'The service whose stored password keep_value means' }))),
    backend_configuration: Type.Object(
      { id: optional(nullable(Type.String())), ...draftFacts },
      { title: 'AuthTestConfiguration', ...closed },
    ),
    user_login: optional(
      nullable(
        Type.Object(
          {
            username: optional(nullable(Type.String({ maxLength: MAX_USERNAME }))),
            password: optional(SecretIn),
          },
          { title: 'AuthTestLogin', ...closed },
        ),
      ),
    ),
  },
  { title: 'AuthTest', ...closed },
)
export type AuthTest = Static<typeof AuthTest>

export const AuthTestResult = Type.Object(
  {
    success: Type.Boolean(),
    message: Type.String(),
    errors: Type.Array(Type.String()),
    result: Type.Object({
      user_exists: optional(Type.Boolean()),
      login_success: optional(Type.Boolean()),
      user_details: optional(Type.Record(Type.String(), Type.String())),
    }),
  },
  { title: 'AuthTestResult' },
)
export type AuthTestResult = Static<typeof AuthTestResult>

const area = 'identity'
const { get, post } = inArea(area)
const BACKENDS = '/system/authentication/services/backends'

export const authBackends = crud({
  id: 'auth_backends',
  area,
  path: BACKENDS,
  key: 'id',
  one: 'authentication service',
  access: { ...perObject('authservicebackend', 'id'), list: signedIn },
  audit: 'auth-service',
  entity: AuthBackendAnswer,
  draft: AuthBackendDraft,
  refused: refusedForm,
  list: {
    summary: 'A page of the authentication services that the caller may read',
    query: Type.Object(pageQuery),
    answers: { 200: AuthBackendPage },
  },
  get: { summary: 'One authentication service, without its password' },
  create: { summary: 'Create an authentication service; it is not active yet', created: 'backend.id' },
  update: { summary: 'Replace an authentication service' },
  delete: {
    summary: 'Delete an authentication service that is not active and has no users',
    answers: { 204: NoBody, 400: ApiError, 404: ApiError },
  },
})
export const {
  list: pageAuthBackends,
  get: getAuthBackend,
  create: createAuthBackend,
  update: updateAuthBackend,
  delete: deleteAuthBackend,
} = authBackends

export const pageAuthBackendUsers = get(`${BACKENDS}/{id}/users`, {
  id: 'auth_backends.users',
  summary: 'A page of the users that signed in through an authentication service',
  access: holds('authserviceglobalconfig:read', 'users:read'),
  query: Type.Object(pageQuery),
  answers: { 200: AuthBackendUsersPage, 404: ApiError },
})

export const getActiveAuthBackend = get('/system/authentication/services/active-backend', {
  id: 'auth_services.active',
  summary: 'The active authentication service, and how many there are',
  access: holds('authserviceglobalconfig:read'),
  answers: { 200: ActiveAuthBackend },
})

export const getAuthServiceConfiguration = get('/system/authentication/services/configuration', {
  id: 'auth_services.get_configuration',
  summary: 'Which authentication service is active',
  access: holds('authserviceglobalconfig:read'),
  answers: { 200: ConfigurationAnswer },
})

export const setAuthServiceConfiguration = post('/system/authentication/services/configuration', {
  id: 'auth_services.set_configuration',
  summary: 'Activate an authentication service; null deactivates',
  access: holds('authserviceglobalconfig:edit'),
  audit: 'auth-service:activate',
  body: AuthServiceConfiguration,
  answers: { 200: ConfigurationAnswer, 400: ApiError },
})

export const testAuthBackendConnection = post('/system/authentication/services/test/backend/connection', {
  id: 'auth_services.test_connection',
  summary: 'Try to connect to a directory with settings that are not stored',
  access: holds('authservicetestbackend:execute'),
  audit: READS_ONLY,
  body: AuthTest,
  answers: { 200: AuthTestResult },
})

export const testAuthBackendLogin = post('/system/authentication/services/test/backend/login', {
  id: 'auth_services.test_login',
  summary: 'Try to sign a user in through a directory with settings that are not stored; creates no user',
  access: holds('authservicetestbackend:execute'),
  audit: READS_ONLY,
  body: AuthTest,
  answers: { 200: AuthTestResult, 400: refusedForm },
})
