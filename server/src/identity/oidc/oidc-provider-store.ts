import { OidcSettings } from '@logyard/contract/identity/oidc'
import { type Static, Type } from 'typebox'
import { type Collection, defineCollection } from '../../platform/settings/settings-store.ts'

export const StoredOidcProvider = Type.Object({
  id: Type.String(),
  active: Type.Boolean(),
  ...OidcSettings.properties,
  /** Empty for a public client, which has none. */
  client_secret: Type.String(),
})
export type StoredOidcProvider = Static<typeof StoredOidcProvider>

export const oidcProviderCollection = defineCollection({
  name: 'oidc_providers',
  audit: { type: 'oidc-provider', isChangedBySystem: true },
  schema: StoredOidcProvider,
  secrets: ['client_secret'],
})
export type OidcProviderStore = Collection<StoredOidcProvider>
