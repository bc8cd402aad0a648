/** An authentication service as the wizard edits it. */
import type {
  AuthBackend,
  AuthBackendDraft,
  AuthServiceType,
  SecretIn,
  TransportSecurity,
} from '@logyard/contract/identity/auth-services'
import type { useText } from '../../../base/text/text.tsx'

export const STEP_KEYS = ['server-configuration', 'user-synchronization', 'group-synchronization'] as const
export type StepKey = (typeof STEP_KEYS)[number]

interface GroupRoles {
  readonly group: string
  readonly role_ids: readonly string[]
}

export interface ServiceValues {
  readonly title: string
  readonly description: string
  readonly host: string
  readonly port: number | string
  readonly transport: TransportSecurity
  readonly verify: boolean
  /** PEM; if empty, the usual authorities are trusted. */
  readonly caCertificates: string
  readonly systemUser: string
  readonly password: string
  /** A stored password is kept until the user resets it. */
  readonly isPasswordKept: boolean
  readonly searchBase: string
  readonly searchPattern: string
  readonly nameAttribute: string
  readonly fullNameAttribute: string
  readonly idAttribute: string
  readonly defaultRoles: readonly string[]
  readonly groupBase: string
  readonly groupPattern: string
  readonly groupRoles: readonly GroupRoles[]
}
export type ServiceField = keyof ServiceValues

export const STEP_OF: Readonly<Record<ServiceField, StepKey>> = {
  title: 'server-configuration',
  description: 'server-configuration',
  host: 'server-configuration',
  port: 'server-configuration',
  transport: 'server-configuration',
  verify: 'server-configuration',
  caCertificates: 'server-configuration',
  systemUser: 'server-configuration',
  password: 'server-configuration',
  isPasswordKept: 'server-configuration',
  searchBase: 'user-synchronization',
  searchPattern: 'user-synchronization',
  nameAttribute: 'user-synchronization',
  fullNameAttribute: 'user-synchronization',
  idAttribute: 'user-synchronization',
  defaultRoles: 'user-synchronization',
  groupBase: 'group-synchronization',
  groupPattern: 'group-synchronization',
  groupRoles: 'group-synchronization',
}

/** The server's names of fields. */
const FIELDS: Readonly<Record<string, ServiceField>> = {
  title: 'title',
  servers: 'host',
  ca_certificates: 'caCertificates',
  system_user_password: 'password',
  user_search_base: 'searchBase',
  user_search_pattern: 'searchPattern',
  user_unique_id_attribute: 'idAttribute',
  user_name_attribute: 'nameAttribute',
  user_full_name_attribute: 'fullNameAttribute',
  group_search_base: 'groupBase',
  group_search_pattern: 'groupPattern',
}
export const fieldOf = (name: string): ServiceField => FIELDS[name] ?? 'title'

const AD_PATTERN = '(&(objectClass=user)(|(sAMAccountName={0})(userPrincipalName={0})))'
const TLS_PORT = 636
const PLAIN_PORT = 389

export const newService = (type: AuthServiceType, title: string, defaultRoles: readonly string[]): ServiceValues => ({
  title,
  description: '',
  host: 'localhost',
  port: TLS_PORT,
  transport: 'tls',
  verify: true,
  caCertificates: '',
  systemUser: '',
  password: '',
  isPasswordKept: false,
  searchBase: '',
  searchPattern: type === 'ldap' ? '' : AD_PATTERN,
  nameAttribute: type === 'ldap' ? 'uid' : 'userPrincipalName',
  fullNameAttribute: type === 'ldap' ? 'cn' : 'displayName',
  idAttribute: 'entryUUID',
  defaultRoles,
  groupBase: '',
  groupPattern: '',
  groupRoles: [],
})

export function valuesOf({ title, description, default_roles, config }: AuthBackend): ServiceValues {
  const [server] = config.servers
  return {
    title,
    description,
    host: server?.host ?? '',
    port: server?.port ?? TLS_PORT,
    transport: config.transport_security,
    verify: config.verify_certificates,
    caCertificates: config.ca_certificates ?? '',
    systemUser: config.system_user_dn,
    password: '',
    isPasswordKept: config.system_user_password.is_set,
    searchBase: config.user_search_base,
    searchPattern: config.user_search_pattern,
    nameAttribute: config.user_name_attribute,
    fullNameAttribute: config.user_full_name_attribute,
    idAttribute: config.type === 'ldap' ? config.user_unique_id_attribute : '',
    defaultRoles: default_roles,
    groupBase: config.group_mapping?.search_base ?? '',
    groupPattern: config.group_mapping?.search_pattern ?? '',
    groupRoles: config.group_mapping?.roles ?? [],
  }
}

/** `hadPassword`: the stored service has one, which is deleted unless it is kept or replaced. */
export function draftOf(type: AuthServiceType, values: ServiceValues, hadPassword: boolean): AuthBackendDraft {
  const shared = {
    servers: [{ host: values.host.trim(), port: Number(values.port) }],
    transport_security: values.transport,
    verify_certificates: values.verify,
    ca_certificates: values.transport === 'none' ? '' : values.caCertificates.trim(),
    system_user_dn: values.systemUser.trim(),
    system_user_password: secretOf(values, hadPassword),
    user_search_base: values.searchBase.trim(),
    user_search_pattern: values.searchPattern.trim(),
    user_name_attribute: values.nameAttribute.trim(),
    user_full_name_attribute: values.fullNameAttribute.trim(),
    group_mapping: groupMappingOf(values),
  }
  return {
    title: values.title.trim(),
    description: values.description.trim(),
    default_roles: [...values.defaultRoles],
    config:
      type === 'ldap'
        ? { type, ...shared, user_unique_id_attribute: values.idAttribute.trim() }
        : { type: 'active-directory', ...shared },
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
    roles: groupRoles.map(({ group, role_ids }) => ({ group: group.trim(), role_ids: [...role_ids] })),
  }
}

/** The port of the new transport, if the old one was still the default of its transport. */
export function portFor(next: TransportSecurity, { transport, port }: ServiceValues): number | string {
  const defaultOf = (kind: TransportSecurity) => (kind === 'tls' ? TLS_PORT : PLAIN_PORT)
  return Number(port) === defaultOf(transport) ? defaultOf(next) : port
}

const MAX_PORT = 65_535

export function problemsOf(
  t: ReturnType<typeof useText>,
  type: AuthServiceType,
  values: ServiceValues,
): Record<string, string> {
  const problems: Record<string, string> = {}
  const required: readonly ServiceField[] = [
    'title',
    'host',
    'searchBase',
    'searchPattern',
    'nameAttribute',
    'fullNameAttribute',
    ...(type === 'ldap' ? (['idAttribute'] as const) : []),
    ...(values.groupRoles.length > 0 ? (['groupBase'] as const) : []),
  ]
  for (const field of required) {
    if (String(values[field]).trim() === '') problems[field] = t('authentication.error.required')
  }
  if (values.defaultRoles.length === 0) problems['defaultRoles'] = t('authentication.error.required')
  const port = Number(values.port)
  if (values.port === '') problems['port'] = t('authentication.error.required')
  else if (port < 1) problems['port'] = t('authentication.error.tooSmall')
  else if (port > MAX_PORT) problems['port'] = t('authentication.error.tooLarge')
  const isIncomplete = values.groupRoles.some(({ group, role_ids }) => group.trim() === '' || role_ids.length === 0)
  if (isIncomplete) problems['groupRoles'] = t('authentication.error.groups')
  return problems
}
