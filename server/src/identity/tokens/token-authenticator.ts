import type { Authenticator } from '../authentication/authenticator.ts'
import type { Tokens } from './token-service.ts'

export const tokenAuthenticator = (tokens: Pick<Tokens, 'use'>): Authenticator => ({
  verify: async (credentials) => (credentials.kind === 'token' ? tokens.use(credentials.token) : undefined),
})
