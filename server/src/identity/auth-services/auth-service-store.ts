/** The stored authentication services, and the settings that hold for all of them. */

import { nullable } from '@logyard/contract/http/envelope'
import { DirectorySettings } from '@logyard/contract/identity/auth-services'
import { TrustedHeaderConfig } from '@logyard/contract/identity/trusted-header'
import { type Static, Type } from 'typebox'
import { type Collection, defineCollection } from '../../platform/settings/settings-store.ts'

export const StoredAuthService = Type.Object({
  id: Type.String(),
  title: Type.String(),
  description: Type.String(),
  /** Role ids; roles may have been deleted since. */
  default_roles: Type.Array(Type.String()),
  config: DirectorySettings,
  /** Empty if none is set. */
  system_user_password: Type.String(),
})
export type StoredAuthService = Static<typeof StoredAuthService>

export const authServiceCollection = defineCollection({
  name: 'auth_services',
  audit: { type: 'auth-service', isChangedBySystem: true },
  schema: StoredAuthService,
  secrets: ['system_user_password'],
})
export type AuthServiceStore = Collection<StoredAuthService>

/** One document. */
export const AUTHENTICATION = 'authentication'

export const AuthenticationSettings = Type.Object({
  id: Type.Literal(AUTHENTICATION),
  active_backend: nullable(Type.String()),
  trusted_header: nullable(TrustedHeaderConfig),
})
export type AuthenticationSettings = Static<typeof AuthenticationSettings>

export const authenticationCollection = defineCollection({
  name: 'authentication_settings',
  audit: { type: 'auth-service', isChangedBySystem: true },
  schema: AuthenticationSettings,
})
export type AuthenticationStore = Collection<AuthenticationSettings>

export const NO_AUTHENTICATION_SETTINGS: AuthenticationSettings = {
  id: AUTHENTICATION,
  active_backend: null,
  trusted_header: null,
}
