import type { PasswordCheck } from '../passwords/password-check.ts'
import type { Authenticator } from './authenticator.ts'

/** Names and passwords of stored users and of the root user. */
export const passwordAuthenticator = (passwords: Pick<PasswordCheck, 'signIn'>): Authenticator => ({
  async verify(credentials, { address }) {
    if (credentials.kind !== 'password') return undefined
    return (await passwords.signIn(credentials.username, credentials.password, address))?.id
  },
})
