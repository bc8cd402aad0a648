/** The ways in which a request proves whose it is. */

import type { Authenticator } from './authentication/authenticator.ts'
import type { PasswordCheck } from './passwords/password-check.ts'
import type { Sessions } from './sessions/session-service.ts'
import type { Tokens } from './tokens/token-service.ts'

export const createAuthenticators = (deps: {
  readonly sessions: Pick<Sessions, 'use'>
  readonly tokens: Pick<Tokens, 'use'>
  /** Passwords of stored users, of the root user, and of users of the active authentication service. */
  readonly passwords: Pick<PasswordCheck, 'signIn'>
}): readonly Authenticator[] => [
  {
    verify: async (credentials, { isActivity }) =>
      credentials.kind === 'session' ? deps.sessions.use(credentials.sessionId, { extend: isActivity }) : undefined,
  },
  { verify: async (credentials) => (credentials.kind === 'token' ? deps.tokens.use(credentials.token) : undefined) },
  {
    async verify(credentials, { address, isSignIn }) {
      if (credentials.kind !== 'password') return undefined
      const { username, password } = credentials
      return deps.passwords.signIn({ username, password, address, isSignIn })
    },
  },
]
