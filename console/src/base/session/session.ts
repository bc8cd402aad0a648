/** The state machine of the sign-in session. The API client takes its credentials from here. */

import { OIDC_DONE, type OidcFailure, openOidcSession, signOutOfOidc } from '@logyard/contract/identity/oidc'
import { deleteSession, createSession as signInOperation, validateSession } from '@logyard/contract/identity/sessions'
import type { Call, Credentials } from '../../api/api-client.ts'
import { ApiError } from '../../api/api-error.ts'
import { createSessionStorage } from './session-storage.ts'
import { takeSignInOutcome } from './sign-in-outcome.ts'

export type SessionState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'validating' }
  | { readonly kind: 'logged-in'; readonly sessionId: string; readonly username: string }
  /** The server is ending the session: no page is shown that could still use it. */
  | { readonly kind: 'leaving' }
  /** `left`: the user whose session expired. The page stays mounted for when they sign in again. */
  | { readonly kind: 'logged-out'; readonly left?: string; readonly failure?: OidcFailure }

export interface Session extends Credentials {
  state(): SessionState
  subscribe(listener: () => void): () => void
  /** Opens the session of a sign-in through a provider, or checks the stored session, once at startup. */
  validate(call: Call): Promise<void>
  signIn(call: Call, credentials: { username: string; password: string; host: string }): Promise<void>
  /** Resolves with the address that ends the session at the user's provider, if it has one. */
  signOut(call: Call, user: { readonly isOfProvider: boolean }): Promise<string | undefined>
}

export function createSession(storage: Storage, tabs: Pick<Window, 'addEventListener' | 'removeEventListener'>) {
  const stored = createSessionStorage(storage, tabs)
  let state: SessionState = { kind: 'unknown' }
  const listeners = new Set<() => void>()

  function become(next: SessionState) {
    state = next
    for (const listener of [...listeners]) listener()
  }
  function signedIn(sessionId: string, username: string) {
    stored.write({ sessionId, username })
    become({ kind: 'logged-in', sessionId, username })
  }
  function signedOut(facts: { readonly left?: string; readonly failure?: OidcFailure } = {}) {
    stored.clear()
    become({ kind: 'logged-out', ...facts })
  }
  const stopFollowing = stored.onOtherTab((other) => {
    if (other !== undefined) become({ kind: 'logged-in', ...other })
    else if (state.kind === 'logged-in') become({ kind: 'logged-out' })
  })

  const session: Session & Disposable = {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    current: () => (state.kind === 'logged-in' ? state.sessionId : stored.read()?.sessionId),
    whenSignedIn: (signal) => whenSignedIn(session, signal),
    rejected(sessionId) {
      // A late answer to a call of an earlier session does not concern the current one.
      if (state.kind === 'logged-in' && state.sessionId === sessionId) signedOut({ left: state.username })
    },
    async validate(call) {
      become({ kind: 'validating' })
      const outcome = takeSignInOutcome(window)
      const opened = outcome === OIDC_DONE ? await opensSession(call) : undefined
      if (opened !== undefined) return signedIn(opened.session_id, opened.username)
      const failure = outcome === OIDC_DONE ? 'expired' : outcome
      const answer = await call(validateSession)
      const known = stored.read()
      if (answer.is_valid && answer.session_id !== null && answer.username !== null) {
        signedIn(answer.session_id, answer.username)
      } else if (answer.is_valid && known !== undefined) become({ kind: 'logged-in', ...known })
      else signedOut(failure === undefined ? {} : { failure })
    },
    async signIn(call, credentials) {
      const answer = await call(signInOperation, { body: credentials })
      signedIn(answer.session_id, answer.username)
    },
    async signOut(call, { isOfProvider }) {
      if (state.kind !== 'logged-in') return undefined
      const { sessionId } = state
      const ended = isOfProvider
        ? call(signOutOfOidc).then(({ location }) => location ?? undefined)
        : call(deleteSession, { params: { sessionId } }).then(() => undefined)
      become({ kind: 'leaving' })
      return ended.finally(() => signedOut())
    },
    [Symbol.dispose]: stopFollowing,
  }
  return session
}

/** Undefined if the browser has no finished sign-in any more. */
async function opensSession(call: Call) {
  try {
    return await call(openOidcSession)
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/** Resolves with the session id as soon as somebody is signed in. */
function whenSignedIn({ state, subscribe }: Session, signal: AbortSignal | undefined): Promise<string> {
  const current = state()
  if (current.kind === 'logged-in') return Promise.resolve(current.sessionId)
  return new Promise((resolve, reject) => {
    const stop = subscribe(() => {
      const next = state()
      if (next.kind !== 'logged-in') return
      stop()
      signal?.removeEventListener('abort', abort)
      resolve(next.sessionId)
    })
    function abort() {
      stop()
      reject(signal?.reason)
    }
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort, { once: true })
  })
}
