import { compilePermissions, type PermissionSet, selfPermissions } from '@logyard/contract/identity/permissions'
import { EVERYONE_GRN, grn } from '@logyard/contract/identity/shares'
import { ROOT_USER_ID } from '@logyard/contract/identity/users'
import { createReplica } from '../../platform/settings/replica.ts'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import { ownership, permissionsOfGrant } from './capability-permissions.ts'
import { type Grant, type GrantStore, grantCollection } from './grant-store.ts'
import { type RoleStore, roleCollection, type StoredRole } from './role-store.ts'
import { type RootPasswordStore, type RootSettings, rootPasswordCollection, rootUser } from './root-user.ts'
import { type User, type UserStore, userCollection } from './user-store.ts'

/** A user with the permissions of its roles and grants. */
export interface Account {
  readonly user: User
  readonly isRoot: boolean
  readonly roles: readonly StoredRole[]
  /** Effective, in lower case, each once. */
  readonly permissions: readonly string[]
  /** `entity:own:<GRN>` */
  readonly grnPermissions: readonly string[]
  /** Both lists, compiled. */
  readonly held: PermissionSet
}

/** Users, roles and grants as of the last `read`. Call `read` again after every await. */
export interface Directory {
  /** Includes the root user while it is enabled. */
  findById(id: string): Account | undefined
  /** By the exact name. */
  findByName(username: string): Account | undefined
  /** By id, otherwise by name: clients written for older servers address users by name. */
  resolve(idOrName: string): Account | undefined
  root(): Account | undefined
  stored(): readonly Account[]
  withRole(roleId: string): readonly Account[]
  /** Ignoring case, the root user's name included. */
  isNameTaken(username: string): boolean

  roles(): readonly StoredRole[]
  findRole(id: string): StoredRole | undefined
  findRoleByName(name: string): StoredRole | undefined

  grants(): readonly Grant[]
  /** The user's own and those for everyone. */
  grantsOf(userId: string): readonly Grant[]
  grantsFor(grantee: string): readonly Grant[]
  grantsOn(target: string): readonly Grant[]
}

export interface Accounts extends Disposable {
  read(): Promise<Directory>
}

/** Permissions that follow from the user's name, roles and grants, not from its own list. */
export function derivedPermissions(user: User, roles: readonly StoredRole[], grants: readonly Grant[]): string[] {
  return [
    ...(user.service_account ? [] : selfPermissions(user.username)),
    ...roles.flatMap((role) => role.permissions),
    ...grants.flatMap((grant) => permissionsOfGrant(grant.target, grant.capability)),
  ].map((permission) => permission.toLowerCase())
}

export function createAccounts(deps: {
  readonly settings: SettingsStore
  readonly stores: {
    readonly users: UserStore
    readonly roles: RoleStore
    readonly grants: GrantStore
    readonly rootPassword: RootPasswordStore
  }
  readonly root: RootSettings
}): Accounts {
  const { settings, stores } = deps
  const replicaOf = {
    users: createReplica({
      settings,
      collection: stores.users,
      name: userCollection.name,
      indexes: { name: (user: User) => [user.username.toLowerCase()], role: (user: User) => user.role_ids },
    }),
    roles: createReplica({
      settings,
      collection: stores.roles,
      name: roleCollection.name,
      indexes: { name: (role: StoredRole) => [role.name.toLowerCase()] },
    }),
    grants: createReplica({
      settings,
      collection: stores.grants,
      name: grantCollection.name,
      indexes: { grantee: (grant: Grant) => [grant.grantee], target: (grant: Grant) => [grant.target] },
    }),
    rootPassword: createReplica({
      settings,
      collection: stores.rootPassword,
      name: rootPasswordCollection.name,
      indexes: {},
    }),
  }
  const { users, roles, grants, rootPassword } = replicaOf
  const replicas = Object.values(replicaOf)
  const generation = () => replicas.reduce((sum, replica) => sum + replica.generation(), 0)

  const built = new Map<string, Account>()
  let builtAt = -1

  const grantsFor = (grantee: string) => grants.listBy('grantee', grantee)
  const grantsOf = (userId: string) => [...grantsFor(grn('user', userId)), ...grantsFor(EVERYONE_GRN)]

  const build = (user: User): Account => {
    const isRoot = user.id === ROOT_USER_ID
    const rolesOf = isRoot
      ? roles.listBy('name', 'admin')
      : user.role_ids.flatMap((id) => roles.find(id) ?? []).sort((a, b) => (a.name < b.name ? -1 : 1))
    if (isRoot) {
      const held = compilePermissions(['*'])
      return { user, isRoot, roles: rolesOf, permissions: ['*'], grnPermissions: [], held }
    }
    const granted = grantsOf(user.id)
    const own = user.permissions.map((permission) => permission.toLowerCase())
    const permissions = [...new Set([...own, ...derivedPermissions(user, rolesOf, granted)])]
    const grnPermissions = granted
      .filter(({ capability }) => capability === 'own')
      .map(({ target }) => ownership(target))
    const held = compilePermissions([...permissions, ...grnPermissions])
    return { user, isRoot, roles: rolesOf, permissions, grnPermissions, held }
  }

  const accountOf = (user: User): Account => {
    const account = built.get(user.id) ?? build(user)
    built.set(user.id, account)
    return account
  }

  const root = () => {
    if (!deps.root.isEnabled) return undefined
    return accountOf(rootUser(deps.root, rootPassword.find('root')?.password_hash ?? ''))
  }
  const isRootName = (username: string) => username.toLowerCase() === deps.root.username.toLowerCase()
  const accountsOf = (list: readonly User[]) => list.map(accountOf)

  const directory: Directory = {
    findById(id) {
      if (id === ROOT_USER_ID) return root()
      const user = users.find(id)
      return user === undefined ? undefined : accountOf(user)
    },
    findByName(username) {
      if (username === deps.root.username) return root()
      const user = users.listBy('name', username.toLowerCase()).find((candidate) => candidate.username === username)
      return user === undefined ? undefined : accountOf(user)
    },
    resolve: (idOrName) => directory.findById(idOrName) ?? directory.findByName(idOrName),
    root,
    stored: () => accountsOf(users.list()),
    withRole: (roleId) => accountsOf(users.listBy('role', roleId)),
    isNameTaken: (username) => isRootName(username) || users.listBy('name', username.toLowerCase()).length > 0,
    roles: () => roles.list(),
    findRole: (id) => roles.find(id),
    findRoleByName: (name) => roles.listBy('name', name.toLowerCase())[0],
    grants: () => grants.list(),
    grantsOf,
    grantsFor,
    grantsOn: (target) => grants.listBy('target', target),
  }

  return {
    async read() {
      for (const replica of replicas) await replica.fresh()
      if (builtAt !== generation()) {
        built.clear()
        builtAt = generation()
      }
      return directory
    },
    [Symbol.dispose]() {
      for (const replica of replicas) replica[Symbol.dispose]()
    },
  }
}
