import type { Caller } from '../../http/caller.ts'
import { notAuthorized } from '../../platform/errors.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { StoredRole } from '../accounts/role-store.ts'
import type { Users } from '../users/user-service.ts'
import { assignedRoleNotFound, assigneeNotFound, memberNotFound } from './role-errors.ts'

export function createRoleMembers(deps: {
  readonly accounts: Accounts
  readonly users: Users
  /** The role with this name; throws if there is none. */
  readonly get: (name: string) => Promise<StoredRole>
}) {
  const { accounts, users, get } = deps
  const memberOf = async (name: string, username: string) => {
    const role = await get(name)
    const account = (await accounts.read()).findByName(username)
    if (account === undefined) throw memberNotFound(username)
    return { role, account }
  }

  return {
    members: async (role: StoredRole) => (await accounts.read()).withRole(role.id),
    async addMember(name: string, username: string) {
      const { role, account } = await memberOf(name, username)
      await users.addRole([account], role.id)
    },
    async removeMember(name: string, username: string) {
      const { role, account } = await memberOf(name, username)
      await users.removeRole(account, role.id)
    },
    /** Assigns all users, or none if one is unknown or the caller may not change it. */
    async assign(caller: Caller, id: string, usernames: readonly string[]) {
      const directory = await accounts.read()
      if (directory.findRole(id) === undefined) throw assignedRoleNotFound(id)
      const assignees = [...new Set(usernames)].map((username) => {
        if (!caller.holds(`users:rolesedit:${username}`)) throw notAuthorized(username)
        const account = directory.findByName(username)
        if (account === undefined || account.isRoot) throw assigneeNotFound(username)
        return account
      })
      await users.addRole(assignees, id)
    },
    async unassign(id: string, username: string) {
      const directory = await accounts.read()
      const account = directory.findByName(username)
      if (account === undefined || account.isRoot) throw assigneeNotFound(username)
      if (directory.findRole(id) === undefined) throw assignedRoleNotFound(id)
      await users.removeRole(account, id)
    },
  }
}
