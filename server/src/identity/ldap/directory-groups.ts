/** The groups of a user, and the roles that an administrator mapped them to. */
import type { DirectorySettings, GroupMapping } from '@logyard/contract/identity/auth-services'
import { filledFilter } from '../auth-services/ldap-filter.ts'
import type { DirectoryConnection } from './directory-connection.ts'
import { type DirectoryUser, textOf } from './directory-user.ts'

export interface Group {
  readonly dn: string
  readonly name: string
}

/** Groups per user; further groups do not count. */
export const MAX_GROUPS = 10_000

/** Active Directory follows nested groups itself with this matching rule. */
const AD_GROUPS = '(&(objectClass=group)(member:1.2.840.113556.1.4.1941:={0}))'
const LDAP_GROUPS =
  '(|(&(objectClass=groupOfNames)(member={0}))(&(objectClass=groupOfUniqueNames)(uniqueMember={0}))(&(objectClass=posixGroup)(memberUid={1})))'

export async function listGroups(
  connection: DirectoryConnection,
  settings: DirectorySettings,
  mapping: GroupMapping,
  user: DirectoryUser,
): Promise<readonly Group[]> {
  const given = mapping.search_pattern ?? ''
  const pattern = given !== '' ? given : settings.type === 'ldap' ? LDAP_GROUPS : AD_GROUPS
  const filter = filledFilter(pattern, user.dn, user.username)
  const entries = await connection.list({ base: mapping.search_base, filter, attributes: ['cn'] }, MAX_GROUPS)
  return entries.map((entry) => ({ dn: entry.dn, name: textOf(entry, 'cn') }))
}

/**
 * The ids of the roles that the groups give. A mapped DN means the group with that DN only: in many directories, owners
 * of a group choose its common name, which may have the form of the DN of another group.
 */
export function rolesOfGroups(mapping: GroupMapping, groups: readonly Group[]): ReadonlySet<string> {
  const dns = new Set(groups.map(({ dn }) => comparable(dn)))
  const names = new Set(groups.map(({ name }) => comparable(name)))
  const isMember = (group: string) => dns.has(comparable(group)) || (!isDn(group) && names.has(comparable(group)))
  return new Set(mapping.roles.filter(({ group }) => isMember(group)).flatMap(({ role_ids }) => role_ids))
}

const isDn = (group: string) => /^\s*[a-z0-9][\w.-]*\s*=/i.test(group)

/** Blanks around the commas of a DN have no meaning, nor has the case. */
const comparable = (name: string) =>
  name
    .trim()
    .replaceAll(/\s*(?<!\\)([,=])\s*/g, '$1')
    .toLowerCase()
