import { getOidcProvider, listOidcProviders } from '@logyard/contract/identity/oidc'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../../../api/api-client.ts'

/** Prefix of all query keys about providers; a change to one invalidates them all. */
export const PROVIDERS_KEY = ['oidc-providers'] as const

export const providersQuery = (call: Call) =>
  queryOptions({ queryKey: [...PROVIDERS_KEY, 'all'], queryFn: ({ signal }) => call(listOidcProviders, { signal }) })

export const providerQuery = (call: Call, id: string) =>
  queryOptions({
    queryKey: [...PROVIDERS_KEY, 'one', id],
    queryFn: ({ signal }) => call(getOidcProvider, { params: { id }, signal }),
  })
