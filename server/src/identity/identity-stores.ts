import type { SettingsStore } from '../platform/settings/settings-store.ts'
import { type GrantStore, grantCollection } from './accounts/grant-store.ts'
import { type RoleStore, roleCollection } from './accounts/role-store.ts'
import { type RootPasswordStore, rootPasswordCollection } from './accounts/root-user.ts'
import { type UserStore, userCollection } from './accounts/user-store.ts'
import { type SessionStore, sessionCollection } from './sessions/session-store.ts'
import { type TokenStore, tokenCollection } from './tokens/token-store.ts'

/** The collections of identity in the settings store. */
export interface IdentityStores {
  readonly users: UserStore
  readonly rootPassword: RootPasswordStore
  readonly roles: RoleStore
  readonly grants: GrantStore
  readonly sessions: SessionStore
  readonly tokens: TokenStore
}

export function openIdentityStores(settings: SettingsStore): IdentityStores {
  return {
    users: settings.collection(userCollection),
    rootPassword: settings.collection(rootPasswordCollection),
    roles: settings.collection(roleCollection),
    grants: settings.collection(grantCollection),
    sessions: settings.collection(sessionCollection),
    tokens: settings.collection(tokenCollection),
  }
}
