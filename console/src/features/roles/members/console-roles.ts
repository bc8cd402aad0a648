import type { UserOverview } from '@logyard/contract/identity/users'

/** A user needs one of these roles to use the console. */
const CONSOLE_ROLES = ['Reader', 'Admin']

/** Whether the user could not use the console without this role. */
export function wouldLoseConsole({ roles, service_account }: UserOverview, roleName: string): boolean {
  if (service_account || !CONSOLE_ROLES.includes(roleName)) return false
  return !roles.some((role) => role !== roleName && CONSOLE_ROLES.includes(role))
}
