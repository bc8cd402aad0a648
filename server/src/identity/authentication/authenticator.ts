import type { Credentials } from './basic-credentials.ts'

/** Where credentials come from, and whether the call that carries them counts as activity of its session. */
export interface SignInContext {
  readonly address: string
  readonly isActivity: boolean
  /** A new session begins: the password is checked again, even if it was checked a moment ago. */
  readonly isSignIn: boolean
}

/**
 * One way to recognise a user by credentials. Authenticators run in the order of the list in `identity.ts`; a new
 * source of users (a directory, an identity provider, a trusted header) is one more of them, in a folder of its own.
 */
export interface Authenticator {
  /** The id of the user, or undefined when the credentials are of another kind or not valid. */
  verify(credentials: Credentials, context: SignInContext): Promise<string | undefined>
}
