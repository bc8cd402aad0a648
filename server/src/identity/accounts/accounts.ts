import { compilePermissions, type PermissionSet, selfPermissions } from '@logyard/contract/identity/permissions'
import { EVERYONE_GRN, grn } from '@logyard/contract/identity/shares'
import { ROOT_USER_ID } from '@logyard/contract/identity/users'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import { type AccountReplicas, createAccountReplicas, originOf } from './account-replicas.ts'
import { ownership, permissionsOfGrant } from './capability-permissions.ts'
import type { Grant } from './grant-store.ts'
import type { StoredRole } from './role-store.ts'
import { type RootSettings, rootUser } from './root-user.ts'
import type { User } from './user-store.ts'

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
export type Directory = ReturnType<typeof createDirectory>

export type Accounts = ReturnType<typeof createAccounts>

/** Permissions that follow from the user's name, roles and grants, not from its own list. */
export function derivedPermissions(user: User, roles: readonly StoredRole[], grants: readonly Grant[]): string[] {
  return [
    ...(user.service_account ? [] : selfPermissions(user.username)),
    ...roles.flatMap((role) => role.permissions),
    ...grants.flatMap((grant) => permissionsOfGrant(grant.target, grant.capability)),
  ].map((permission) => permission.toLowerCase())
}

export function createAccounts(deps: { readonly settings: SettingsStore; readonly root: RootSettings }) {
  const replicas = createAccountReplicas(deps.settings)
  const all = Object.values(replicas)
  const generation = () => all.reduce((sum, replica) => sum + replica.generation(), 0)

  const built = new Map<string, Account>()
  let builtAt = -1
  const accountOf = (user: User): Account => {
    const account = built.get(user.id) ?? buildAccount(user, replicas)
    built.set(user.id, account)
    return account
  }
  const directory = createDirectory({ replicas, root: deps.root, accountOf })

  return {
    async read() {
      for (const replica of all) await replica.fresh()
      if (builtAt !== generation()) {
        built.clear()
        builtAt = generation()
      }
      return directory
    },
    [Symbol.dispose]() {
      for (const replica of all) replica[Symbol.dispose]()
    },
  }
}

function createDirectory(deps: {
  readonly replicas: AccountReplicas
  readonly root: RootSettings
  readonly accountOf: (user: User) => Account
}) {
  const { accountOf } = deps
  const { users, roles, grants, rootPassword } = deps.replicas
  const accountsOf = (list: readonly User[]) => list.map(accountOf)
  const isRootName = (username: string) => username.toLowerCase() === deps.root.username.toLowerCase()
  const root = () => {
    if (!deps.root.isEnabled) return undefined
    return accountOf(rootUser(deps.root, rootPassword.find('root')?.password_hash ?? ''))
  }
  /** Includes the root user while it is enabled. */
  const findById = (id: string) => {
    if (id === ROOT_USER_ID) return root()
    const user = users.find(id)
    return user === undefined ? undefined : accountOf(user)
  }
  /** The account of this exact name. */
  const findByName = (username: string) => {
    if (username === deps.root.username) return root()
    const user = users.listBy('name', username.toLowerCase()).find((candidate) => candidate.username === username)
    return user === undefined ? undefined : accountOf(user)
  }
  return {
    findById,
    findByName,
    /** Without the root user. */
    findByNameIgnoringCase: (username: string) => accountsOf(users.listBy('name', username.toLowerCase()))[0],
    /** The user that an authentication service knows by this id. */
    findExternal: (serviceId: string, uid: string) => accountsOf(users.listBy('origin', originOf(serviceId, uid)))[0],
    /** The account of this id, or else of this name: clients written for older servers address users by name. */
    resolve: (idOrName: string) => findById(idOrName) ?? findByName(idOrName),
    root,
    stored: () => accountsOf(users.list()),
    withRole: (roleId: string) => accountsOf(users.listBy('role', roleId)),
    /** Ignoring case, the root user's name included. */
    isNameTaken: (username: string) => isRootName(username) || users.listBy('name', username.toLowerCase()).length > 0,
    roles: () => roles.list(),
    findRole: (id: string) => roles.find(id),
    findRoleByName: (name: string) => roles.listBy('name', name.toLowerCase())[0],
    grants: () => grants.list(),
    /** The user's own and those for everyone. */
    grantsOf: (userId: string) => grantsOf(grants, userId),
    grantsFor: (grantee: string) => grants.listBy('grantee', grantee),
    grantsOn: (target: string) => grants.listBy('target', target),
  }
}

function buildAccount(user: User, { roles, grants }: Pick<AccountReplicas, 'roles' | 'grants'>): Account {
  if (user.id === ROOT_USER_ID) {
    const held = compilePermissions(['*'])
    const rootRoles = roles.listBy('name', 'admin')
    return { user, isRoot: true, roles: rootRoles, permissions: ['*'], grnPermissions: [], held }
  }
  const rolesOf = user.role_ids.flatMap((id) => roles.find(id) ?? []).sort((a, b) => (a.name < b.name ? -1 : 1))
  const granted = grantsOf(grants, user.id)
  const own = user.permissions.map((permission) => permission.toLowerCase())
  const permissions = [...new Set([...own, ...derivedPermissions(user, rolesOf, granted)])]
  const grnPermissions = granted.filter(({ capability }) => capability === 'own').map(({ target }) => ownership(target))
  const held = compilePermissions([...permissions, ...grnPermissions])
  return { user, isRoot: false, roles: rolesOf, permissions, grnPermissions, held }
}

const grantsOf = (grants: AccountReplicas['grants'], userId: string): readonly Grant[] => [
  ...grants.listBy('grantee', grn('user', userId)),
  ...grants.listBy('grantee', EVERYONE_GRN),
]
