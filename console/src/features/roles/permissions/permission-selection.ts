/** A role's permissions for the picker: those of the catalogue by group, and all others unchanged. */
import { implies } from '@logyard/contract/identity/permissions'

export type Catalogue = Readonly<Record<string, readonly string[]>>

export interface PermissionGroup {
  readonly name: string
  readonly permissions: readonly string[]
}

export function groupsOf(catalogue: Catalogue): readonly PermissionGroup[] {
  return Object.entries(catalogue)
    .map(([name, actions]) => ({ name, permissions: actions.map((action) => `${name}:${action}`).sort() }))
    .sort((a, b) => a.name.localeCompare(b.name))
}

/** Groups whose name or permissions contain the text; with `onlySelected`, only groups with a selected permission. */
export function matchingGroups(
  groups: readonly PermissionGroup[],
  text: string,
  onlySelected: (permission: string) => boolean = () => true,
): readonly PermissionGroup[] {
  const wanted = text.trim().toLowerCase()
  return groups
    .map(({ name, permissions }) => ({
      name,
      permissions: permissions.filter((permission) => permission.includes(wanted) && onlySelected(permission)),
    }))
    .filter((group) => group.permissions.length > 0)
}

/** Permissions that are not in the catalogue: wildcards, single entities, and those of extensions. */
export const freeEntries = (selected: readonly string[], groups: readonly PermissionGroup[]): readonly string[] => {
  const known = new Set(groups.flatMap((group) => group.permissions))
  return selected.filter((permission) => !known.has(permission))
}

/** The wider permission that already grants this one, so that selecting it would change nothing. */
export const grantedBy = (permission: string, free: readonly string[]): string | undefined =>
  free.find((entry) => implies(entry, permission))

export const withPermissions = (selected: readonly string[], added: readonly string[]): readonly string[] => [
  ...new Set([...selected, ...added]),
]
export const withoutPermissions = (selected: readonly string[], removed: readonly string[]): readonly string[] =>
  selected.filter((permission) => !removed.includes(permission))

/** `group:action[:instance]` or `*`; each part may be `*` or a comma-separated list. */
export const isPermission = (text: string): boolean =>
  text === '*' || /^[\w*-]+(,[\w-]+)*(:[\w*-]+(,[\w-]+)*)?(:[^\s:]+)?$/.test(text) || /^entity:own:grn:\S+$/.test(text)
