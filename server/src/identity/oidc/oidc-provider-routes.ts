import * as contract from '@logyard/contract/identity/oidc'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import { apiUrlFor } from './browser-address.ts'
import { type OidcProviders, oidcProviderAnswer } from './oidc-providers.ts'
import type { OidcTests } from './oidc-test.ts'

/** Followed by the id of the provider, as the next one. */
const BACK_CHANNEL_LOGOUT = '/logyard/authentication/oidc/back-channel-logout/'
export const CALLBACK = '/logyard/authentication/oidc/callback/'

export function oidcProviderRoutes(
  app: FastifyInstance,
  deps: { readonly oidcProviders: OidcProviders; readonly oidcTests: OidcTests; readonly apiUrl: string },
): void {
  const { oidcProviders: providers } = deps

  serve(app, contract.listOidcProviders, async ({ caller, request }) => {
    const readable = (await providers.list()).filter(({ id }) => caller.holds(`authservicebackend:read:${id}`))
    const apiUrl = apiUrlFor(request, deps.apiUrl)
    return {
      providers: readable.map(oidcProviderAnswer),
      redirect_uri_base: apiUrl === undefined ? null : `${apiUrl}${CALLBACK}`,
      back_channel_logout_uri_base: apiUrl === undefined ? null : `${apiUrl}${BACK_CHANNEL_LOGOUT}`,
    }
  })

  serve(app, contract.getOidcProvider, async ({ params }) => oidcProviderAnswer(await providers.get(params.id)))

  serve(app, contract.createOidcProvider, async ({ body }) => {
    const provider = await providers.create(body)
    return oidcProviderAnswer(provider)
  })

  serve(app, contract.updateOidcProvider, async ({ params, body }) => {
    const provider = await providers.update(params.id, body)
    return oidcProviderAnswer(provider)
  })

  serve(app, contract.deleteOidcProvider, ({ params }) => providers.delete(params.id))

  serve(app, contract.activateOidcProvider, async ({ params, body }) => {
    const provider = await providers.setActive(params.id, body.active)
    return oidcProviderAnswer(provider)
  })

  serve(app, contract.testOidcProvider, ({ caller, body, signal }) =>
    deps.oidcTests(body, { owner: caller.userId, signal }),
  )
}
