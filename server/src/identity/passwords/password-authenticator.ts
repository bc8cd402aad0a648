import type { Authenticator } from '../authentication/authenticator.ts'
import type { PasswordCheck } from './password-check.ts'

/** Names and passwords: of stored users, of the root user, of users of the active authentication service. */
export const passwordAuthenticator = (passwords: Pick<PasswordCheck, 'signIn'>): Authenticator => ({
  async verify(credentials, { address, isSignIn }) {
    if (credentials.kind !== 'password') return undefined
    const { username, password } = credentials
    return passwords.signIn({ username, password, address, isSignIn })
  },
})
