import { getOidcProvider, listOidcProviders } from '@logyard/contract/identity/oidc'
import type { Call } from '../../../api/api-client.ts'
import { callQuery } from '../../../api/call-query.ts'

/** Prefix of all query keys about providers; a change to one invalidates them all. */
export const PROVIDERS_KEY = ['oidc-providers'] as const

export const providersQuery = (call: Call) => callQuery(call, [...PROVIDERS_KEY, 'all'], listOidcProviders)

export const providerQuery = (call: Call, id: string) =>
  callQuery(call, [...PROVIDERS_KEY, 'one', id], getOidcProvider, { params: { id } })
