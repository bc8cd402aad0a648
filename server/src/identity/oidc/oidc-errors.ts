import { LogyardError } from '../../platform/errors.ts'

export const oidcProviderNotFound = (id: string) =>
  new LogyardError('not-found', 'oidc-provider-not-found', `There is no OpenID Connect provider ${id}.`)

export const oidcProviderTaken = (id: string) =>
  new LogyardError('conflict', 'oidc-provider-taken', `Another OpenID Connect provider has the id ${id}.`)

export const oidcProviderInUse = (id: string) =>
  new LogyardError(
    'invalid',
    'oidc-provider-in-use',
    `The OpenID Connect provider ${id} is active or has users. Deactivate it and delete its users first.`,
  )

export const oidcAddressUnknown = () =>
  new LogyardError(
    'unavailable',
    'oidc-address-unknown',
    'The server does not know its own address for browsers. An administrator has to set LOGYARD_EXTERNAL_URL.',
  )

export const returnPathRefused = () =>
  new LogyardError(
    'invalid',
    'return-path-refused',
    'return_to must be a path of this server, beginning with one slash.',
  )

export const oidcUnavailable = () =>
  new LogyardError(
    'unavailable',
    'oidc-provider-unavailable',
    'The sign-in provider cannot be reached. Try again later.',
  )

export const logoutTokenRefused = (options: ErrorOptions = {}) =>
  new LogyardError('invalid', 'logout-token-refused', 'The logout token was refused.', options)

export const oidcSignInsExhausted = (retryAfterSeconds: number) =>
  new LogyardError(
    'overloaded',
    'oidc-sign-ins-exhausted',
    `Too many sign-ins from your address, try again in ${retryAfterSeconds} seconds`,
    { retryAfterSeconds },
  )

export const oidcTestsExhausted = (limit: number) =>
  new LogyardError(
    'overloaded',
    'oidc-tests-exhausted',
    `You are running ${limit} tests of providers already. Wait until one has ended.`,
  )

/** The provider did not respond, or its response is invalid. The message is for administrators. */
export class ProviderProblem extends Error {
  override readonly name = 'ProviderProblem'
}
