import { createReplica, type Replica } from '../../platform/settings/replica.ts'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import { type Grant, grantCollection } from './grant-store.ts'
import { roleCollection, type StoredRole } from './role-store.ts'
import { type RootPassword, rootPasswordCollection } from './root-user.ts'
import { type User, userCollection } from './user-store.ts'

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

export const createAccountReplicas = (settings: SettingsStore): AccountReplicas => ({
  users: createReplica(settings, userCollection, {
    name: (user) => [user.username.toLowerCase()],
    role: (user) => user.role_ids,
    origin: ({ auth_service_id: service, auth_service_uid: uid }) =>
      service === null || uid === null ? [] : [originOf(service, uid)],
  }),
  roles: createReplica(settings, roleCollection, { name: (role) => [role.name.toLowerCase()] }),
  grants: createReplica(settings, grantCollection, {
    grantee: (grant) => [grant.grantee],
    target: (grant) => [grant.target],
  }),
  rootPassword: createReplica(settings, rootPasswordCollection),
})

/** Names a user by its id in an authentication service. */
export const originOf = (serviceId: string, uid: string): string => `${serviceId} ${uid}`
