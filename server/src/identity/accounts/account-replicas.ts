import { createReplica, type Replica } from '../../platform/settings/replica.ts'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import { type Grant, type GrantStore, grantCollection } from './grant-store.ts'
import { type RoleStore, roleCollection, type StoredRole } from './role-store.ts'
import { type RootPassword, type RootPasswordStore, rootPasswordCollection } from './root-user.ts'
import { type User, type UserStore, userCollection } from './user-store.ts'

export interface AccountStores {
  readonly users: UserStore
  readonly roles: RoleStore
  readonly grants: GrantStore
  readonly rootPassword: RootPasswordStore
}

/** The collections that accounts are built from, in memory. */
export interface AccountReplicas {
  /** Indexed by `name` in lower case, by `role`, and by `origin` for users of authentication services. */
  readonly users: Replica<User>
  /** Indexed by `name` in lower case. */
  readonly roles: Replica<StoredRole>
  /** Indexed by `grantee` and `target`. */
  readonly grants: Replica<Grant>
  readonly rootPassword: Replica<RootPassword>
}

export function createAccountReplicas({
  settings,
  stores,
}: {
  readonly settings: SettingsStore
  readonly stores: AccountStores
}): AccountReplicas {
  return {
    users: createReplica({
      settings,
      collection: stores.users,
      name: userCollection.name,
      indexes: {
        name: (user: User) => [user.username.toLowerCase()],
        role: (user: User) => user.role_ids,
        origin: ({ auth_service_id: service, auth_service_uid: uid }: User) =>
          service === null || uid === null ? [] : [originOf(service, uid)],
      },
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
}

/** Names a user by its id in an authentication service. */
export const originOf = (serviceId: string, uid: string): string => `${serviceId} ${uid}`
