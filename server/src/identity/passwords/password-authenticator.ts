import type { Authenticator } from '../authentication/authenticator.ts'
import type { PasswordCheck } from './password-check.ts'

/** Names and passwords of stored users and of the root user. */
export const passwordAuthenticator = (passwords: Pick<PasswordCheck, 'signIn'>): Authenticator => ({
  async verify(credentials, { address }) {
    if (credentials.kind !== 'password') return undefined
    return (await passwords.signIn(credentials.username, credentials.password, address))?.id
  },
})
