import type { Tokens } from '../tokens/token-service.ts'
import type { Authenticator } from './authenticator.ts'

export const tokenAuthenticator = (tokens: Pick<Tokens, 'use'>): Authenticator => ({
  verify: async (credentials) => (credentials.kind === 'token' ? tokens.use(credentials.token) : undefined),
})
