/** Drafts of authentication services as they are stored: defaults filled in, rules checked, the password resolved. */
import type {
  AdConfigDraft,
  AuthBackendDraft,
  DirectorySettings,
  LdapConfigDraft,
  SecretIn,
} from '@logyard/contract/identity/auth-services'
import { authServiceRefused } from './auth-service-errors.ts'
import type { StoredAuthService } from './auth-service-store.ts'
import { isLdapFilter } from './ldap-filter.ts'
import { readCaCertificates } from './read-ca-certificates.ts'

const AD_PATTERN = '(&(objectClass=user)(|(userPrincipalName={0})(sAMAccountName={0})))'

type Errors = Record<string, string[]>
type Draft = Omit<AuthBackendDraft, 'id'>

/** Throws naming every field that breaks a rule. */
export function readAuthService(draft: Draft, id: string, before: StoredAuthService | undefined): StoredAuthService {
  const service = completeAuthService(draft, id)
  const errors = problemsOf(service)
  const problem = problemOfCaCertificates(draft)
  if (problem !== undefined) errors['ca_certificates'] = [problem]
  if (before !== undefined && before.config.type !== service.config.type) errors['config'] = [OTHER_TYPE]
  const password = readSecret(draft.config.system_user_password, () => retainedPassword(service, before, errors))
  if (password === undefined) errors['system_user_password'] = [ONE_CHANGE]
  if (Object.keys(errors).length > 0) throw authServiceRefused(errors)
  return { ...service, system_user_password: password ?? '' }
}

/** Without a password, and not checked. */
export function completeAuthService({ title, description, default_roles, config }: Draft, id: string) {
  return {
    id,
    title,
    description: description ?? '',
    default_roles: default_roles ?? [],
    config: completeConfig(config),
  }
}

export const problemOfCaCertificates = ({ config }: Draft): string | undefined =>
  readCaCertificates(config.ca_certificates ?? '').problem

function completeConfig(config: LdapConfigDraft | AdConfigDraft): DirectorySettings {
  const shared = {
    servers: config.servers,
    transport_security: config.transport_security,
    verify_certificates: config.verify_certificates ?? true,
    system_user_dn: config.system_user_dn ?? '',
    user_search_base: config.user_search_base,
    group_mapping: config.group_mapping ?? null,
    // A text that cannot be read is neither stored nor used: `problemOfCaCertificates` refuses the draft.
    ca_certificates: readCaCertificates(config.ca_certificates ?? '').pem ?? '',
  }
  if (config.type === 'ldap') {
    return {
      type: 'ldap',
      ...shared,
      user_search_pattern: config.user_search_pattern,
      user_unique_id_attribute: config.user_unique_id_attribute ?? 'entryUUID',
      user_name_attribute: config.user_name_attribute,
      user_full_name_attribute: config.user_full_name_attribute,
    }
  }
  return {
    type: 'active-directory',
    ...shared,
    user_search_pattern: config.user_search_pattern ?? AD_PATTERN,
    user_name_attribute: config.user_name_attribute ?? 'userPrincipalName',
    user_full_name_attribute: config.user_full_name_attribute ?? 'displayName',
  }
}

/** The ids by which users are found again are those of the type. */
const OTHER_TYPE = 'The type of a service cannot change. Create another service.'
const ONE_SERVER = 'Currently only a single server URL is supported.'
const NO_FILTER = 'cannot be parsed. It must be a valid LDAP filter.'
const ONE_CHANGE = 'Set, keep or delete the password: exactly one of them, and a new one must not be blank.'
/** Otherwise a user who may edit the service could have the stored password sent to a server of their own. */
const OTHER_SERVER = 'The server has changed. Enter the password again.'
/** The same holds for a user who can listen on the way to the server. */
const OTHER_AUTHORITIES = 'The CA certificates have changed. Enter the password again.'
const LESS_PROTECTED = 'The connection is less protected than before. Enter the password again.'

function problemsOf({ title, config }: Omit<StoredAuthService, 'system_user_password'>): Errors {
  const errors: Errors = {}
  const require = (field: string, name: string, value: string) => {
    if (value.trim() === '') errors[field] = [`${name} cannot be empty.`]
  }
  require('title', 'Title', title)
  if (config.servers.length !== 1) errors['servers'] = [ONE_SERVER]
  if (config.servers.some(({ host }) => host.trim() === '')) errors['servers'] = ['Server host cannot be empty.']
  require('user_search_base', 'User search base', config.user_search_base)
  require('user_search_pattern', 'User search pattern', config.user_search_pattern)
  if (errors['user_search_pattern'] === undefined && !isLdapFilter(config.user_search_pattern)) {
    errors['user_search_pattern'] = [`User search pattern ${NO_FILTER}`]
  }
  if (config.type === 'ldap') {
    require('user_unique_id_attribute', 'User unique ID attribute', config.user_unique_id_attribute)
  }
  require('user_name_attribute', 'User name attribute', config.user_name_attribute)
  require('user_full_name_attribute', 'User full name attribute', config.user_full_name_attribute)
  const mapping = config.group_mapping
  if (mapping !== null) {
    require('group_search_base', 'Group search base', mapping.search_base)
    const pattern = mapping.search_pattern ?? ''
    if (pattern !== '' && !isLdapFilter(pattern)) errors['group_search_pattern'] = [`Group search pattern ${NO_FILTER}`]
  }
  return errors
}

/** The password that a draft stands for; `undefined` for a draft that contradicts itself. */
export function readSecret(secret: SecretIn | undefined, retained: () => string): string | undefined {
  if (secret === undefined || secret === null) return ''
  if (typeof secret === 'string') return secret
  const wishes = Object.values(secret).filter((value) => value !== null && value !== undefined && value !== false)
  if (wishes.length !== 1) return undefined
  if (secret.keep_value === true) return retained()
  if (secret.delete_value === true) return ''
  return secret.set_value == null || secret.set_value.trim() === '' ? undefined : secret.set_value
}

function retainedPassword(
  service: Omit<StoredAuthService, 'system_user_password'>,
  before: StoredAuthService | undefined,
  errors: Errors,
): string {
  if (before === undefined || before.system_user_password === '') return ''
  const problem = problemOfRetaining(service.config, before.config)
  if (problem === undefined) return before.system_user_password
  errors['system_user_password'] = [problem]
  return ''
}

/** Why the stored password is not used with the new settings. */
export function problemOfRetaining(next: DirectorySettings, before: DirectorySettings): string | undefined {
  if (!isSameServer(next, before)) return OTHER_SERVER
  if (protectionOf(next) < protectionOf(before)) return LESS_PROTECTED
  const isChecked = protectionOf(before) === CHECKED
  return isChecked && authoritiesOf(next) !== authoritiesOf(before) ? OTHER_AUTHORITIES : undefined
}

const CHECKED = 2
const authoritiesOf = ({ ca_certificates = '' }: DirectorySettings) => ca_certificates

/** Rank from plain text over TLS with any certificate to TLS with a checked one. */
function protectionOf({ transport_security, verify_certificates }: DirectorySettings): number {
  if (transport_security === 'none') return 0
  return verify_certificates ? CHECKED : 1
}

const isSameServer = ({ servers: some }: DirectorySettings, { servers: others }: DirectorySettings) =>
  some.length === others.length &&
  some.every(({ host, port }, at) => host.toLowerCase() === others[at]?.host.toLowerCase() && port === others[at]?.port)
