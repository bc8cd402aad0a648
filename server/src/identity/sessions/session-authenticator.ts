import type { Authenticator } from '../authentication/authenticator.ts'
import type { Sessions } from './session-service.ts'

export const sessionAuthenticator = (sessions: Pick<Sessions, 'use'>): Authenticator => ({
  verify: async (credentials, { isActivity }) =>
    credentials.kind === 'session' ? sessions.use(credentials.sessionId, { extend: isActivity }) : undefined,
})
