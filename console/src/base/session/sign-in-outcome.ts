/** How a sign-in through a provider ended, as the server adds it to the address. */
import { OIDC_DONE, OIDC_FAILURES, OIDC_OUTCOME, type OidcFailure } from '@logyard/contract/identity/oidc'

/** Removes it from the address, so that neither a reload nor a bookmark shows it again. */
export function takeSignInOutcome({
  location,
  history,
}: Pick<Window, 'location' | 'history'>): OidcFailure | typeof OIDC_DONE | undefined {
  const url = new URL(location.href)
  const given = url.searchParams.get(OIDC_OUTCOME)
  if (given === null) return undefined
  url.searchParams.delete(OIDC_OUTCOME)
  history.replaceState(history.state, '', `${url.pathname}${url.search}${url.hash}`)
  return given === OIDC_DONE ? OIDC_DONE : OIDC_FAILURES.find((failure) => failure === given)
}
