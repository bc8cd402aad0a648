/**
 * Who is signed in here: the state machine of the session and what is stored of it. Owns the local storage keys
 * `sessionId` and `username`; calls go through the API client, which in turn asks this for its credentials.
 */
import { deleteSession, createSession as signInOperation, validateSession } from '@logyard/contract/identity/sessions'
import type { Call, Credentials } from '../../api/api-client.ts'

export type SessionState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'validating' }
  | { readonly kind: 'logged-in'; readonly sessionId: string; readonly username: string }
  /** `left` is who was signed in until the session ended without a wish to leave: their work is kept for their return. */
  | { readonly kind: 'logged-out'; readonly left?: string }

const SESSION_KEY = 'sessionId'
const USERNAME_KEY = 'username'

export interface Session extends Credentials {
  state(): SessionState
  subscribe(listener: () => void): () => void
  /** Asks the server about what is stored, once, at the start. */
  validate(call: Call): Promise<void>
  signIn(call: Call, credentials: { username: string; password: string; host: string }): Promise<void>
  signOut(call: Call): Promise<void>
}

export function createSession(storage: Storage, tabs: Pick<Window, 'addEventListener' | 'removeEventListener'>) {
  let state: SessionState = { kind: 'unknown' }
  const listeners = new Set<() => void>()

  function become(next: SessionState) {
    state = next
    for (const listener of [...listeners]) listener()
  }
  function stored() {
    const sessionId = storage.getItem(SESSION_KEY)
    const username = storage.getItem(USERNAME_KEY)
    return sessionId === null || username === null ? undefined : { sessionId, username }
  }
  function keep(sessionId: string, username: string) {
    storage.setItem(USERNAME_KEY, username)
    storage.setItem(SESSION_KEY, sessionId)
    become({ kind: 'logged-in', sessionId, username })
  }
  function clear() {
    storage.removeItem(SESSION_KEY)
    storage.removeItem(USERNAME_KEY)
  }
  const leaving = (): SessionState =>
    state.kind === 'logged-in' ? { kind: 'logged-out', left: state.username } : { kind: 'logged-out' }

  // Another tab signed in or out: storage events only come from other tabs.
  function follow(event: StorageEvent) {
    if (event.key !== SESSION_KEY && event.key !== null) return
    const now = stored()
    if (now !== undefined) become({ kind: 'logged-in', ...now })
    else if (state.kind === 'logged-in') become({ kind: 'logged-out' })
  }
  tabs.addEventListener('storage', follow)

  const session: Session & Disposable = {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    current: () => (state.kind === 'logged-in' ? state.sessionId : stored()?.sessionId),
    whenSignedIn(signal) {
      if (state.kind === 'logged-in') return Promise.resolve(state.sessionId)
      return new Promise((resolve, reject) => {
        const stop = session.subscribe(() => {
          if (state.kind !== 'logged-in') return
          stop()
          signal?.removeEventListener('abort', abort)
          resolve(state.sessionId)
        })
        function abort() {
          stop()
          reject(signal?.reason)
        }
        if (signal?.aborted) abort()
        else signal?.addEventListener('abort', abort, { once: true })
      })
    },
    rejected(sessionId) {
      // A late answer to a call of an earlier session says nothing about the present one.
      if (state.kind !== 'logged-in' || state.sessionId !== sessionId) return
      clear()
      become(leaving())
    },
    async validate(call) {
      become({ kind: 'validating' })
      const answer = await call(validateSession)
      const known = stored()
      if (answer.is_valid && answer.session_id !== null && answer.username !== null) {
        keep(answer.session_id, answer.username)
      } else if (answer.is_valid && known !== undefined) {
        become({ kind: 'logged-in', ...known })
      } else {
        clear()
        become({ kind: 'logged-out' })
      }
    },
    async signIn(call, credentials) {
      const answer = await call(signInOperation, { body: credentials })
      keep(answer.session_id, answer.username)
    },
    async signOut(call) {
      if (state.kind !== 'logged-in') return
      const { sessionId } = state
      try {
        await call(deleteSession, { params: { sessionId } })
      } finally {
        clear()
        become({ kind: 'logged-out' })
      }
    },
    [Symbol.dispose]: () => tabs.removeEventListener('storage', follow),
  }
  return session
}
