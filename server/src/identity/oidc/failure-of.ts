/** Why a sign-in failed: one word for the person, a reason for the log. Neither holds a code, a token or a secret. */
import type { OidcFailure } from '@logyard/contract/identity/oidc'
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import { LogyardError } from '../../platform/errors.ts'
import { ProviderProblem } from './oidc-errors.ts'

export interface Failure {
  readonly failure: OidcFailure
  readonly reason: string
}

const MAX_REASON = 300

export function failureOf(error: unknown): Failure {
  const problem = problemIn(error)
  if (problem !== undefined) return { failure: 'unavailable', reason: problem.message }
  if (error instanceof LogyardError && error.kind === 'overloaded') return { failure: 'busy', reason: error.message }
  if (error instanceof AuthorizationResponseError) {
    const isCancelled = error.error === 'access_denied'
    return { failure: isCancelled ? 'cancelled' : 'rejected', reason: `the provider answered ${short(error.error)}` }
  }
  if (error instanceof ResponseBodyError) {
    return { failure: 'rejected', reason: `the token endpoint answered ${short(error.error)}` }
  }
  if (error instanceof Error) return { failure: 'rejected', reason: short(wordsOf(error)) }
  throw error
}

/** The messages of `openid-client` are constant, but their causes may hold what the provider sent. */
const wordsOf = (error: Error) => {
  const inner = error.cause instanceof Error && error instanceof ClientError ? `: ${error.cause.message}` : ''
  return `${error.message}${inner}`
}

const short = (text: string) => text.slice(0, MAX_REASON)

/** Libraries wrap the errors of the requests that they were given. */
function problemIn(error: unknown): ProviderProblem | undefined {
  let inner = error
  for (let depth = 0; depth < 5 && inner instanceof Error; depth += 1) {
    if (inner instanceof ProviderProblem) return inner
    inner = inner.cause
  }
  return undefined
}
