import type { AuthzRole } from '@logyard/contract/identity/roles'
import type { UserOverview } from '@logyard/contract/identity/users'

const ADMIN = 'Admin'

/** A user needs one of these roles to use the console. */
const CONSOLE_ROLES = ['Reader', ADMIN]

/** Whether the local administrator has the role. The API lists that account as a member of no role. */
export const isRoleOfRoot = ({ name, read_only }: AuthzRole): boolean => read_only && name === ADMIN

/** Whether the user could not use the console without this role. */
export function wouldLoseConsole({ roles, service_account }: UserOverview, roleName: string): boolean {
  if (service_account || !CONSOLE_ROLES.includes(roleName)) return false
  return !roles.some((role) => role !== roleName && CONSOLE_ROLES.includes(role))
}
