import type { AuthzRole, Role, RoleDraft } from '@logyard/contract/identity/roles'
import type { Ids } from '../../platform/ids.ts'
import { commitRetrying } from '../../platform/settings/commit-retrying.ts'
import { type SettingsStore, UniqueTaken } from '../../platform/settings/settings-store.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { RoleStore, StoredRole } from '../accounts/role-store.ts'
import type { Users } from '../users/user-service.ts'
import {
  roleExists,
  roleIdNotFound,
  roleNotFound,
  roleReadOnly,
  roleRefused,
  systemRole,
  systemRoleById,
} from './role-errors.ts'
import { createRoleMembers } from './role-members.ts'

export type Roles = ReturnType<typeof createRoles>

export const roleAnswer = ({ id: _id, ...role }: StoredRole): Role => role
export const authzRoleAnswer = (role: StoredRole): AuthzRole => role

const LONGEST_NAME = 200

export function createRoles(deps: {
  readonly settings: SettingsStore
  readonly store: RoleStore
  readonly accounts: Accounts
  readonly ids: Ids
  readonly users: Users
}) {
  const { settings, store, accounts, ids, users } = deps
  const { get, getById } = createRoleLookup(accounts)
  const remove = (role: StoredRole) =>
    commitRetrying(settings, async () => {
      return { writes: [store.deleting(role.id), ...(await users.losingRole(role.id))], answer: undefined }
    })

  return {
    get,
    getById,
    async create({ name, description, permissions }: RoleDraft) {
      checkName(name)
      if ((await accounts.read()).findRoleByName(name) !== undefined) throw roleExists(name)
      const role = { id: ids.next(), name, description: description ?? null, permissions, read_only: false }
      return await requireUnique(name, () => store.insert(role))
    },
    async update(name: string, draft: RoleDraft) {
      const { id, read_only } = await get(name)
      if (read_only) throw roleReadOnly(name)
      checkName(draft.name)
      const changed = await requireUnique(draft.name, () =>
        store.update(id, (stored) => ({
          ...stored,
          name: draft.name,
          description: draft.description === undefined ? stored.description : draft.description,
          permissions: draft.permissions,
        })),
      )
      if (changed === undefined) throw roleNotFound(name)
      return changed
    },
    async delete(name: string) {
      const role = await get(name)
      if (role.read_only) throw systemRole(role.name)
      await remove(role)
    },
    async deleteById(id: string) {
      const role = await getById(id)
      if (role.read_only) throw systemRoleById()
      await remove(role)
    },
    ...createRoleMembers({ accounts, users, get }),
  }
}

function createRoleLookup(accounts: Accounts) {
  return {
    async get(name: string) {
      const role = (await accounts.read()).findRoleByName(name)
      if (role === undefined) throw roleNotFound(name)
      return role
    },
    async getById(id: string) {
      const role = (await accounts.read()).findRole(id)
      if (role === undefined) throw roleIdNotFound(id)
      return role
    },
  }
}

function checkName(name: string): void {
  const isReadable = name.isWellFormed() && !/\p{Cc}/u.test(name)
  if (name.trim() === '' || name.length > LONGEST_NAME || !isReadable) throw roleRefused(name)
}

/** Runs a write that stores this name, and reports a name that another role has. */
async function requireUnique<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof UniqueTaken) throw roleExists(name, { cause: error })
    throw error
  }
}
