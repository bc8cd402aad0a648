import type { AuthzRole, Role, RoleDraft } from '@logyard/contract/identity/roles'
import type { Caller } from '../../http/caller.ts'
import { LogyardError, notAuthorized } from '../../platform/errors.ts'
import type { Ids } from '../../platform/ids.ts'
import { commitRetrying } from '../../platform/settings/commit-retrying.ts'
import { type SettingsStore, UniqueTaken } from '../../platform/settings/settings-store.ts'
import type { Account, Accounts } from '../accounts/accounts.ts'
import type { RoleStore, StoredRole } from '../accounts/role-store.ts'
import type { Users } from '../users/user-service.ts'

export interface Roles {
  get(name: string): Promise<StoredRole>
  getById(id: string): Promise<StoredRole>
  create(draft: RoleDraft): Promise<StoredRole>
  update(name: string, draft: RoleDraft): Promise<StoredRole>
  delete(name: string): Promise<void>
  deleteById(id: string): Promise<void>
  members(role: StoredRole): Promise<readonly Account[]>
  addMember(name: string, username: string): Promise<void>
  removeMember(name: string, username: string): Promise<void>
  /** Assigns all users, or none if one is unknown or the caller may not change it. */
  assign(caller: Caller, id: string, usernames: readonly string[]): Promise<void>
  unassign(id: string, username: string): Promise<void>
}

const roleNotFound = (name: string) =>
  new LogyardError('not-found', 'role-not-found', `No role found with name ${name}`)
const roleIdNotFound = (id: string) =>
  new LogyardError('not-found', 'role-not-found', `Could not find role with id: ${id}`)
const roleExists = (name: string, options: ErrorOptions = {}) =>
  new LogyardError('invalid', 'role-exists', `Role ${name} already exists.`, options)
const roleRefused = (name: string) => new LogyardError('invalid', 'role-refused', `Couldn't create role "${name}"`)
const roleReadOnly = (name: string) =>
  new LogyardError('invalid', 'role-read-only', `Cannot update read only role ${name}`)
const systemRole = (name: string) =>
  new LogyardError('invalid', 'role-read-only', `Cannot delete read only system role ${name}`)
const systemRoleById = () => new LogyardError('wrong-method', 'role-read-only', 'HTTP 405 Method Not Allowed')
const memberNotFound = (username: string) =>
  new LogyardError('not-found', 'user-not-found', `User ${username} has not been found.`)
const assigneeNotFound = (username: string) =>
  new LogyardError('not-found', 'user-not-found', `Cannot find user with name: ${username}`)
const assignedRoleNotFound = (id: string) =>
  new LogyardError('not-found', 'role-not-found', `Cannot find role with id: ${id}`)

export const roleAnswer = ({ id: _id, ...role }: StoredRole): Role => role
export const authzRoleAnswer = (role: StoredRole): AuthzRole => role

const LONGEST_NAME = 200

export function createRoles(deps: {
  readonly settings: SettingsStore
  readonly store: RoleStore
  readonly accounts: Accounts
  readonly ids: Ids
  readonly users: Users
}): Roles {
  const { settings, store: collection, accounts, ids, users } = deps

  const get = async (name: string) => {
    const role = (await accounts.read()).findRoleByName(name)
    if (role === undefined) throw roleNotFound(name)
    return role
  }
  const getById = async (id: string) => {
    const role = (await accounts.read()).findRole(id)
    if (role === undefined) throw roleIdNotFound(id)
    return role
  }
  const checkName = (name: string) => {
    const isReadable = name.isWellFormed() && !/\p{Cc}/u.test(name)
    if (name.trim() === '' || name.length > LONGEST_NAME || !isReadable) throw roleRefused(name)
  }

  const remove = (role: StoredRole) =>
    commitRetrying(settings, async () => {
      return { writes: [collection.deleting(role.id), ...(await users.losingRole(role.id))], answer: undefined }
    })

  const memberOf = async (name: string, username: string) => {
    const role = await get(name)
    const account = (await accounts.read()).findByName(username)
    if (account === undefined) throw memberNotFound(username)
    return { role, account }
  }

  return {
    get,
    getById,
    async create({ name, description, permissions }) {
      checkName(name)
      if ((await accounts.read()).findRoleByName(name) !== undefined) throw roleExists(name)
      const role = { id: ids.next(), name, description: description ?? null, permissions, read_only: false }
      try {
        return await collection.insert(role)
      } catch (error) {
        if (error instanceof UniqueTaken) throw roleExists(name, { cause: error })
        throw error
      }
    },
    async update(name, draft) {
      const { id, read_only } = await get(name)
      if (read_only) throw roleReadOnly(name)
      checkName(draft.name)
      try {
        const changed = await collection.update(id, (stored) => ({
          ...stored,
          name: draft.name,
          description: draft.description === undefined ? stored.description : draft.description,
          permissions: draft.permissions,
        }))
        if (changed === undefined) throw roleNotFound(name)
        return changed
      } catch (error) {
        if (error instanceof UniqueTaken) throw roleExists(draft.name, { cause: error })
        throw error
      }
    },
    async delete(name) {
      const role = await get(name)
      if (role.read_only) throw systemRole(role.name)
      await remove(role)
    },
    async deleteById(id) {
      const role = await getById(id)
      if (role.read_only) throw systemRoleById()
      await remove(role)
    },
    members: async (role) => (await accounts.read()).withRole(role.id),
    async addMember(name, username) {
      const { role, account } = await memberOf(name, username)
      await users.addRole([account], role.id)
    },
    async removeMember(name, username) {
      const { role, account } = await memberOf(name, username)
      await users.removeRole(account, role.id)
    },
    async assign(caller, id, usernames) {
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
    async unassign(id, username) {
      const directory = await accounts.read()
      const account = directory.findByName(username)
      if (account === undefined || account.isRoot) throw assigneeNotFound(username)
      if (directory.findRole(id) === undefined) throw assignedRoleNotFound(id)
      await users.removeRole(account, id)
    },
  }
}
