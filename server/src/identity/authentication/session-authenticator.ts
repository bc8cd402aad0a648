import type { Sessions } from '../sessions/session-service.ts'
import type { Authenticator } from './authenticator.ts'

export const sessionAuthenticator = (sessions: Pick<Sessions, 'use'>): Authenticator => ({
  verify: async (credentials, { isActivity }) =>
    credentials.kind === 'session' ? sessions.use(credentials.sessionId, { extend: isActivity }) : undefined,
})
