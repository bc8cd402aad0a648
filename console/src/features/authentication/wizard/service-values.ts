/** An authentication service as the wizard edits it. */
import type {
  AuthBackend,
  AuthBackendDraft,
  AuthServiceType,
  DirectoryConfig,
  SecretIn,
  TransportSecurity,
} from '@logyard/contract/identity/auth-services'
import type { useText } from '../../../base/text/text.tsx'
import type { RoleRow } from '../role-rows.tsx'

export const STEP_KEYS = ['server-configuration', 'user-synchronization', 'group-synchronization'] as const
export type StepKey = (typeof STEP_KEYS)[number]

type SharedFacts =
  | 'transport_security'
  | 'verify_certificates'
  | 'system_user_dn'
  | 'user_search_base'
  | 'user_search_pattern'
  | 'user_name_attribute'
  | 'user_full_name_attribute'

export interface ServiceValues
  extends Pick<AuthBackend, 'title' | 'description' | 'default_roles'>,
    Pick<DirectoryConfig, SharedFacts> {
  readonly host: string
  /** `NaN` while it is empty. */
  readonly port: number
  /** PEM; if empty, the usual authorities are trusted. */
  readonly ca_certificates: string
  readonly password: string
  /** A stored password is kept until the user resets it. */
  readonly isPasswordKept: boolean
  /** Only for LDAP. */
  readonly user_unique_id_attribute: string
  readonly groupBase: string
  readonly groupPattern: string
  /** The names of the rows are those of groups. */
  readonly groupRoles: readonly RoleRow[]
}

const USER_FIELDS = [
  'user_search_base',
  'user_search_pattern',
  'user_name_attribute',
  'user_full_name_attribute',
  'user_unique_id_attribute',
  'default_roles',
]
const GROUP_FIELDS = ['groupBase', 'groupPattern', 'groupRoles']

/** The step that shows the field. */
export function stepOf(field: string): StepKey {
  if (USER_FIELDS.includes(field)) return 'user-synchronization'
  return GROUP_FIELDS.includes(field) ? 'group-synchronization' : 'server-configuration'
}

/** The fields of the form that the server names otherwise. */
const FIELDS: Readonly<Record<string, keyof ServiceValues>> = {
  servers: 'host',
  system_user_password: 'password',
  group_search_base: 'groupBase',
  group_search_pattern: 'groupPattern',
}

/** The form's name of a field; an error at no field stands at the title. */
export const fieldOf = (name: string, values: ServiceValues): string =>
  FIELDS[name] ?? (Object.hasOwn(values, name) ? name : 'title')

const AD_PATTERN = '(&(objectClass=user)(|(sAMAccountName={0})(userPrincipalName={0})))'
const TLS_PORT = 636
const PLAIN_PORT = 389

export const newService = (type: AuthServiceType, title: string, defaultRoles: readonly string[]): ServiceValues => ({
  title,
  description: '',
  host: 'localhost',
  port: TLS_PORT,
  transport_security: 'tls',
  verify_certificates: true,
  ca_certificates: '',
  system_user_dn: '',
  password: '',
  isPasswordKept: false,
  user_search_base: '',
  user_search_pattern: type === 'ldap' ? '' : AD_PATTERN,
  user_name_attribute: type === 'ldap' ? 'uid' : 'userPrincipalName',
  user_full_name_attribute: type === 'ldap' ? 'cn' : 'displayName',
  user_unique_id_attribute: 'entryUUID',
  default_roles: [...defaultRoles],
  groupBase: '',
  groupPattern: '',
  groupRoles: [],
})

export function valuesOf({ title, description, default_roles, config }: AuthBackend): ServiceValues {
  const { type: _, servers, system_user_password: password, group_mapping: mapping, ...facts } = config
  const [server] = servers
  return {
    ca_certificates: '',
    user_unique_id_attribute: '',
    ...facts,
    title,
    description,
    default_roles,
    host: server?.host ?? '',
    port: server?.port ?? TLS_PORT,
    password: '',
    isPasswordKept: password.is_set,
    groupBase: mapping?.search_base ?? '',
    groupPattern: mapping?.search_pattern ?? '',
    groupRoles: mapping?.roles.map(({ group, role_ids }) => ({ name: group, role_ids })) ?? [],
  }
}

/** `hadPassword`: the stored service has one, which is deleted unless it is kept or replaced. */
export function draftOf(type: AuthServiceType, values: ServiceValues, hadPassword: boolean): AuthBackendDraft {
  const { transport_security, verify_certificates } = values
  const shared = {
    servers: [{ host: values.host.trim(), port: values.port }],
    transport_security,
    verify_certificates,
    ca_certificates: transport_security === 'none' ? '' : values.ca_certificates.trim(),
    system_user_dn: values.system_user_dn.trim(),
    system_user_password: secretOf(values, hadPassword),
    user_search_base: values.user_search_base.trim(),
    user_search_pattern: values.user_search_pattern.trim(),
    user_name_attribute: values.user_name_attribute.trim(),
    user_full_name_attribute: values.user_full_name_attribute.trim(),
    group_mapping: groupMappingOf(values),
  }
  return {
    title: values.title.trim(),
    description: values.description.trim(),
    default_roles: values.default_roles,
    config:
      type === 'ldap'
        ? { type, ...shared, user_unique_id_attribute: values.user_unique_id_attribute.trim() }
        : { type, ...shared },
  }
}

function secretOf({ password, isPasswordKept }: ServiceValues, hadPassword: boolean): SecretIn {
  if (isPasswordKept) return { keep_value: true }
  if (password !== '') return { set_value: password }
  return hadPassword ? { delete_value: true } : null
}

function groupMappingOf({ groupBase, groupPattern, groupRoles }: ServiceValues) {
  if (groupRoles.length === 0) return null
  return {
    search_base: groupBase.trim(),
    search_pattern: groupPattern.trim(),
    roles: groupRoles.map(({ name, role_ids }) => ({ group: name.trim(), role_ids: [...role_ids] })),
  }
}

/** The port of the new transport, if the old one was still the default of its transport. */
export function portFor(next: TransportSecurity, { transport_security: old, port }: ServiceValues): number {
  const defaultOf = (kind: TransportSecurity) => (kind === 'tls' ? TLS_PORT : PLAIN_PORT)
  return port === defaultOf(old) ? defaultOf(next) : port
}

const MAX_PORT = 65_535

export function problemsOf(
  t: ReturnType<typeof useText>,
  type: AuthServiceType,
  values: ServiceValues,
): Record<string, string> {
  const problems: Record<string, string> = {}
  const required = [
    'title',
    'host',
    'user_search_base',
    'user_search_pattern',
    'user_name_attribute',
    'user_full_name_attribute',
    ...(type === 'ldap' ? (['user_unique_id_attribute'] as const) : []),
    ...(values.groupRoles.length > 0 ? (['groupBase'] as const) : []),
  ] as const
  for (const field of required) {
    if (values[field].trim() === '') problems[field] = t('authentication.error.required')
  }
  if (values.default_roles.length === 0) problems['default_roles'] = t('authentication.error.required')
  if (Number.isNaN(values.port)) problems['port'] = t('authentication.error.required')
  else if (values.port < 1) problems['port'] = t('authentication.error.tooSmall')
  else if (values.port > MAX_PORT) problems['port'] = t('authentication.error.tooLarge')
  if (values.groupRoles.some(isFaultyGroup)) problems['groupRoles'] = t('authentication.error.groups')
  return problems
}

/** A group without a name gives roles to nobody, and one without roles gives none. */
export const isFaultyGroup = ({ name, role_ids: roleIds }: RoleRow): boolean =>
  name.trim() === '' || roleIds.length === 0
