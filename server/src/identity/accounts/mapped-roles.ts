import type { Directory } from './accounts.ts'

interface RoleMapping {
  readonly roles: readonly { readonly role_ids: readonly string[] }[]
}

/**
 * The roles of a user after a mapping gave `given`: the mapping decides about each role that it names, and other roles
 * stay. Deleted roles are left out. Without a mapping, or if nothing is known about the user, all roles stay.
 */
export function withMappedRoles(
  directory: Pick<Directory, 'findRole'>,
  roleIds: readonly string[],
  mapping: RoleMapping | null,
  given: Iterable<string> | undefined,
): string[] {
  const exists = (id: string) => directory.findRole(id) !== undefined
  if (mapping === null || given === undefined) return roleIds.filter(exists)
  const decided = new Set(mapping.roles.flatMap(({ role_ids }) => role_ids))
  const others = roleIds.filter((id) => !decided.has(id))
  return [...new Set([...others, ...given])].filter(exists)
}
